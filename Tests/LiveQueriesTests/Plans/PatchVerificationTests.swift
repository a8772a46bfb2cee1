import DatabaseTypes
import IncrementalQueries
import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteQueries
import Testing
import TypedSQL

@testable import LiveEngine
@testable import LiveQueries

/// The comparison of patched results with the query run from scratch.
@Suite struct PatchVerificationTests {
  private static let sql = """
    SELECT p.kind, sum(l.price), group_concat(l.id) FROM lines l, products p WHERE p.id = l.product
    GROUP BY p.kind ORDER BY p.kind
    """
  private let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE products (id INTEGER PRIMARY KEY, kind TEXT);
          CREATE TABLE lines (id INTEGER PRIMARY KEY, product INTEGER, price REAL);
          CREATE INDEX lines_by_product ON lines (product);
          INSERT INTO products VALUES (1, 'a'), (2, 'a'), (3, 'b');
          INSERT INTO lines VALUES (1, 1, 1e16), (2, 2, 1), (3, 1, -1e16), (4, 2, 1), (5, 3, 1);
          """
      )
    }
  }

  /// Returns the result of SQL text, each row as a text of its values.
  private func result(_ sql: String) throws -> PatchedSelect<String> {
    let query = QueryFragment(sql)
    let decoding = RowDecoding { (statement: PreparedStatement) in
      try statement.copyRow().values.map(\.sqlLiteral).joined(separator: " ")
    }
    let select = DecodableSelect<String, Database>(
      try #require(SelectParts.reading(query)),
      query,
      readFrom: query,
      canCompare: true,
      isSame: ==
    ) { SQLiteRowStatement($0, decoding) }
    return PatchedSelect(select)
  }

  /// Commits a statement that touches one line.
  private func commit(_ sql: String, touching id: Int64) throws -> ChangeSet {
    try database.write { try $0.execute(sql: sql) }
    let change = Change(key: .rowID(id), old: .unknown, new: .unknown)
    return ChangeSet(number: 1, origin: .thisProcess, tables: ["lines": .rows([change])])
  }

  /// SQLite reads the lines of a single group in the order of their products.
  @Test func `a group that is read in another order is right`() throws {
    var result = try result(Self.sql)
    try database.unsafeRead { try result.start($0) }
    #expect(result.plan == .groups)
    let changes = try commit("UPDATE lines SET price = 2 WHERE id = 4", touching: 4)
    try database.unsafeRead { (db) throws in
      _ = try result.apply(changes, db)
      #expect(try result.correction(db) == nil)
    }
    #expect(result.patchCount == 1)
  }

  @Test func `a limited group that is read in another order is right`() throws {
    var result = try result(Self.sql + " LIMIT 5 OFFSET 0")
    try database.unsafeRead { try result.start($0) }
    #expect(result.plan == .orderedWindow)
    let changes = try commit("UPDATE lines SET price = 2 WHERE id = 4", touching: 4)
    try database.unsafeRead { (db) throws in
      _ = try result.apply(changes, db)
      #expect(try result.correction(db) == nil)
    }
  }

  @Test func `a group that is wrong, missing or too much is corrected`() throws {
    var result = try result(Self.sql)
    try database.unsafeRead { (db) throws in
      try result.start(db)
      let right = result.elements
      try #require(right.count == 2)
      #expect(try result.correction(db) == nil)
      for wrong in [["'a' 7.0 '1'", right[1]], [right[0]], right + ["'c'"], [right[1], right[0]]] {
        #expect(try result.correction(of: wrong, db) == right)
      }
    }
  }

  @Test func `a row of a join, and a total, is corrected if it differs at all`() throws {
    let joined =
      "SELECT l.id, p.kind FROM lines l JOIN products p ON p.id = l.product ORDER BY l.id"
    for sql in [joined, "SELECT sum(l.price) FROM lines l JOIN products p ON p.id = l.product"] {
      var result = try result(sql)
      try database.unsafeRead { (db) throws in
        try result.start(db)
        var wrong = result.elements
        wrong[0] += "0"
        #expect(try result.correction(db) == nil)
        #expect(try result.correction(of: wrong, db) == result.elements)
      }
    }
  }
}
