import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Testing

@testable import SQLiteTools

@Suite(.timeLimit(.hang)) struct RowImportTests {
  let database: DatabaseQueue

  init() throws { database = try DatabaseQueue() }

  private func create(_ sql: String) throws { try database.write { try $0.execute(sql: sql) } }

  @discardableResult
  private func importCSV(
    _ text: String,
    header: Bool = true,
    delimiter: Unicode.Scalar = ",",
    conflict: RowImportOptions.Conflict = .abort
  ) throws -> RowImportSummary {
    let format = RowImportOptions.Format.csv(delimiter: delimiter, hasHeader: header)
    let options = RowImportOptions(format: format, conflict: conflict)
    return try database.importRows(from: .text(text), into: "t", options)
  }

  @discardableResult
  private func importJSON(_ text: String) throws -> RowImportSummary {
    try database.importRows(from: .text(text), into: "t", RowImportOptions(format: .jsonLines))
  }

  /// Returns the table's rows with their values as SQL literals.
  private func rows() throws -> [String] {
    try database.read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM t ORDER BY rowid").map {
        $0.values.map(\.sqlLiteral).joined(separator: " ")
      }
    }
  }

  private func types() throws -> [String] {
    try database.read { try $0.columns(in: "t").map { "\($0.name) \($0.type)" } }
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `quotes, commas and line ends within quotes are read`(end: String) throws {
    try create("CREATE TABLE t (a, b)")
    let lines = ["a,b", "1,\"x,y\"", "\"say \"\"hi\"\"\",\"two\nlines\"", "", ",\"\""]
    #expect(try importCSV(lines.joined(separator: end)).rowCount == 3)
    #expect(try rows() == ["'1' 'x,y'", "'say \"hi\"' 'two\nlines'", "NULL ''"])
  }

  @Test func `a byte order mark is ignored, and columns are matched by name`() throws {
    try create("CREATE TABLE t (a INTEGER, b REAL, c TEXT, d BLOB DEFAULT 'default')")
    try importCSV("\u{feff}C,b,A\n007,2,3\n")
    #expect(try rows() == ["3 2.0 '007' 'default'"])
  }

  @Test(
    arguments: [
      ("a,b\n1,2\n3\n", 3, nil), ("a,b\n1,2\n\"x\ny\",2\n1,2,3\n", 5, 5), ("a,b\n1,x\"y\n", 2, 4),
      ("a,b\n1,\"x\"y\n", 2, 6), ("a,b\n1,2\n4,\"open\nmore", 3, 3), ("é,b,é\n", 1, 5),
      ("a,x\n1,2", 1, nil),
      ("", 1, nil),
    ] as [(String, Int, Int?)]
  )
  func `a mistake in comma-separated values is reported with its line`(
    text: String,
    line: Int,
    column: Int?
  ) throws {
    try create("CREATE TABLE t (a, b, é)")
    let error = #expect(throws: ImportError.self) { try importCSV(text) }
    #expect(error?.line == line)
    if let column { #expect(error?.column == column) }
    #expect(try rows() == [])
  }

  @Test func `bytes that are not valid UTF-8 are reported with line and column`() throws {
    let bytes = Array("a,b\nx,".utf8) + [0xe9] + Array("\n".utf8)
    let error = #expect(throws: ImportError.self) {
      try database.importRows(from: .bytes(bytes), into: "t", RowImportOptions(format: .csv()))
    }
    #expect(error?.line == 2)
    #expect(error?.column == 3)
    #expect(try database.read { try !$0.tableExists("t") })
  }

  @Test func `types are guessed from the first rows`() throws {
    let text = """
      whole,number,code,text,nothing,bytes,mixed,whole
      1,1,007,x,,x'0aff',1,9
      -20,2.5,008,,,X'00',x,9
      ,-1e3,1,y,,,2,9

      """
    let summary = try importCSV(text)
    #expect(summary.rowCount == 3)
    #expect(
      try types() == [
        "whole INTEGER", "number REAL", "code TEXT", "text TEXT", "nothing TEXT", "bytes BLOB",
        "mixed TEXT", "whole_2 INTEGER",
      ]
    )
    #expect(
      summary.createdTableSQL?.hasPrefix("CREATE TABLE \"main\".\"t\" (\"whole\" INTEGER") == true
    )
    #expect(try rows().first == "1 1.0 '007' 'x' NULL x'0aff' '1' 9")
  }

  @Test func `a later value that does not match the guess is stored unchanged`() throws {
    let lines = (0..<1500).map { $0 == 1400 ? "word" : "\($0)" }
    try importCSV("a\n" + lines.joined(separator: "\n"))
    #expect(try types() == ["a INTEGER"])
    #expect(try rows().count == 1500)
    #expect(try rows()[1400] == "'word'")
  }

  @Test func `without a header, values are matched by position`() throws {
    try importCSV("1;x\n2;y\n", header: false, delimiter: ";")
    #expect(try types() == ["column_1 INTEGER", "column_2 TEXT"])
    try create("DROP TABLE t; CREATE TABLE t (a, b AS (a), c)")
    try importCSV("1,2\n", header: false)
    #expect(try rows() == ["'1' '1' '2'"])
    let error = #expect(throws: ImportError.self) { try importCSV("1,2,3\n", header: false) }
    #expect(error?.line == 1)
  }

  @Test func `generated and missing columns are refused by name`() throws {
    try create("CREATE TABLE t (a, b AS (a))")
    for text in ["a,b\n", "a,none\n"] {
      let error = #expect(throws: ImportError.self) { try importCSV(text) }
      #expect(error?.message.contains("It has: a.") == true)
    }
  }

  @Test(arguments: RowImportOptions.Conflict.allCases)
  func `a conflict ends the import or drops one of the rows`(conflict: RowImportOptions.Conflict)
    throws
  {
    try create("CREATE TABLE t (a INTEGER PRIMARY KEY, b); INSERT INTO t VALUES (1, 'old')")
    let text = "a,b\n2,new\n1,secret\n"
    guard conflict != .abort else {
      let error = #expect(throws: ImportError.self) { try importCSV(text) }
      #expect(error?.line == 3)
      #expect(error?.databaseError?.code == .constraint)
      #expect(error?.description.contains("secret") == false)
      return #expect(try rows() == ["1 'old'"])
    }
    #expect(try importCSV(text, conflict: conflict).rowCount == (conflict == .ignore ? 1 : 2))
    #expect(try rows() == [conflict == .ignore ? "1 'old'" : "1 'secret'", "2 'new'"])
  }

  @Test func `an empty line is NULL in a table with one column`() throws {
    try importCSV("a\n1\n\n\"\"\n")
    #expect(try rows() == ["'1'", "NULL", "''"])
  }

  @Test func `JSON lines keep the kind of each value`() throws {
    let text = #"""
      {"i":9223372036854775807,"r":0.1,"t":"a\u00e9\n\"\ud83d\ude00\u0000","n":null,"b":{"base64":"AP8="}}

      {"i":-0,"r":1e2,"t":"é","yes":true,"j":{"a":[1,{"b":null}]},"b":{"base64":"AA==","x":1}}
      {"i":18446744073709551616,"r":9e999,"yes":false,"j":[]}
      {}
      """#
    try importJSON(text)
    #expect(
      try types()
        == ["i TEXT", "r REAL", "t TEXT", "n TEXT", "b TEXT", "yes INTEGER", "j TEXT"].map {
          $0 == "i TEXT" ? "i REAL" : $0
        }
    )
    try create("DROP TABLE t; CREATE TABLE t (i, r, t, n, b, yes, j)")
    try importJSON(text)
    #expect(
      try rows() == [
        "9223372036854775807 0.1 'aé\n\"😀\0' NULL x'00ff' NULL NULL",
        #"0 100.0 'é' NULL '{"base64":"AA==","x":1}' 1 '{"a":[1,{"b":null}]}'"#,
        "1.8446744073709552e+19 9e999 NULL NULL NULL 0 '[]'", "NULL NULL NULL NULL NULL NULL NULL",
      ]
    )
  }

  @Test func `an omitted member gets the column's default`() throws {
    try create("CREATE TABLE t (id INTEGER PRIMARY KEY, a DEFAULT 'd')")
    try importJSON("{\"id\":3}\n{\"A\":null}\n{\"a\":1,\"id\":9}\n{}")
    #expect(try rows() == ["3 'd'", "4 NULL", "9 1", "10 'd'"])
  }

  @Test(
    arguments: [
      ("{\"a\":1}\n[1]", 2, 1), ("{\"a\":1", 1, 7), ("{\"a\" 1}", 1, 6), ("{\"a\":01}", 1, 7),
      ("{\"a\":tru}", 1, 6), ("{\"a\":\"\\x\"}", 1, 7), ("{\"a\":\"open}", 1, 6),
      ("{\"é\":1,\"b\":2}x", 1, 14),
      ("{\"a\":\"\\ud800\"}", 1, 7), ("{\"a\":1.}", 1, 8), ("{\"a\":1e}", 1, 8),
      ("{\"a\":[1,}", 1, 9),
      ("{\"a\":1,}", 1, 8), ("{\"a\":1,\"A\":2}", 1, 8), ("{\"a\":\"\t\"}", 1, 7),
      ("{\"a\":-}", 1, 6),
      ("\n\n{\"none\":1}", 3, 2), ("{\"a\":1}\n{\"a\":{\"b\":}}", 2, 11),
    ]
  )
  func `a mistake in JSON lines is reported with line and column`(
    text: String,
    line: Int,
    column: Int
  ) throws {
    try create("CREATE TABLE t (a, b, é)")
    let error = #expect(throws: ImportError.self) { try importJSON(text) }
    #expect(error?.line == line)
    #expect(error?.column == column, "\(error?.message ?? "")")
    #expect(try rows() == [])
  }

  @Test func `JSON that is nested too deeply is refused without a crash`() throws {
    let deep = "{\"a\":" + String(repeating: "[", count: 100_000)
    let error = #expect(throws: ImportError.self) { try importJSON(deep) }
    #expect(error?.message.contains("nested") == true)
  }

  @Test func `an input without column names creates no table`() throws {
    #expect(throws: ImportError.self) { try importJSON("\n") }
    #expect(throws: ImportError.self) { try importCSV("", header: false) }
    let missing = #expect(throws: DatabaseError.self) {
      let options = RowImportOptions(format: .jsonLines, createsTable: false)
      try database.importRows(from: .text("{\"a\":1}"), into: "t", options)
    }
    #expect(missing?.code == .notFound)
  }

  @Test func `a large file is read in pieces, with progress`() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path(of: "rows.csv")
    let text = "a,b\r\n" + (0..<20_000).map { "\($0),\"text, \($0)\"\r\n" }.joined()
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    var seen: [ImportProgress] = []
    let source = try ImportSource.file(path)
    let options = RowImportOptions(format: .csv())
    let summary = try database.importRows(from: source, into: "t", options) { seen.append($0) }
    #expect(summary.rowCount == 20_000)
    #expect(seen.count > 3)
    #expect(seen.last?.completedByteCount == text.utf8.count)
    #expect(try rows().last == "19999 'text, 19999'")
  }

  @Test func `an error of the progress closure leaves nothing`() throws {
    let text = "a\n" + String(repeating: "1\n", count: 50_000)
    let options = RowImportOptions(format: .csv())
    #expect(throws: TestError.self) {
      try database.importRows(from: .text(text), into: "t", options) { _ in throw TestError() }
    }
    #expect(try database.read { try !$0.tableExists("t") })
  }

  @Test func `cancellation leaves nothing`() async throws {
    let text = "a\n" + String(repeating: "1\n", count: 50_000)
    let options = RowImportOptions(format: .csv())
    let task = Task { [database] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await database.importRows(from: .text(text), into: "t", options)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try database.readNow { try !$0.tableExists("t") })
  }

  @Test func `a table of another schema is created in that schema`() throws {
    try database.writeWithoutTransaction { try $0.execute(sql: "ATTACH ':memory:' AS other") }
    let options = RowImportOptions(format: .csv())
    let table = TableName(schema: "other", "t")
    try database.importRows(from: .text("a\n1\n"), into: table, options)
    #expect(try database.read { try $0.tableExists("t", in: "other") })
    #expect(try database.read { try !$0.tableExists("t", in: "main") })
  }
}
