import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import Testing

@testable import SQLiteTools

/// Dumps, copies and undo of tables with 2,000 columns, as many as SQLite allows.
@Suite(.timeLimit(.hang)) struct WideTableToolTests {
  private static let names = (0..<2_000).map { "c\($0)" }

  /// Definitions of a table, and inserts of rows.
  static let tables: [(String, String)] = [
    // The row numbers have a gap, so a dump has to write them beside 2,000 columns.
    (")", "INSERT INTO t (rowid, c0, c1999) VALUES (-5, 1, 'x'), (3, 2.5, x'00'), (9, 3, NULL)"),
    (")", "INSERT INTO t (c0, c1999) VALUES (1, 'x'), (2, 'y')"),
    (", PRIMARY KEY (c1999, c0))", "INSERT INTO t (c0, c1999) VALUES (1, 'x'), (2, 'a')"),
    (", PRIMARY KEY (c1, c0)) WITHOUT ROWID", "INSERT INTO t (c0, c1) VALUES (1, 2), (2, 1)"),
  ]

  private func database(_ end: String, _ rows: String) throws -> DatabaseQueue {
    let database = try DatabaseQueue()
    let columns = Self.names.joined(separator: ", ")
    try database.writeWithoutTransaction {
      try $0.execute(sql: "CREATE TABLE t (\(columns)\(end); \(rows)")
    }
    return database
  }

  /// Returns the rows, and their numbers.
  private func content(of database: any DatabaseReader) throws -> [[DatabaseValue]] {
    try database.read { db in
      let hasNumbers = try db.primaryKey(TableName("t")).hasRowID
      let numbers =
        try hasNumbers ? DatabaseValue.fetchAll(db, sql: "SELECT rowid FROM t ORDER BY rowid") : []
      let order = hasNumbers ? "rowid" : "c1"
      let rows = try Row.fetchAll(db, sql: "SELECT * FROM t ORDER BY \(order)")
      return [numbers] + rows.map(\.values)
    }
  }

  @Test(arguments: tables)
  func `a dump restores the table`(end: String, rows: String) throws {
    let source = try database(end, rows)
    var bytes: [UInt8] = []
    try source.dumpSQL { bytes += $0 }
    let copy = try DatabaseQueue()
    try copy.importSQL(from: .text(String(decoding: bytes, as: UTF8.self)))
    #expect(try content(of: copy) == content(of: source))
  }

  @Test(arguments: tables)
  func `a backup copies the table`(end: String, rows: String) throws {
    let (source, copy) = (try database(end, rows), try DatabaseQueue())
    try source.backup(to: copy)
    #expect(try content(of: copy) == content(of: source))
  }

  @Test(arguments: tables)
  func `a change is undone and redone`(end: String, rows: String) throws {
    let database = try database(end, rows)
    let history = try UndoHistory(database)
    let before = try content(of: database)
    try database.write { db in
      try db.execute(sql: "UPDATE t SET c1998 = 'changed'; DELETE FROM t WHERE c0 = 1")
    }
    let after = try content(of: database)
    try history.undo()
    #expect(try content(of: database) == before)
    try history.redo()
    #expect(try content(of: database) == after)
  }

  @Test func `conditions on any number of columns can be nested`() throws {
    let database = try database(")", "INSERT INTO t (c0) VALUES (1)")
    try database.read { db in
      let all = conjunction(of: Self.names.dropFirst().map { "\($0) IS NULL" })
      let ofAll = try Int.fetchOne(db, sql: "SELECT c0 FROM t WHERE \(all)")
      #expect(ofAll == 1)
      let one = disjunction(of: Self.names.reversed().map { "\($0) = 1" })
      let ofOne = try Int.fetchOne(db, sql: "SELECT c0 FROM t WHERE \(one)")
      #expect(ofOne == 1)
    }
    #expect(conjunction(of: ["a", "b"]) == "a AND b")
    #expect(disjunction(of: ["a"]) == "a")
  }

  private static let refused = [
    ("SELECT rowid, * FROM t", "select fewer"),
    ("CREATE TABLE u (\(names.joined(separator: ", ")), more)", "in a second one"),
    ("UPDATE t SET c0 = 1\(names.map { ", \($0) = 1" }.joined())", "use several"),
    ("SELECT json_array(\(names.prefix(128).joined(separator: ", "))) FROM t", "nest several"),
    ("SELECT 1\(String(repeating: " UNION ALL SELECT 1", count: 500))", "500 statements"),
    ("SELECT 1 FROM t ORDER BY \(names.joined(separator: ", ")), rowid", "leave out"),
    ("SELECT 1 FROM t WHERE \(names.joined(separator: " AND "))", "with parentheses"),
  ]

  @Test(arguments: refused)
  func `exceeding a limit of SQLite is an error with advice`(sql: String, advice: String) throws {
    let database = try database(")", "")
    try database.writeWithoutTransaction { db in
      let error = #expect(throws: DatabaseError.self) { try db.execute(sql: sql) }
      #expect(error?.explanation.contains(advice) == true, "\(error?.explanation ?? "")")
    }
  }
}
