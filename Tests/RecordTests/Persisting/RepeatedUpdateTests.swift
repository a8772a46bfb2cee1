import LiveSQL
import Records
import Synchronization
import Testing

/// The texts that were appended, in order.
final class ToldTexts: Sendable {
  private let texts = Mutex<[String]>([])

  var all: [String] { texts.withLock { $0 } }

  func append(_ text: String) { texts.withLock { $0.append(text) } }
}

/// Records of one type that are updated one after the other: facts cached for the first ones must
/// not break the next ones.
@Suite struct RepeatedUpdateTests {
  struct Thing: Codable, Equatable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "thing"

    var id: Int?
    var name: String
    var note: String?
    var number = 0
  }

  /// A record of the same table with its own callbacks.
  struct Watched: Codable, FetchableRecord, MutablePersistableRecord {
    static let databaseTableName = "thing"

    var id: Int?
    var name: String
    let seen = ToldTexts()

    enum CodingKeys: CodingKey { case id, name }

    init(id: Int?, name: String) { (self.id, self.name) = (id, name) }

    func willUpdate(_ db: Database, columns: Set<String>) {
      seen.append("\(id ?? 0) \(columns.sorted())")
    }
  }

  /// A record of the same table that encodes itself.
  struct Written: EncodableRecord, PersistableRecord {
    static let databaseTableName = "thing"

    let id: Int
    var name: String
    var withNumber = false

    func encode(to container: inout PersistenceContainer) {
      container["ID"] = id
      if withNumber { container["number"] = name.count }
      container["name"] = name
    }
  }

  private static let schema = """
    CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT UNIQUE, note, number DEFAULT 0,
      twice GENERATED ALWAYS AS (number * 2));
    CREATE TABLE log (text);
    CREATE TRIGGER logged BEFORE UPDATE ON thing BEGIN INSERT INTO log VALUES (new.id || new.name); END;
    """

  private func write(_ body: (Database) throws -> Void) throws {
    try makeQueue(Self.schema).write { db throws in
      for id in 1...4 { try Thing(id: id, name: "n\(id)").insert(db) }
      // By now, everything is cached that the test uses.
      for id in 1...2 { try Thing(id: id, name: "n\(id)").update(db) }
      try db.execute(sql: "DELETE FROM log")
      try body(db)
    }
  }

  private func statements(_ db: Database, _ body: () throws -> Void) throws -> [String] {
    let statements = ToldTexts()
    db.trace { statements.append("\($0)") }
    defer { db.trace() }
    try body()
    return statements.all.filter { !$0.hasPrefix("--") }
  }

  @Test func `only the columns that changed are written, whichever they are`() throws {
    try write { db throws in
      var things = try Thing.order(Column("id")).fetchAll(db)
      let statements = try statements(db) { () throws in
        for index in things.indices {
          #expect(try things[index].updateChanges(db) { $0.name += "!" })
          #expect(
            try things[index].updateChanges(db) {
              $0.note = "x"; $0.number += 1
            }
          )
          #expect(try !things[index].updateChanges(db) { $0.number += 0 })
          #expect(try things[index].updateChanges(db) { $0.note = nil })
        }
      }
      let three = [
        #"UPDATE "thing" SET "name" = ? WHERE "id" = ?"#,
        #"UPDATE "thing" SET "note" = ?, "number" = ? WHERE "id" = ?"#,
        #"UPDATE "thing" SET "note" = ? WHERE "id" = ?"#,
      ]
      #expect(statements == three + three + three + three)
      #expect(try Thing.order(Column("id")).fetchAll(db) == things)
      #expect(things.map(\.name) == ["n1!", "n2!", "n3!", "n4!"])
    }
  }

  @Test func `the changes from another record are written`() throws {
    try write { db throws in
      for id in 1...3 {
        let old = Thing(id: id, name: "n\(id)")
        let new = Thing(id: id, name: "n\(id)", note: "y", number: id)
        #expect(try new.updateChanges(db, from: old))
        #expect(try !new.updateChanges(db, from: new))
        // Also from a record of another type.
        #expect(try new.updateChanges(db, from: Written(id: id, name: "n\(id)")))
        #expect(try Thing.fetchOne(db, key: id) == new)
      }
    }
  }

  @Test func `a missing row is an error each time, and its triggers do not run`() throws {
    try write { db throws in
      for _ in 1...2 {
        var missing = Thing(id: 9, name: "a")
        #expect(throws: RecordError.self) { try missing.updateChanges(db) { $0.name = "b" } }
        #expect(throws: RecordError.self) { try missing.update(db) }
        var keyless = Thing(id: nil, name: "a")
        #expect(throws: RecordError.self) { try keyless.updateChanges(db) { $0.name = "b" } }
        #expect(throws: RecordError.self) { try keyless.update(db) }
        try Thing(id: 1, name: "n1").update(db)
      }
      #expect(try String.fetchAll(db, sql: "SELECT text FROM log") == ["1n1", "1n1"])
    }
  }

  @Test func `an ignored conflict leaves the row and runs its triggers once`() throws {
    try write { db throws in
      for _ in 1...2 {
        var thing = Thing(id: 1, name: "n1")
        #expect(try thing.updateChanges(db, onConflict: .ignore) { $0.name = "n2" })
        try thing.update(db, onConflict: .ignore)
        #expect(throws: DatabaseError.self) { try thing.update(db) }
      }
      #expect(try Thing.fetchOne(db, key: 1)?.name == "n1")
      #expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM log") == 4)
    }
  }

  @Test func `a changed key decides which row is written`() throws {
    try write { db throws in
      for name in ["a", "b"] {
        var thing = Thing(id: 1, name: "n1")
        #expect(
          try thing.updateChanges(db) {
            $0.id = 2; $0.name = name
          }
        )
        #expect(try Thing.fetchOne(db, key: 2)?.name == name)
        var other = Thing(id: 1, name: name)
        #expect(try other.updateChanges(db) { $0.id = 2 })
      }
      #expect(try Thing.fetchOne(db, key: 1)?.name == "n1")
    }
  }

  @Test func `a closure that updates other records still writes its own values`() throws {
    try write { db throws in
      var thing = Thing(id: 1, name: "n1")
      for round in 1...2 {
        try thing.updateChanges(db) { thing in
          var other = Thing(id: 2, name: "n2")
          try other.updateChanges(db) { $0.number = round }
          try Thing(id: 3, name: "n3", number: round).update(db)
          thing.number = round
        }
      }
      #expect(try Int.fetchAll(db, sql: "SELECT number FROM thing ORDER BY id") == [2, 2, 2, 0])
    }
  }

  @Test func `a schema change between two updates is noticed`() throws {
    try write { db throws in
      var thing = Thing(id: 1, name: "n1")
      for round in 1...3 {
        try thing.updateChanges(db) { $0.number = round }
        try thing.updateChanges(db) { thing in
          try db.execute(sql: "ALTER TABLE thing ADD COLUMN more\(round)")
          thing.name = "r\(round)"
        }
        try thing.update(db)
      }
      #expect(try Thing.fetchOne(db, key: 1) == thing)
      try db.execute(sql: "ALTER TABLE thing RENAME COLUMN note TO remark")
      #expect(throws: DatabaseError.self) { try thing.updateChanges(db) { $0.note = "a" } }
      #expect(try thing.updateChanges(db) { $0.number = 9 })
      #expect(try Int.fetchOne(db, sql: "SELECT twice FROM thing WHERE id = 1") == 18)
    }
  }

  @Test func `callbacks get the changed columns each time`() throws {
    try write { db throws in
      for id in 1...3 {
        var watched = Watched(id: id, name: "n\(id)")
        try watched.updateChanges(db) { $0.name += "w" }
        try watched.update(db)
        #expect(watched.seen.all == ["\(id) [\"name\"]", "\(id) [\"id\", \"name\"]"])
      }
      var thing = Thing(id: 4, name: "n4")
      try thing.updateChanges(db) { $0.name += "t" }
      #expect(
        try String.fetchAll(db, sql: "SELECT name FROM thing") == ["n1w", "n2w", "n3w", "n4t"]
      )
    }
  }

  @Test func `records that encode themselves are compared by columns`() throws {
    try write { db throws in
      for id in 1...3 {
        var written = Written(id: id, name: "n\(id)")
        #expect(try !written.updateChanges(db) { $0.name += "" })
        #expect(try written.updateChanges(db) { $0.name += "ab" })
        #expect(try written.updateChanges(db) { $0.withNumber = true })
        #expect(written.databaseEquals(written))
        #expect(try written.databaseDictionary.keys.sorted() == ["ID", "name", "number"])
      }
      #expect(try Int.fetchAll(db, sql: "SELECT number FROM thing ORDER BY id") == [4, 4, 4, 0])
    }
  }
}

/// Requests of a single table, which are written as text directly.
@Suite struct OneTableRequestTests {
  typealias Thing = RepeatedUpdateTests.Thing

  private static let requests: [QueryInterfaceRequest<Thing>] = [
    Thing.all(), Thing.none(), Thing.filter(Column("id") == 1),
    Thing.filter(Column("name") == nil).filter(Column("id") > 1 && Column("id") <= 4),
    Thing.filter(!(Column("id") == 1) || Column("name").like("n%")),
    Thing.filter(sql: "id + ? > 2", arguments: [1]), Thing.filter(key: 1),
    Thing.filter(keys: [1, 2]),
    Thing.filter([1, 2].contains(Column("id"))), Thing.filter(Column("id") + 1 == Column("number")),
    Thing.filter(Column("id") == 1).order(Column("name")), Thing.filter(Column("id") > 1).limit(2),
    Thing.filter(Column("id") > 1).distinct(),
    Thing.select(["id", "name", "note", "number"].map { Column($0) }),
    Thing.filter(length(Column("name")) > 1), Thing.all().aliased(RequestAlias(name: "t")),
    Thing.order(Column("id")).reversed(),
    Thing.filter(Thing.filter(Column("id") == 1).exists()),
    Thing.filter(Column("id") == Column.rowID),
    Thing.annotated(with: Column("id").forKey("other")),
    Thing.filter(Thing.select(max(Column("id")), as: Int.self).contains(Column("id"))),
  ]

  @Test func `requests of one table have the same text as other requests`() throws {
    let queue = try makeQueue(
      "CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, note, number DEFAULT 0)"
    )
    try queue.write { db throws in
      for id in 1...4 { try Thing(id: id, name: "n\(id)").insert(db) }
    }
    try queue.read { db throws in
      for request in Self.requests {
        let query = try request.written(db).query.render().sql
        let statements = ToldTexts()
        db.trace { statements.append("\($0)") }
        let all = try request.fetchAll(db)
        let first = try request.fetchOne(db)
        db.trace()
        #expect(first == all.first)
        guard !query.isEmpty else {
          #expect(statements.all == [])
          continue
        }
        #expect(statements.all.first == query)
        #expect(statements.all.last == (query.contains(" LIMIT ") ? query : query + " LIMIT 1"))
      }
    }
  }
}
