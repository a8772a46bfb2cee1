import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import Synchronization
import Testing

@testable import SQLiteTools

/// Dumps of tables as CSV and JSON.
@Suite(.timeLimit(.hang)) struct RowDumpTests {
  private func database(_ sql: String) throws -> DatabaseQueue {
    let database = try DatabaseQueue()
    try database.writeWithoutTransaction { try $0.execute(sql: sql) }
    return database
  }

  private func text(
    _ database: any DatabaseReader,
    _ table: TableName,
    _ format: RowDumpFormat
  ) throws -> String {
    var bytes: [UInt8] = []
    try database.dump(table, format: format) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `each format has its header, its NULL, its blobs and its ends of lines`() throws {
    let database = try database(
      """
      CREATE TABLE t (a, "b c", d);
      INSERT INTO t VALUES (1, 2.5, 'x'), (NULL, '', x'00ff'), (9e999, -9223372036854775808, x'')
      """
    )
    #expect(
      try text(database, "t", .csv)
        == "a,b c,d\r\n1,2.5,x\r\n,\"\",x'00ff'\r\nInf,-9223372036854775808,x''\r\n"
    )
    #expect(
      try text(database, "T", .csv(delimiter: ";", hasHeader: false))
        == "1;2.5;x\r\n;\"\";x'00ff'\r\nInf;-9223372036854775808;x''\r\n"
    )
    let objects = [
      #"{"a":1,"b c":2.5,"d":"x"}"#, #"{"a":null,"b c":"","d":{"base64":"AP8="}}"#,
      #"{"a":9e999,"b c":-9223372036854775808,"d":{"base64":""}}"#,
    ]
    #expect(try text(database, "t", .jsonLines) == objects.joined(separator: "\n") + "\n")
    let array = "[\n" + objects.joined(separator: ",\n") + "\n]\n"
    #expect(try text(database, "t", .json) == array)
  }

  @Test func `a table without rows has a header in CSV, and is an empty array in JSON`() throws {
    let database = try database("CREATE TABLE t (a, b)")
    #expect(try text(database, "t", .csv) == "a,b\r\n")
    #expect(try text(database, "t", .csv(hasHeader: false)) == "")
    #expect(try text(database, "t", .json) == "[]\n")
    #expect(try text(database, "t", .jsonLines) == "")
  }

  /// Texts, and their fields.
  private static let fields = [
    ("plain", "plain"), ("a,b", "\"a,b\""), ("a;b", "a;b"), ("it's", "it's"),
    ("say \"hi\"", "\"say \"\"hi\"\"\""), ("two\nlines", "\"two\nlines\""), ("cr\r", "\"cr\r\""),
    (" x", "\" x\""), ("x ", "\"x \""), ("x'00'", "\"x'00'\""), ("X'", "\"X'\""), ("1.0", "1.0"),
    // A quote with a combining accent is one character.
    ("a\"\u{301}", "\"a\"\"\u{301}\""), ("\u{1b}[1m", "\u{1b}[1m"), ("😀", "😀"),
  ]

  @Test(arguments: fields)
  func `a text is quoted where a reader could mistake it`(value: String, field: String) throws {
    let database = try database("CREATE TABLE t (a)")
    try database.write { try $0.execute(sql: "INSERT INTO t VALUES (?)", arguments: [value]) }
    #expect(try text(database, "t", .csv) == "a\r\n\(field)\r\n")
  }

  private static let values: [DatabaseValue] = [
    .null, .blob([]), .blob([0, 255]), .text(""), .text("x'00'"), .text("{\"base64\":\"AA==\"}"),
    .text("a\0b"), .text("\u{2028}\u{85}\u{1b}"), .text(" a\r\n\"b\",c "), .text("\"\u{301}"),
    .text("007"), .text("1e3"),
  ]

  /// Formats, and those that read them.
  private static let formats: [(RowDumpFormat, RowImportOptions.Format)] = [
    (.csv, .csv()), (.csv(delimiter: "\t"), .csv(delimiter: "\t")), (.jsonLines, .jsonLines),
  ]

  @Test(arguments: formats)
  func `an import reads back what was written`(
    format: RowDumpFormat,
    read: RowImportOptions.Format
  ) throws {
    let source = try database("CREATE TABLE t (a BLOB, b TEXT)")
    try source.write { db in
      for value in Self.values {
        try db.execute(sql: "INSERT INTO t VALUES (?1, ?1)", arguments: [value])
      }
    }
    let input = try text(source, "t", format)
    let copy = try database("CREATE TABLE t (a BLOB, b TEXT)")
    try copy.importRows(from: .text(input), into: "t", RowImportOptions(format: read))
    let select = "SELECT typeof(a) || hex(a) || typeof(b) || hex(b) FROM t"
    let before = try source.read { try String.fetchAll($0, sql: select) }
    let after = try copy.read { try String.fetchAll($0, sql: select) }
    #expect(after == before)
  }

  @Test(arguments: formats)
  func `numbers are read back by their columns`(
    format: RowDumpFormat,
    read: RowImportOptions.Format
  ) throws {
    let schema = "CREATE TABLE n (i INTEGER, r REAL);"
    let rows = "(-9223372036854775808, 0.1), (9007199254740993, 1e300), (0, -0.5)"
    let source = try database(schema + "INSERT INTO n VALUES " + rows)
    let copy = try database(schema)
    let input = try text(source, "n", format)
    try copy.importRows(from: .text(input), into: "n", RowImportOptions(format: read))
    let before = try source.read { try Row.fetchAll($0, sql: "SELECT * FROM n") }
    let after = try copy.read { try Row.fetchAll($0, sql: "SELECT * FROM n") }
    #expect(after == before)
  }

  @Test func `computed columns of a table are left out, those of a view are not`() throws {
    let database = try database(
      """
      CREATE TABLE t (a, b AS (a + 1)); INSERT INTO t VALUES (1); CREATE VIEW v AS SELECT * FROM t;
      ATTACH ':memory:' AS other; CREATE TABLE other.t (c); INSERT INTO other.t VALUES (3)
      """
    )
    #expect(try text(database, "t", .csv) == "a\r\n1\r\n")
    #expect(try text(database, "v", .csv) == "a,b\r\n1,2\r\n")
    #expect(try text(database, TableName(schema: "other", "t"), .csv) == "c\r\n3\r\n")
  }

  @Test func `a missing table and an unusable delimiter are errors`() throws {
    let database = try database("CREATE TABLE t (a)")
    let missing = #expect(throws: DatabaseError.self) { try text(database, "none", .csv) }
    #expect(missing?.code == .notFound)
    for delimiter in ["\"", "\n", "é", "e", "1", ".", "-", "'"] as [Unicode.Scalar] {
      let error = #expect(throws: DatabaseError.self) {
        try text(database, "t", .csv(delimiter: delimiter))
      }
      #expect(error?.code == .misuse)
    }
  }

  private struct Enough: Error {}

  private static let large = """
    CREATE TABLE t (a);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
    INSERT INTO t SELECT printf('%0100d', i) FROM n
    """

  @Test func `large dumps come in pieces, with progress, and can be ended`() throws {
    let database = try database(Self.large)
    var (counts, pieces) = ([Int](), 0)
    try database.dump(
      "t",
      format: .csv,
      progress: { progress in
        counts.append(progress.completedRowCount)
        #expect(progress.totalRowCount == 2_500)
        #expect(progress.table == "t")
      },
      to: { _ in pieces += 1 }
    )
    #expect(counts == [1_000, 2_000, 2_500])
    #expect(pieces > 2)
    #expect(throws: Enough.self) { try database.dump("t", format: .json) { _ in throw Enough() } }
    #expect(try text(database, "t", .csv).utf8.count == 3 + 2_500 * 102)
  }

  @Test func `a table is written asynchronously`() async throws {
    let database = try database(Self.large)
    let counts = Mutex((bytes: 0, rows: 0))
    try await database.dump(
      "t",
      format: .csv,
      progress: { progress in counts.withLock { $0.rows = progress.completedRowCount } },
      to: { piece in counts.withLock { $0.bytes += piece.count } }
    )
    #expect(counts.withLock { $0.bytes } == 3 + 2_500 * 102)
    #expect(counts.withLock { $0.rows } == 2_500)
    await #expect(throws: Enough.self) {
      try await database.dump("t", format: .jsonLines, to: { _ in throw Enough() })
    }
  }
}
