import LiveSQL
import LiveSQLTestSupport
import Testing

/// The decoding of records from rows.
@Suite(.timeLimit(.hang)) struct DecodingTests {
  struct Item: Codable, Equatable, FetchableRecord, TableRecord {
    var id: Int
    var name: String
    var note: String?
  }

  let queue: DatabaseQueue

  init() throws {
    queue = try makeQueue(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, note TEXT);
      INSERT INTO item VALUES (1, 'a', NULL), (2, 'b', 'n'), (3, 'c', NULL);
      """
    )
  }

  @Test func `columns are found by name, in any order and case`() throws {
    try queue.read { db throws in
      let items = try Item.fetchAll(db, sql: "SELECT note, NAME, 5 AS other, Id FROM item")
      #expect(items == (try Item.fetchAll(db)))
      #expect(items.map(\.id) == [1, 2, 3])
    }
  }

  @Test(.requiresColumnMetadata) func `an error names a missing column and its table`() throws {
    try queue.read { db throws in
      let error = #expect(throws: DecodingFailure.self) {
        try Item.fetchAll(db, sql: "SELECT id, note FROM item")
      }
      #expect(error?.column == "name")
      #expect(error?.table == TableName("item"))
      #expect(error?.sql == "SELECT id, note FROM item")
    }
  }

  @Test func `a missing column of an optional is nil`() throws {
    try queue.read { db throws in
      let items = try Item.fetchAll(db, sql: "SELECT id, name FROM item")
      #expect(items.map(\.note) == [nil, nil, nil])
    }
  }

  @Test func `an error names the column that is NULL but needs a value`() throws {
    try queue.write { db throws in
      try db.execute(sql: "INSERT INTO item VALUES (4, NULL, NULL)")
      let error = #expect(throws: DecodingFailure.self) { try Item.fetchAll(db) }
      #expect(error?.column == "name")
      #expect(error?.found == .null)
    }
  }

  /// A decodable type with its own initialiser.
  struct Own: Decodable, FetchableRecord {
    let name: String
    let isOwn: Bool

    init(row: Row) throws {
      name = try row["name"]
      isOwn = true
    }
  }

  @Test func `a custom initialiser decodes all records`() throws {
    try queue.read { db throws in
      let all = try Own.fetchAll(db, sql: "SELECT * FROM item")
      #expect(all.map(\.name) == ["a", "b", "c"])
      #expect(all.map(\.isOwn) == [true, true, true])
    }
  }

  /// A record that creates another one from the same row.
  struct Outer: FetchableRecord {
    let item: Item

    init(row: Row) throws { item = try Item(row: row) }
  }

  @Test func `a record can contain another one`() throws {
    try queue.read { db throws in
      let all = try Outer.fetchAll(db, sql: "SELECT * FROM item")
      #expect(all.map(\.item.id) == [1, 2, 3])
    }
  }

  @Test func `a schema change is noticed by cached statements`() throws {
    try queue.write { db throws in
      #expect(try Item.fetchAll(db).count == 3)
      try db.execute(
        sql: "DROP TABLE item; CREATE TABLE item (note TEXT, name TEXT, id INTEGER PRIMARY KEY)"
      )
      try db.execute(sql: "INSERT INTO item VALUES ('n', 'a', 7)")
      #expect(try Item.fetchAll(db) == [Item(id: 7, name: "a", note: "n")])
    }
  }

  @Test func `a schema change is noticed by a statement that somebody holds`() throws {
    try queue.write { db throws in
      let statement = try db.makeStatement(sql: "SELECT * FROM item")
      #expect(try Item.fetchAll(statement).count == 3)
      try db.execute(
        sql: "DROP TABLE item; CREATE TABLE item (note TEXT, name TEXT, id INTEGER PRIMARY KEY)"
      )
      try db.execute(sql: "INSERT INTO item VALUES ('n', 'a', 7)")
      // SQLite compiles the statement again when it runs.
      #expect(try Item.fetchAll(statement) == [Item(id: 7, name: "a", note: "n")])
      #expect(try Item.fetchOne(statement) == Item(id: 7, name: "a", note: "n"))
    }
  }

  class Base: Codable, FetchableRecord {
    var id: Int
    required init(id: Int) { self.id = id }
  }

  final class Derived: Base {
    var name: String
    private enum CodingKeys: CodingKey { case name }
    required init(id: Int) {
      name = ""
      super.init(id: id)
    }
    required init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
      try super.init(from: decoder)
    }
  }

  @Test func `a class has the columns of its superclass`() throws {
    try queue.read { db throws in
      let all = try Derived.fetchAll(db, sql: "SELECT * FROM item")
      #expect(all.map(\.id) == [1, 2, 3])
      #expect(all.map(\.name) == ["a", "b", "c"])
    }
  }

  struct Explicit: Decodable, FetchableRecord {
    let note: String?
    let hasNote: Bool

    private enum Keys: String, CodingKey { case note, absent }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Keys.self)
      hasNote = try !container.decodeNil(forKey: .note)
      note = try container.decode(String?.self, forKey: .note)
      #expect(container.contains(.note))
      #expect(!container.contains(.absent))
    }
  }

  @Test func `an optional can be decoded explicitly`() throws {
    try queue.read { db throws in
      let all = try Explicit.fetchAll(db, sql: "SELECT note FROM item")
      #expect(all.map(\.note) == [nil, "n", nil])
      #expect(all.map(\.hasNote) == [false, true, false])
    }
  }

  @Test func `rows are fetched one by one`() throws {
    try queue.read { db throws in
      let cursor = try Item.fetchCursor(db)
      #expect(try cursor.next()?.id == 1)
      #expect(try cursor.next()?.id == 2)
      #expect(
        try Item.fetchOne(db, sql: "SELECT * FROM item WHERE id = ?", arguments: [3])?.id == 3
      )
    }
  }
}
