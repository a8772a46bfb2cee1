import LiveSQL
import Testing

/// Tests that recreating a table keeps its rows and row IDs, whatever the keys before and after.
@Suite struct RecreateKeyTests {
  enum Key: CaseIterable, Sendable {
    case none, integer, autoIncremented, text, descending, composite, textWithoutRowID
    case compositeWithoutRowID

    var options: TableOptions {
      switch self {
      case .textWithoutRowID, .compositeWithoutRowID: .withoutRowID
      default: []
      }
    }

    var hasRowID: Bool { options.isEmpty }

    /// Defines a table with the integer column `a` and the text column `b`.
    func define(_ t: TableBuilder) {
      switch self {
      case .none:
        t.column("a", .integer)
        t.column("b", .text)
      case .integer:
        t.primaryKey("a", .integer)
        t.column("b", .text)
      case .autoIncremented:
        t.autoIncrementedPrimaryKey("a")
        t.column("b", .text)
      case .text, .textWithoutRowID:
        t.column("a", .integer)
        t.primaryKey("b", .text)
      case .descending:
        // For historical reasons, this key is not an alias of the row ID.
        t.column(sql: "a INTEGER PRIMARY KEY DESC")
        t.column("b", .text)
      case .composite, .compositeWithoutRowID:
        t.primaryKey {
          t.column("a", .integer)
          t.column("b", .text)
        }
      }
    }
  }

  @Test(arguments: Key.allCases)
  func `rows are kept in a pool`(key: Key) throws {
    try checkRows(in: try DatabasePool(), key, key)
  }

  @Test(arguments: Key.allCases, Key.allCases)
  func `rows are kept from any key to any other`(old: Key, new: Key) throws {
    try checkRows(in: try DatabaseQueue(), old, new)
  }

  private func checkRows(in database: some DatabaseWriter, _ old: Key, _ new: Key) throws {
    try database.write { db in
      try db.create(table: "t", options: old.options) { t in old.define(t) }
      try db.execute(sql: "INSERT INTO t (a, b) VALUES (7, 'seven'), (3, 'three'), (5, 'five')")
      try db.execute(sql: "DELETE FROM t WHERE a = 5")
      // A column that becomes an alias of the row ID changes the row IDs.
      let keepsNumbers =
        old.hasRowID && new.hasRowID && ![.integer, .autoIncremented].contains(new)
      let before = try content(db, keepsNumbers)
      try db.recreate(table: "t", options: new.options) { t in new.define(t) }
      #expect(try content(db, keepsNumbers) == before)
      #expect(before.map { $0[0] } == [3, 7])
    }
    let count = try database.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM t") }
    #expect(count == 2)
  }

  private func content(_ db: Database, _ withNumbers: Bool) throws -> [[DatabaseValue]] {
    let number = withNumbers ? ", rowid" : ""
    return try Row.fetchAll(db, sql: "SELECT a, b\(number) FROM t ORDER BY a").map(\.values)
  }

  @Test func `indexes of every kind are kept`() throws {
    let fixture = try SchemaFixture()
    try fixture.change { db in
      try db.create(table: "t") { t in Key.none.define(t) }
      try db.create(index: "one", on: "t", columns: ["b"], options: .unique)
      try db.create(index: "two", on: "t", columns: ["a"], condition: Column("b") != "it's")
      try db.create(index: "three", on: "t", expressions: ["lower(b) DESC", "a COLLATE NOCASE"])
    }
    let before = try fixture.schema().dropFirst()
    try fixture.change { db in
      try db.recreate(table: "t") { t in Key.integer.define(t) }
    }
    #expect(try fixture.schema().dropFirst() == before)
    try fixture.change { db in try db.checkForeignKeys() }
    #expect(try fixture.values("PRAGMA integrity_check") == ["ok"])
  }
}
