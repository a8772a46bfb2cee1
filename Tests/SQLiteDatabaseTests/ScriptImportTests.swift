import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import Testing

@testable import SQLiteTools

@Suite(.timeLimit(.hang)) struct ScriptImportTests {
  let database: DatabaseQueue

  init() throws { database = try DatabaseQueue() }

  /// Returns a source whose pieces have the given length, so that boundaries fall everywhere.
  private func source(_ text: String, pieceSize: Int) -> ImportSource {
    let rest = ScratchBytes(Array(text.utf8))
    return ImportSource { rest.take(pieceSize) }
  }

  private func statements(_ text: String, pieceSize: Int = 1000) throws -> [String] {
    let reader = SQLStatementReader(try ByteStream(source(text, pieceSize: pieceSize)))
    var statements: [String] = []
    while let statement = try reader.next() { statements.append(statement.sql) }
    return statements
  }

  @Test(arguments: [1, 2, 3, 1000])
  func `a script is split at the semicolons that end statements`(pieceSize: Int) throws {
    let parts = [
      "SELECT ';' , \"a;b\", [c;d], `e;f`;", "SELECT 1 -- not; here\n;", "/* ; */ SELECT 2;",
      "SELECT 'it''s;';",
      "CREATE TEMP TRIGGER x AFTER INSERT ON t BEGIN SELECT CASE 1 WHEN 1 THEN 2 END; SELECT 3; END;",
      "create trigger \"end\" after insert on t begin select 1; end ;", "SELECT 4 /*/ ; */ + 1;",
      "CREATE TABLE trigger_(a);", "SELECT 5",
    ]
    let script = " ;; \n" + parts.joined(separator: "\n")
    let found = try statements(script, pieceSize: pieceSize)
    #expect(found == parts.map { $0 == "/* ; */ SELECT 2;" ? "SELECT 2;" : $0 })
  }

  @Test func `a failing script leaves nothing, and reports line and column`() throws {
    let script =
      "CREATE TABLE t (a);\nINSERT INTO t\n  VALUES (1);\n\n  INSERT INTO t\n VALEUS (2);\n"
    let error = #expect(throws: ImportError.self) { try database.importSQL(from: .text(script)) }
    #expect(error?.line == 6)
    #expect(error?.column == 2)
    #expect(error?.databaseError?.code == .sql)
    #expect(error?.description.hasPrefix("Line 6, column 2: ") == true)
    #expect(try database.read { try !$0.tableExists("t") })
  }

  @Test func `a violated constraint is reported at the beginning of its statement`() throws {
    let script =
      "CREATE TABLE t (a UNIQUE);\nINSERT INTO t VALUES ('secret'); INSERT INTO t\nVALUES ('secret');"
    let error = #expect(throws: ImportError.self) { try database.importSQL(from: .text(script)) }
    #expect(error?.line == 2)
    #expect(error?.column == 34)
    #expect(error?.databaseError?.code == .constraint)
    #expect(error?.description.contains("secret") == false)
  }

  @Test(
    arguments: [
      ("SELECT 1;\n SELECT 'open", 2, 9), ("SELECT 1; /* open", 1, 11),
      ("\n\n  ROLLBACK; -- due to errors", 3, 3),
    ]
  )
  func `an incomplete script is an error`(script: String, line: Int, column: Int) throws {
    let error = #expect(throws: ImportError.self) { try database.importSQL(from: .text(script)) }
    #expect(error?.line == line)
    #expect(error?.column == column)
  }

  @Test func `bytes that are not valid UTF-8 are reported with their line`() throws {
    let bytes = Array("SELECT 1;\nSELECT '".utf8) + [0xff] + Array("';".utf8)
    let error = #expect(throws: ImportError.self) { try database.importSQL(from: .bytes(bytes)) }
    #expect(error?.line == 2)
    let utf16 = #expect(throws: ImportError.self) {
      try database.importSQL(from: .bytes([0xff, 0xfe, 0x41, 0]))
    }
    #expect(utf16?.message.contains("UTF-16") == true)
  }

  @Test func `a script can disable foreign keys, which are enforced again afterwards`() throws {
    let schema = "CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a REFERENCES a);"
    let broken = schema + "INSERT INTO b VALUES (1);"
    #expect(throws: ImportError.self) { try database.importSQL(from: .text(broken)) }
    try database.importSQL(from: .text("PRAGMA foreign_keys = off; BEGIN; \(broken) COMMIT;"))
    let error = #expect(throws: DatabaseError.self) {
      try database.write { try $0.execute(sql: "INSERT INTO b VALUES (2)") }
    }
    #expect(error?.code == .constraint)
  }

  @Test func `a byte order mark and double-quoted text are read as by sqlite3`() throws {
    try database.importSQL(
      from: .text("\u{feff}CREATE TABLE t (a DEFAULT \"x\"); INSERT INTO t VALUES (\"text\")")
    )
    #expect(try database.read { try String.fetchOne($0, sql: "SELECT a FROM t") } == "text")
    // Other statements still cannot use features that hide mistakes.
    #expect(throws: DatabaseError.self) {
      try database.write { try $0.execute(sql: "INSERT INTO t VALUES (\"text\")") }
    }
    #expect(throws: DatabaseError.self) {
      try database.write {
        try $0.execute(sql: "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema")
      }
    }
  }

  @Test func `statements are counted, and progress ends at the last byte`() throws {
    let rows = (0..<9000).map { "INSERT INTO t VALUES (\($0));\n" }.joined()
    let script = "BEGIN; CREATE TABLE t (a);\n" + rows + "COMMIT;"
    var seen: [ImportProgress] = []
    let count = try database.importSQL(from: .text(script)) { seen.append($0) }
    #expect(count == 9001)
    #expect(seen.count > 2)
    #expect(seen.last?.completedByteCount == script.utf8.count)
    #expect(seen.last?.totalByteCount == script.utf8.count)
    #expect(seen.last?.count == 9001)
  }

  @Test func `an error of the progress closure rolls back`() throws {
    let script = "CREATE TABLE t (a);" + String(repeating: "SELECT 1;", count: 10_000)
    #expect(throws: TestError.self) {
      try database.importSQL(from: .text(script)) { _ in throw TestError() }
    }
    #expect(try database.read { try !$0.tableExists("t") })
  }

  @Test func `cancellation rolls back`() async throws {
    let script = "CREATE TABLE t (a);" + String(repeating: "SELECT 1;", count: 10_000)
    let task = Task { [database] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await database.importSQL(from: .text(script))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try database.readNow { try !$0.tableExists("t") })
  }

  @Test func `observers receive imported rows`() throws {
    try database.write { try $0.execute(sql: "CREATE TABLE t (a)") }
    let log = ChangeLog(database)
    try database.importSQL(from: .text("BEGIN; INSERT INTO t VALUES (1); COMMIT;"))
    #expect(log.all.count == 1)
    #expect(log.all.first?.tables["t"] != nil)
  }

  @Test func `an error names a missing file`() throws {
    let scratch = try ScratchDirectory()
    let missing = #expect(throws: ImportError.self) {
      try ImportSource.file(scratch.path(of: "no.sql"))
    }
    #expect(missing?.message.contains("no.sql") == true)
    let folder = #expect(throws: ImportError.self) { try ImportSource.file(scratch.path) }
    #expect(folder?.message.contains("is a folder") == true)
  }
}
