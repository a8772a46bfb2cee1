import Foundation
import LiveSQL
import LiveSQLPostgres

private typealias C = Player.Columns

private func newPlayer(_ name: String, score: Int = 1) -> Player {
  Player(
    name: name,
    score: score,
    teamId: 3,
    joinedAt: RecordSamples.start,
    token: RecordSamples.token(9)
  )
}

let recordWritingCases = recordCases { list in
  list.written("inserted: the key comes back") { db in
    var player = newPlayer("Gil")
    try player.insert(db)
    return player.id ?? 0
  }
  list.written("inserted with a key") { db in
    var player = newPlayer("Gil")
    player.id = 77
    try player.insert(db)
    return player.id ?? 0
  }
  list.written("inserted with a key of two columns") { db in
    try Award(playerId: 1, title: "cup", year: 2024).insert(db)
  }
  list.written("inserted and fetched") { db in try newPlayer("Gil").inserted(db).name }
  list.written("inserted, and the row as it is") { db in
    var player = newPlayer("Gil")
    return try player.insertAndFetch(db)
  }
  list.written("inserted, and a row of another type") { db in
    try Team(id: 9, color: "black", town: nil).insertAndFetch(db, as: Team.self)
  }
  list.written("a conflict that is left out") { db in
    try Team(id: 1, color: "white", town: nil).insert(db, onConflict: .ignore)
  }
  list.written("updated") { db in
    var player = try Player.find(db, key: 2)
    player.name = "Bob"
    player.seenAt = RecordSamples.start + 5
    player.photo = Data([9])
    player.price = 7
    try player.update(db)
    return "done"
  }
  list.written("some columns updated") { db in
    var player = try Player.find(db, key: 2)
    (player.name, player.score) = ("Bob", 99)
    try player.update(db, columns: ["name"])
    return "done"
  }
  list.written("columns updated by name") { db in
    var player = try Player.find(db, key: 2)
    (player.name, player.score) = ("Bob", 99)
    try player.update(db, columns: [C.score])
    return "done"
  }
  list.written("changes updated") { db in
    var player = try Player.find(db, key: 2)
    return try player.updateChanges(db) { $0.score += 1 }
  }
  list.written("no changes updated") { db in
    var player = try Player.find(db, key: 2)
    return try player.updateChanges(db) { $0.score += 0 }
  }
  list.written("changes from another record") { db in
    let old = try Player.find(db, key: 2)
    var new = old
    new.isActive.toggle()
    return try new.updateChanges(db, from: old)
  }
  list.written("updated, and the row as it is") { db in
    var player = try Player.find(db, key: 2)
    player.name = "Bob"
    return try player.updateAndFetch(db)
  }
  list.written("no row to update") { db in
    var player = newPlayer("Gil")
    player.id = 99
    do { try player.update(db) } catch let error as RecordError { return "\(error)" }
    return "updated"
  }
  list.written("a record whose key is all that it has") { db in
    try Award(playerId: 2, title: "cup", year: 1).update(db)
  }
  list.written("saved: inserted") { db in
    var player = newPlayer("Gil")
    try player.save(db)
    return player.id ?? 0
  }
  list.written("saved: updated") { db in
    var player = try Player.find(db, key: 2)
    player.score = 31
    try player.save(db)
    return player.id ?? 0
  }
  list.written("saved with a key that there is none of") { db in
    var player = newPlayer("Gil")
    player.id = 50
    return try player.saveAndFetch(db)
  }
  list.written("upserted: inserted") { db in try Team(id: 8, color: "black", town: nil).upsert(db) }
  list.written("upserted: updated") { db in try Team(id: 2, color: "navy", town: "Kiel").upsert(db)
  }
  list.written("upserted by two columns") { db in
    try Award(playerId: 2, title: "cup", year: 1).upsert(db)
  }
  list.written("upserted by another unique key") { db in
    try Team(id: 2, color: "blue", town: "Kiel").upsertAndFetch(db, onConflict: ["color"])
  }
  list.written("upserted with what is assigned") { db in
    try Team(id: 2, color: "navy", town: "Kiel").upsertAndFetch(db, onConflict: ["id"]) {
      excluded in
      [Column("color").set(to: excluded[Column("town")]), Column("town").noOverwrite]
    }
  }
  list.written("deleted") { db in try Team.find(db, key: 3).delete(db) }
  list.written("deleted with what belongs to it") { db in try Team.find(db, key: 1).delete(db) }
  list.written("nothing to delete") { db in try Team(id: 99, color: "", town: nil).delete(db) }
  list.written("whether a record exists") { db in
    let known = try Team.find(db, key: 1)
    return [try known.exists(db), try Team(id: 99, color: "", town: nil).exists(db)]
  }
}

let recordBatchCases = recordCases { list in
  list.written("all deleted") { db in try Award.deleteAll(db) }
  list.written("some deleted") { db in try Player.filter(C.score < 10).deleteAll(db) }
  list.written("the first deleted") { db in try Player.order(C.id).limit(2).deleteAll(db) }
  list.written("those that are joined deleted") { db in
    try Player.joining(required: Player.team.filter(Column("color") == "red")).deleteAll(db)
  }
  list.written("deleted by key") { db in try Player.deleteOne(db, key: 1) }
  list.written("deleted by keys") { db in try Player.deleteAll(db, keys: [1, 2, 99]) }
  list.written("deleted by identity") { db in try Team.deleteOne(db, id: 1) }
  list.written("deleted by two columns") { db in
    try Award.deleteOne(db, key: ["playerId": 2, "title": "cup"])
  }
  list.written("deleted, and what they were") { db in
    try Player.filter(C.score == 20).deleteAndFetchAll(db).map(\.name).sorted()
  }
  list.written("updated") { db in
    try Player.filter(C.score > 10).updateAll(db, C.score.set(to: 0), C.name.set(to: "X"))
  }
  list.written("updated by themselves") { db in try Player.updateAll(db, C.score += 1, C.bonus *= 2)
  }
  list.written("updated with a date") { db in
    try Player.filter(C.id == 1)
      .updateAll(
        db,
        C.joinedAt.set(to: RecordSamples.start + 9),
        C.seenAt.set(to: RecordSamples.start)
      )
  }
  list.written("updated with values of all types") { db in
    try Player.filter(C.id == 1).updateAll(
      db,
      C.isActive.set(to: true),
      C.token.set(to: RecordSamples.token(200)),
      C.bonus.set(to: nil),
      Column("photo").set(to: Data([7]))
    )
  }
  list.written("updated, and what they are") { db in
    try Player.filter(C.score == 20).updateAndFetchAll(db, C.score.set(to: 21)).map(\.name).sorted()
  }
  list.written("none updated") { db in try Player.none().updateAll(db, C.score.set(to: 0)) }
  list.written("the first updated") { db in
    try Player.order(C.score.desc).limit(1).updateAll(db, C.name.set(to: "Best"))
  }
}
