import LiveSQL
import LiveSQLPostgres
import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

/// The names of callbacks, in the order in which they were called.
private final class Calls {
  var all: [String] = []
}

private struct Thing: Codable, Equatable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "thing"
  var id: Int?
  var name: String
  var note: String?
  var number = 0
}

/// A record of the same table with callbacks for either database.
private struct Traced: Codable, FetchableRecord, PortableRecord {
  static let databaseTableName = "thing"
  var id: Int64?
  var name: String
  let calls = Calls()

  private enum CodingKeys: CodingKey { case id, name }

  init(id: Int64? = nil, name: String) { (self.id, self.name) = (id, name) }

  private func called(_ name: String) { calls.all.append(name) }

  mutating func willInsert(_ db: any SQLConnection) throws { called("willInsert") }
  mutating func willInsert(_ db: Database) throws { try willInsert(db as any SQLConnection) }
  mutating func didInsert(_ inserted: InsertionSuccess) {
    id = inserted.rowID
    called("didInsert")
  }

  func willUpdate(_ db: any SQLConnection, columns: Set<String>) throws {
    called("willUpdate \(columns.sorted())")
  }
  func willUpdate(_ db: Database, columns: Set<String>) throws {
    try willUpdate(db as any SQLConnection, columns: columns)
  }
  func didUpdate(_ updated: PersistenceSuccess) { called("didUpdate") }

  func willSave(_ db: any SQLConnection) throws { called("willSave") }
  func willSave(_ db: Database) throws { try willSave(db as any SQLConnection) }
  func didSave(_ saved: PersistenceSuccess) { called("didSave") }

  func willDelete(_ db: any SQLConnection) throws { called("willDelete") }
  func willDelete(_ db: Database) throws { try willDelete(db as any SQLConnection) }
  func didDelete(deleted: Bool) { called("didDelete \(deleted)") }
}

/// A table of the same rows that is a record too.
@Table("thing") private struct ThingRow: Codable, FetchableRecord, PersistableRecord {
  let id: Int
  var name: String
}

private func withThings(
  _ kind: DatabaseKind,
  _ body: (any SQLConnection) throws -> Void
) throws {
  try EmptyDatabases.run(kind) { db throws in
    try db.execute(
      sql: """
        CREATE TABLE thing (
          id \(kind.generatedKey), name TEXT UNIQUE, note TEXT, number INTEGER DEFAULT 0
        )
        """
    )
    try body(db)
  }
}

/// The callbacks that are called on either database, and their order: the tests of
/// `CallbackTests`.
@Suite(.mayBlock, .timeLimit(.hang)) struct CallbacksOnBothTests {
  private static let inserting = ["willSave", "willInsert", "didInsert", "didSave"]

  private func calls(
    _ kind: DatabaseKind,
    _ body: (inout Traced, any SQLConnection) throws -> Void
  ) throws -> [String] {
    var record = Traced(name: "a")
    try withThings(kind) { db throws in try body(&record, db) }
    return record.calls.all
  }

  @Test(arguments: DatabaseKind.available)
  func `insertions call their callbacks within those of saving`(kind: DatabaseKind) throws {
    #expect(try calls(kind) { try $0.insert($1) } == Self.inserting)
    #expect(try calls(kind) { try $0.save($1) } == Self.inserting)
    #expect(try calls(kind) { try $0.upsert($1) } == Self.inserting)
    #expect(try calls(kind) { _ = try $0.insertAndFetch($1) } == Self.inserting)
  }

  @Test(arguments: DatabaseKind.available)
  func `updating calls its callbacks within those of saving`(kind: DatabaseKind) throws {
    let calls = try calls(kind) { record, db in
      try record.insert(db)
      record.calls.all = []
      try record.updateChanges(db) { $0.name = "b" }
    }
    #expect(calls == ["willSave", #"willUpdate ["name"]"#, "didUpdate", "didSave"])
  }

  @Test(arguments: DatabaseKind.available)
  func `saving a record whose row is missing tries an update, then inserts`(
    kind: DatabaseKind
  ) throws {
    let calls = try calls(kind) { record, db in
      record.id = 7
      try record.save(db)
    }
    let update = #"willUpdate ["id", "name"]"#
    #expect(calls == ["willSave", update, "willInsert", "didInsert", "didSave"])
  }

  @Test(arguments: DatabaseKind.available)
  func `deleting calls its callbacks`(kind: DatabaseKind) throws {
    let calls = try calls(kind) { record, db in
      try record.insert(db)
      record.calls.all = []
      try record.delete(db)
      try record.delete(db)
    }
    #expect(calls == ["willDelete", "didDelete true", "willDelete", "didDelete false"])
  }

  @Test(arguments: DatabaseKind.available)
  func `an insertion that a conflict ignored does not call didInsert`(kind: DatabaseKind) throws {
    let calls = try calls(kind) { record, db in
      try record.insert(db)
      var other = Traced(name: "a")
      try other.insert(db, onConflict: .ignore)
      #expect(other.id == nil)
      #expect(other.calls.all == ["willSave", "willInsert"])
    }
    #expect(calls == Self.inserting)
  }
}

/// Updates of records one after the other on either database: the tests of `RepeatedUpdateTests`.
@Suite(.mayBlock, .timeLimit(.hang)) struct UpdatesOnBothTests {
  private func write(_ kind: DatabaseKind, _ body: (any SQLConnection) throws -> Void) throws {
    try withThings(kind) { db throws in
      for id in 1...4 { try Thing(id: id, name: "n\(id)").insert(db) }
      try body(db)
    }
  }

  private func things(_ db: any SQLConnection) throws -> [Thing] {
    try Thing.order(Column("id")).fetchAll(db)
  }

  @Test(arguments: DatabaseKind.available)
  func `only the columns that changed are written`(kind: DatabaseKind) throws {
    try write(kind) { db throws in
      var things = try things(db)
      for index in things.indices {
        // Another value in a column that does not change.
        try Thing.filter(key: index + 1).updateAll(db, Column("number").set(to: 9))
        #expect(try things[index].updateChanges(db) { $0.name += "!" })
        #expect(try things[index].updateChanges(db) { $0.note = "x" })
        #expect(try !things[index].updateChanges(db) { $0.number += 0 })
        things[index].number = 9
      }
      #expect(try self.things(db) == things)
      #expect(things.map(\.name) == ["n1!", "n2!", "n3!", "n4!"])
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `the changes from another record are written`(kind: DatabaseKind) throws {
    try write(kind) { db throws in
      for id in 1...3 {
        let old = Thing(id: id, name: "n\(id)")
        let new = Thing(id: id, name: "n\(id)", note: "y", number: id)
        #expect(try new.updateChanges(db, from: old))
        #expect(try !new.updateChanges(db, from: new))
        #expect(try Thing.fetchOne(db, key: id) == new)
      }
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `records are written by a function for some connection`(kind: DatabaseKind) throws {
    func renamed<Connection: SQLConnection>(_ id: Int, _ db: Connection) throws -> Thing? {
      guard var thing = try Thing.fetchOne(db, key: id) else { return nil }
      thing.name = "some"
      try thing.update(db)
      return try thing.upserted(db)
    }
    try write(kind) { db throws in
      let thing = Thing(id: 2, name: "some")
      #expect(try renamed(2, db) == thing)
      #expect(try Thing.find(db, key: 2) == thing)
      #expect(try renamed(9, db) == nil)
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `a table that is a record is found like one`(kind: DatabaseKind) throws {
    try write(kind) { db throws in
      #expect(try ThingRow.find(db, key: 3).name == "n3")
      #expect(try ThingRow.fetchCount(db) == 4)
      #expect(throws: RecordError.recordNotFound(databaseTableName: "thing", key: [:])) {
        _ = try ThingRow.find(db, key: 9)
      }
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `an update ignores conflicts only on SQLite`(kind: DatabaseKind) throws {
    try write(kind) { db throws in
      let taken = Thing(id: 1, name: "n2")
      if kind == .sqlite {
        try taken.update(db, onConflict: .ignore)
      } else {
        let error = #expect(throws: PostgresRequestError.self) {
          try taken.update(db, onConflict: .ignore)
        }
        #expect(error?.description.contains("UPDATE OR IGNORE") == true)
      }
      #expect(try Thing.find(db, key: 1).name == "n1")
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `a missing row is an error each time`(kind: DatabaseKind) throws {
    try write(kind) { db throws in
      for _ in 1...2 {
        var missing = Thing(id: 9, name: "a")
        #expect(throws: RecordError.self) { try missing.updateChanges(db) { $0.name = "b" } }
        #expect(throws: RecordError.self) { try missing.update(db) }
        var keyless = Thing(id: nil, name: "a")
        #expect(throws: RecordError.self) { try keyless.updateChanges(db) { $0.name = "b" } }
        #expect(throws: RecordError.self) { try keyless.update(db) }
        try Thing(id: 1, name: "n1").update(db)
      }
      #expect(try things(db).map(\.name) == ["n1", "n2", "n3", "n4"])
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `a changed key decides which row is written`(kind: DatabaseKind) throws {
    try write(kind) { db throws in
      for name in ["a", "b"] {
        var thing = Thing(id: 1, name: "n1")
        let isChanged = try thing.updateChanges(db) { thing in
          thing.id = 2
          thing.name = name
        }
        #expect(isChanged)
        #expect(try Thing.fetchOne(db, key: 2)?.name == name)
        var other = Thing(id: 1, name: name)
        #expect(try other.updateChanges(db) { $0.id = 2 })
      }
      #expect(try Thing.fetchOne(db, key: 1)?.name == "n1")
    }
  }

  @Test(arguments: DatabaseKind.available)
  func `a closure that updates other records still writes its own values`(
    kind: DatabaseKind
  ) throws {
    try write(kind) { db throws in
      var thing = Thing(id: 1, name: "n1")
      for round in 1...2 {
        try thing.updateChanges(db) { thing in
          var other = Thing(id: 2, name: "n2")
          try other.updateChanges(db) { $0.number = round }
          try Thing(id: 3, name: "n3", number: round).update(db)
          thing.number = round
        }
      }
      #expect(try things(db).map(\.number) == [2, 2, 2, 0])
    }
  }
}
