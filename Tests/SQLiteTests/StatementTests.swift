import DatabaseTypes
import SQLite
import Testing

@Suite struct StatementTests {
  let connection: Connection

  init() throws {
    connection = try .inMemory(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, price REAL);
      INSERT INTO item VALUES (1, 'pen', 1.5), (2, 'ink', NULL);
      CREATE VIEW cheap AS SELECT name AS title FROM item WHERE price < 2;
      """
    )
  }

  @Test func `steps through its rows, and again after a reset`() throws {
    let statement = try Statement("SELECT id FROM item ORDER BY id", on: connection)
    for _ in 0..<2 {
      #expect(try statement.step() == .row)
      #expect(statement.integer(at: 0) == 1)
      #expect(statement.isBusy == true)
      #expect(try statement.step() == .row)
      #expect(try statement.step() == .done)
      #expect(statement.isBusy == false)
      statement.reset()
    }
  }

  @Test func `does all its work when it is run, even if rows are not read`() throws {
    try connection.execute("CREATE TABLE copy (id)")
    let insert = "INSERT INTO copy SELECT id FROM item RETURNING id"
    try Statement(insert, on: connection).run()
    #expect(try connection.value("SELECT count(*) FROM copy") == 2)
  }

  @Test func `throws in the middle of its rows and can be used again`() throws {
    let statement = try Statement(
      "SELECT abs(?1 + id) FROM item ORDER BY id",
      on: connection
    )
    try statement.bind(Int64.min, at: 1)
    try connection.execute("UPDATE item SET id = 0 WHERE id = 1")
    #expect(failure { _ = try statement.step() }?.message == "integer overflow")
    statement.reset()
    try statement.bind(1, at: 1)
    #expect(try statement.step() == .row)
  }

  @Test func `compiles a text of several statements one by one`() throws {
    let sql = "SELECT 1; ; -- é\n SELECT 2"
    var offset = 0
    var found: [String] = []
    while let statement = try Statement.next(in: sql, from: &offset, on: connection) {
      found.append(statement.sql)
    }
    #expect(found.count == 2)
    #expect(offset == sql.utf8.count)
  }

  @Test func `reports the offset of a second statement`() {
    let error = failure { _ = try Statement("SELECT 1; SELECT 2", on: connection) }
    #expect(error?.offset == 9)
  }

  @Test func `accepts comments and semicolons after the statement`() throws {
    for tail in [";", " ; ;", ";  -- done", "; /* done */", "\n"] {
      _ = try Statement("SELECT 1" + tail, on: connection)
    }
  }

  @Test func `reports columns with their types and origins`() throws {
    let statement = try Statement(
      "SELECT name, price * 2 AS double, title FROM item, cheap",
      on: connection
    )
    #expect(statement.columnCount == 3)
    #expect(statement.columnNames == ["name", "double", "title"])
    #expect(statement.declaredType(at: 0) == "TEXT")
    #expect(statement.declaredType(at: 1) == nil)
    #expect(statement.columnName(at: 9) == "")
    let origin = ColumnOrigin(table: "item", column: "name")
    #expect(statement.layout().origins == [origin, nil, origin])
  }

  @Test(arguments: [
    ("SELECT 1", true, false), ("DELETE FROM item", false, false), ("BEGIN", true, false),
    ("EXPLAIN SELECT 1", true, true), ("CREATE TABLE t (x)", false, false),
    ("SELECT * FROM pragma_table_info('item')", true, false),
  ])
  func `knows whether it writes and whether it is an EXPLAIN`(
    sql: String,
    isReadOnly: Bool,
    isExplain: Bool
  ) throws {
    let statement = try Statement(sql, on: connection)
    #expect(statement.isReadOnly == isReadOnly)
    #expect(statement.isExplain == isExplain)
  }

  @Test func `shows its SQL with and without values`() throws {
    let statement = try Statement("SELECT ?, :b", on: connection)
    try statement.bind("it's", at: 1)
    #expect(statement.sql == "SELECT ?, :b")
    #expect(statement.expandedSQL == "SELECT 'it''s', NULL")
  }

  @Test func `counts scan steps, sorts and runs`() throws {
    let statement = try Statement("SELECT id FROM item ORDER BY name", on: connection)
    try statement.run()
    #expect(statement.count(.fullScanSteps) == 1)
    #expect(statement.count(.sorts) == 1)
    #expect(statement.count(.runs, reset: true) == 1)
    #expect(statement.count(.runs) == 0)
    #expect(statement.count(.memoryUsed) > 0)
  }

  @Test func `is compiled again after a schema change`() throws {
    let statement = try Statement("SELECT * FROM item", on: connection)
    try connection.execute("ALTER TABLE item ADD COLUMN color")
    #expect(try statement.step() == .row)
    #expect(statement.columnCount == 4)
  }
}

@Suite struct ColumnTests {
  let connection: Connection

  init() throws { connection = try .inMemory() }

  @Test func `reads text that is not valid UTF-8 only as bytes`() throws {
    let statement = try Statement("SELECT CAST(x'61ff62' AS TEXT)", on: connection)
    #expect(try statement.step() == .row)
    #expect(statement.storageClass(at: 0) == .text)
    #expect(statement.text(at: 0) == nil)
    #expect(statement.withBytes(at: 0) { [UInt8]($0) } == [0x61, 0xff, 0x62])
    #expect(throws: ConversionFailure.self) { try statement.value(at: 0) }
    #expect(throws: DecodingFailure.self) { try statement.decode(String.self, at: 0) }
  }

  @Test func `a decoding failure names the table, column and index`() throws {
    try connection.execute("CREATE TABLE item (name TEXT); INSERT INTO item VALUES ('pen')")
    let statement = try Statement("SELECT name AS title FROM item", on: connection)
    #expect(try statement.step() == .row)
    let error = #expect(throws: DecodingFailure.self) { try statement.decode(Int.self, at: 0) }
    #expect(error?.table == "item")
    #expect(error?.column == "title")
    #expect(error?.index == 0)
    #expect(error?.found == .text)
  }

  @Test func `decoding a missing column fails`() throws {
    let statement = try Statement("SELECT 1", on: connection)
    #expect(try statement.step() == .row)
    for index in [1, -1, .max] {
      #expect(throws: DecodingFailure.self) { try statement.decode(Int.self, at: index) }
      #expect(statement.storageClass(at: index) == .null)
    }
  }

  @Test func `the metadata of a table's column has its type, collation and keys`() throws {
    try connection.execute(
      """
      CREATE TABLE item (
        id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(9) NOT NULL COLLATE NOCASE
      )
      """
    )
    let id = try connection.columnMetadata(of: "id", in: "item")
    #expect(id.declaredType == "INTEGER" && id.isPrimaryKey && id.isAutoincrement)
    let name = try connection.columnMetadata(of: "name", in: "item", schema: "main")
    #expect(name.declaredType == "VARCHAR(9)" && name.collation == "NOCASE" && name.isNotNull)
    #expect(failure { _ = try connection.columnMetadata(of: "x", in: "item") }?.code == .error)
  }
}
