import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Terminal
import TerminalTestSupport
import Testing

@testable import LiveSQLCommand

/// The command `livesql query` with several statements, and with scripts on standard input.
@Suite struct QueryScriptTests {
  private let scratch: ScratchDirectory
  private var path: String { scratch.path(of: "shop.db") }

  init() throws {
    scratch = try ScratchDirectory()
    let database = try DatabaseQueue(path: scratch.path(of: "shop.db"))
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
          INSERT INTO items (name) VALUES ('a'), ('b'), ('c');
          """
      )
    }
    try database.close()
  }

  private func names() throws -> [String] {
    let database = try DatabaseQueue(path: path)
    defer { try? database.close() }
    return try database.read { db in
      try String.fetchAll(db, sql: "SELECT name FROM items ORDER BY id")
    }
  }

  @Test func `several statements give several results`() async {
    let sql = "SELECT 1 AS a; SELECT name FROM items WHERE id = 2"
    let run = await ProgramRun("query", path, sql)
    #expect(run.code == .success)
    #expect(run.output == "a\n─\n1\n(1 row)\n\nname\n────\nb\n(1 row)\n")
    #expect(
      await ProgramRun("query", path, sql, "--json").output
        == "[\n{\"a\":1}\n]\n[\n{\"name\":\"b\"}\n]\n"
    )
    #expect(
      await ProgramRun("query", path, sql, "--format", "jsonl").output
        == "{\"a\":1}\n{\"name\":\"b\"}\n"
    )
    #expect(
      await ProgramRun("query", path, sql, "--format", "csv").output
        == "a\r\n1\r\n\r\nname\r\nb\r\n"
    )
  }

  @Test func `each statement gets its own parameters`() async {
    let named = await ProgramRun(
      "query",
      path,
      "SELECT :x AS x; SELECT :y AS y, :x AS x",
      "-p",
      "x=1",
      "-p",
      "y=2",
      "--format",
      "csv"
    )
    #expect(named.output == "x\r\n1\r\n\r\ny,x\r\n2,1\r\n")
    let numbered = await ProgramRun(
      "query",
      path,
      "SELECT ?; SELECT ?, ?",
      "-p",
      "1=7",
      "-p",
      "2=8",
      "-p",
      "3=9",
      "--format",
      "csv"
    )
    #expect(numbered.output == "?\r\n7\r\n\r\n?,?\r\n8,9\r\n")
    let unused = await ProgramRun("query", path, "SELECT 1; SELECT 2", "-p", "x=1")
    #expect(unused.code == .failure)
    #expect(unused.errors.contains("No statement has a parameter named x."))
  }

  @Test(arguments: [["query", "DB"], ["query", "DB", "-"]])
  func `a script can be read from standard input`(words: [String]) async throws {
    let script = """
      -- What a script may hold;
      BEGIN;
      INSERT INTO items (name) VALUES
        ('d; with a semicolon'),
        ('e');
      CREATE TRIGGER t AFTER INSERT ON items BEGIN
        DELETE FROM items WHERE id = 1;
      END;
      COMMIT; INSERT INTO items (name) VALUES ('f'); SELECT count(*) AS n FROM items;

      SELECT 'no semicolon' AS last
      """
    let words = words.map { $0 == "DB" ? path : $0 }
    let run = await ProgramRun(list: words + ["--write", "--format", "table"], input: script)
    #expect(run.code == .success, "\(run.errors)")
    #expect(
      run.output
        == "n\n─\n5\n(1 row)\n\nlast\n────────────\nno semicolon\n(1 row)\n(4 rows changed)\n"
    )
    #expect(try names() == ["b", "c", "d; with a semicolon", "e", "f"])
  }

  @Test func `a script ends at its first error, and the error has its line`() async throws {
    let script = """
      INSERT INTO items (name) VALUES ('d');

      INSERT INTO items (name)
        VALUES ('a'); SELECT 1;
      INSERT INTO items (name) VALUES ('e');
      """
    let run = await ProgramRun("query", path, "--write", input: script)
    #expect(run.code == .failure)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("livesql: line 3: UNIQUE constraint failed: items.name."))
    #expect(try names() == ["a", "b", "c", "d"])
  }

  @Test(arguments: [
    ("SELECT 1;\nSELECT 2;\nSELEC 3;\n", 3, "  SELEC 3;\n  ^\n"),
    ("SELECT 1; SELECT\n\n  nothing FROM items;", 3, "    nothing FROM items;\n    ^\n"),
    ("/* a\nb */ -- c\n;\n SELECT * FROM missing", 4, "no such table: missing"),
    ("SELECT 1;\nSELECT 'open", 2, "open"),
    ("DELETE FROM items;", 1, "The statement writes. Give --write to allow it."),
    ("SELECT 1;\nBEGIN;", 2, "Without --write"),
  ])
  func `the position of an error is shown`(script: String, line: Int, shown: String) async {
    let run = await ProgramRun("query", path, input: script)
    #expect(run.code == .failure)
    #expect(run.errors.hasPrefix("livesql: line \(line): "), "\(run.errors)")
    #expect(run.errors.contains(shown), "\(run.errors)")
  }

  @Test func `an error in an argument of several lines has its line, otherwise not`() async {
    let several = await ProgramRun("query", path, "SELECT 1;\nSELEC 2")
    #expect(several.errors.hasPrefix("livesql: line 2: "))
    let one = await ProgramRun("query", path, "SELECT 1; SELEC 2")
    #expect(one.errors.hasPrefix("livesql: near \"SELEC\": syntax error."))
  }

  @Test func `a transaction that is left open is rolled back, which is an error`() async throws {
    let run = await ProgramRun("query", path, "--write", input: "BEGIN; DELETE FROM items;")
    #expect(run.code == .failure)
    #expect(run.errors.contains("End it with COMMIT."))
    #expect(try names() == ["a", "b", "c"])
  }

  @Test func `scripts can use named parameters, but not numbered ones`() async {
    let run = await ProgramRun(
      "query",
      path,
      "-p",
      "x=2",
      "--format",
      "csv",
      input: "SELECT 1 AS a;\nSELECT name FROM items WHERE id = :x;"
    )
    #expect(run.output == "a\r\n1\r\n\r\nname\r\nb\r\n")
    #expect(await ProgramRun("query", path, "-p", "1=2", input: "SELECT ?").code == .usage)
  }

  @Test func `a missing SQL argument on a terminal is a usage error`() async {
    let run = await ProgramRun("query", path)
    #expect(run.code == .usage)
    #expect(run.errors.contains("'query' needs SQL, or a script on standard input"))
  }

  @Test func `an empty script does nothing, and an empty SQL argument is an error`() async {
    let script = await ProgramRun("query", path, input: "\n-- nothing\n")
    #expect(script.code == .success && script.output.isEmpty && script.errors.isEmpty)
    let text = await ProgramRun("query", path, "-- nothing")
    #expect(text.code == .failure && text.errors.contains("contains no statement"))
  }

  @Test func `a script that is not valid UTF-8 is refused, with its line`() async {
    let output = MemoryDestination()
    let errors = MemoryDestination()
    let console = Console(
      standardOutput: output,
      standardError: errors,
      environment: [:],
      standardInput: MemoryInput(bytes: Array("SELECT 1;\nSELECT '".utf8) + [0xFF]),
      events: { AsyncStream { _ in } }
    )
    #expect(await Program().run(["query", path], console: console) == .failure)
    #expect(errors.text.contains("Line 2 of standard input is not UTF-8."))
  }

  @Test(arguments: [
    ("PRAGMA table_info(items)", "name"), ("PRAGMA user_version", "user_version"),
    ("PRAGMA index_list('items')", "unique"), ("PRAGMA journal_mode", "wal"),
    ("PRAGMA integrity_check", "ok"), ("PRAGMA foreign_key_check; PRAGMA page_size", "page_size"),
    ("EXPLAIN QUERY PLAN SELECT * FROM items", "SCAN"),
  ])
  func `pragmas that only read need no --write`(sql: String, shown: String) async {
    let run = await ProgramRun("query", path, sql)
    #expect(run.code == .success, "\(run.errors)")
    #expect(run.output.contains(shown))
  }

  @Test(arguments: ["VACUUM", "PRAGMA user_version = 7", "REINDEX", "CREATE TABLE t (a)"])
  func `statements that cannot run in a transaction run with --write`(sql: String) async {
    let run = await ProgramRun("query", path, sql, "--write")
    #expect(run.code == .success, "\(run.errors)")
    #expect(run.output == "(1 statement run)\n")
    #expect(await ProgramRun("query", path, sql).code == .failure)
  }

  @Test func `changed rows are counted`() async {
    let one = await ProgramRun("query", path, "DELETE FROM items WHERE id = 1", "--write")
    #expect(one.output == "(1 row changed)\n")
    let two = await ProgramRun("query", path, "DELETE FROM items", "--write")
    #expect(two.output == "(2 rows changed)\n")
    let none = await ProgramRun("query", path, "DELETE FROM items", "--write", "--json")
    #expect(none.output == "[]\n")
  }

  // MARK: Limits

  private static let endless =
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n"

  @Test(arguments: ResultFormat.allCases)
  func `an endless query ends at its limit`(format: ResultFormat) async {
    let run = await ProgramRun(
      "query",
      path,
      Self.endless,
      "--limit",
      "2",
      "--format",
      format.rawValue
    )
    #expect(run.code == .success)
    #expect(run.output.contains("2") && !run.output.contains("3"))
    #expect(run.output.contains("(2 rows; there are more)") == (format == .table))
  }

  @Test func `the limit applies to each result, and writes are still completed`() async throws {
    let run = await ProgramRun(
      "query",
      path,
      "DELETE FROM items RETURNING name; SELECT 1 UNION SELECT 2",
      "--write",
      "--limit",
      "1",
      "--format",
      "csv"
    )
    #expect(run.output == "name\r\na\r\n\r\n1\r\n1\r\n")
    #expect(try names().isEmpty)
    #expect(await ProgramRun("query", path, "SELECT 1", "--limit", "x").code == .usage)
    #expect(await ProgramRun("query", path, "SELECT 1", "--limit", "1").output.contains("(1 row)"))
  }

  @Test(arguments: ResultFormat.allCases)
  func `an endless query ends silently if no one reads its output`(format: ResultFormat) async {
    let run = await ProgramRun(
      "query",
      path,
      Self.endless,
      "--format",
      format.rawValue,
      failure: .closed
    )
    #expect(run.code == .success)
    #expect(run.errors.isEmpty)
  }

  @Test func `a deletion completes even if no one reads its rows`() async throws {
    let run = await ProgramRun(
      "query",
      path,
      "DELETE FROM items RETURNING name",
      "--write",
      failure: .closed
    )
    #expect(run.code == .success && run.errors.isEmpty)
    #expect(try names().isEmpty)
  }

  @Test(.timeLimit(.hang)) func `a signal ends an endless statement`() async throws {
    let (events, continuation) = AsyncStream.makeStream(of: ProcessEvent.self)
    continuation.yield(.terminalResized)
    continuation.yield(.termination(signal: SIGINT))
    let errors = MemoryDestination()
    let console = Console(
      standardOutput: MemoryDestination(),
      standardError: errors,
      environment: [:],
      standardInput: MemoryInput(nil),
      events: { events }
    )
    let sql =
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n WHERE i < 0"
    let code = await Program().run(["query", path, sql], console: console)
    #expect(code.rawValue == 130)
    #expect(errors.text.isEmpty)
  }
}
