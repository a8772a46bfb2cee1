import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Terminal
import TerminalTestSupport
import Testing

@testable import LiveSQLCommand

/// The command `livesql shell`, driven through a pseudo-terminal as by a person.
@Suite(.mayBlock, .timeLimit(.hang)) struct ShellTerminalTests {
  private let scratch: ScratchDirectory
  private let path: String

  init() throws {
    scratch = try ScratchDirectory()
    path = scratch.path(of: "shop.db")
    let database = try DatabaseQueue(path: path)
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT);
          INSERT INTO items (name) VALUES ('Milk'), ('東京');
          """
      )
    }
    try database.close()
  }

  /// The URL of the program that was built with the tests.
  private static var program: URL {
    let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let folder = (tests?.bundleURL ?? Bundle.main.bundleURL).deletingLastPathComponent()
    let beside = folder.appending(path: "livesql")
    return FileManager.default.isExecutableFile(atPath: beside.path)
      ? beside : Bundle.main.bundleURL.appending(path: "livesql")
  }

  private var historyPath: String { scratch.path(of: "history") }

  private func start(_ options: String..., columns: Int = 60, rows: Int = 20) async throws
    -> PseudoTerminal<VirtualTerminal>
  {
    let terminal = try PseudoTerminal<VirtualTerminal>(
      Self.program,
      ["shell", path] + options,
      environment: ["LIVESQL_HISTORY": historyPath, "NO_COLOR": "1"],
      columns: columns,
      rows: rows
    )
    try await terminal.wait { $0.lineToCursor == "livesql> " }
    return terminal
  }

  private func names() throws -> [String] {
    let database = try DatabaseQueue(path: path)
    defer { try? database.close() }
    return try database.read { db in
      try String.fetchAll(db, sql: "SELECT name FROM items ORDER BY id")
    }
  }

  /// Writes as another program would.
  private func write(_ sql: String) async throws {
    let database = try DatabaseQueue(path: path)
    try await database.write { db in try db.execute(sql: sql) }
    try database.close()
  }

  private func end(_ terminal: PseudoTerminal<VirtualTerminal>) async throws {
    terminal.type("\u{4}")
    #expect(await terminal.exitCode() == 0)
    try await terminal.wait { $0.modes.isEmpty }
    #expect(terminal.settings == terminal.settingsBefore)
    #expect(terminal.screen.unknownCommands == [])
  }

  @Test func `a statement of several lines runs at its semicolon`() async throws {
    let terminal = try await start()
    #expect(terminal.settings != terminal.settingsBefore)
    terminal.type("SELECT name\r")
    try await terminal.wait { $0.lineToCursor == "    ...> " }
    terminal.type("FROM items ORDER BY id;\r")
    try await terminal.wait { $0.shows("(2 rows)") && $0.lineToCursor == "livesql> " }
    #expect(
      terminal.screen.lines.suffix(8) == [
        "livesql> SELECT name", "    ...> FROM items ORDER BY id;", "name", "────", "Milk", "東京",
        "(2 rows)", "livesql>",
      ]
    )
    try await end(terminal)
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
  }

  @Test func `the line can be edited, even with wide characters`() async throws {
    let terminal = try await start()
    terminal.type("SELECT '東京é' AS b;")
    try await terminal.wait { $0.lineToCursor.hasSuffix("AS b;") }
    // To the beginning, one word to the right, and a character in between.
    terminal.type("\u{1}\u{1b}f 1,")
    try await terminal.wait {
      $0.shows("SELECT 1, '東京é' AS b;") && $0.lineToCursor.hasSuffix(" 1,")
    }
    #expect(terminal.screen.column == 18)
    terminal.type("\u{1b}[C\u{1b}[C\u{1b}[C")
    try await terminal.wait { $0.lineToCursor.hasSuffix("'東") }
    #expect(terminal.screen.column == 22)
    terminal.type("\u{7f}\u{1b}[3~")
    try await terminal.wait { $0.shows("SELECT 1, 'é' AS b;") }
    terminal.type("\u{5}\u{17}\u{17}\u{19}c;\r")
    try await terminal.wait { $0.shows("livesql> SELECT 1, 'é' AS c;") || $0.shows("(1 row)") }
    try await end(terminal)
  }

  @Test func `a long line continues on the next one, and the cursor is in the right place`()
    async throws
  {
    let terminal = try await start(columns: 30)
    let text = "SELECT 'abcdefghijklmnopqrstuvwxyz東京', 'second';"
    terminal.type(text)
    try await terminal.wait { $0.shows("second") }
    terminal.type("\u{1}X")
    try await terminal.wait { $0.lineToCursor == "livesql> X" }
    terminal.type("\u{5}Y")
    try await terminal.wait { $0.lineToCursor.hasSuffix(";Y") }
    #expect(terminal.screen.lines.suffix(3).joined() == "livesql> X" + text + "Y")
    terminal.resize(columns: 20, rows: 20)
    try await terminal.wait { $0.lineToCursor.hasSuffix(";Y") }
    terminal.type("\u{3}")
    try await terminal.wait { $0.lineToCursor == "livesql> " }
    try await end(terminal)
  }

  @Test func `entered lines are kept in a history that later shells can search`() async throws {
    let first = try await start()
    first.type("SELECT 'one';\rSELECT 'two';\r SELECT 'secret';\r")
    try await first.wait { $0.shows("secret") && $0.lineToCursor == "livesql> " }
    first.type("\u{1b}[A\u{1b}[A")
    try await first.wait { $0.lineToCursor == "livesql> SELECT 'two';" }
    first.type("\u{1b}[B\u{1b}[B")
    try await first.wait { $0.lineToCursor == "livesql> " }
    try await end(first)
    #expect(
      try String(contentsOfFile: historyPath, encoding: .utf8) == "SELECT 'one';\nSELECT 'two';\n"
    )
    let second = try await start()
    second.type("\u{12}ONE")
    try await second.wait { $0.lineToCursor == "history: ONE" && $0.shows("  SELECT 'one';") }
    second.type("\r")
    try await second.wait { $0.shows("(1 row)") && $0.lineToCursor == "livesql> " }
    try await end(second)
  }

  @Test func `names of the current schema are completed`() async throws {
    let terminal = try await start()
    try await write("CREATE TABLE customers (email TEXT, fullName TEXT)")
    terminal.type("SELECT fu\t FROM cust\t;")
    try await terminal.wait { $0.shows("FROM customers ;") }
    terminal.type("\u{15}SELECT c. FROM customers c\u{1}\u{1b}f\u{1b}f\u{1b}[C\t")
    try await terminal.wait { $0.shows("email") && $0.shows("fullName") }
    terminal.type("em\t")
    try await terminal.wait { $0.shows("SELECT c.email") && !$0.shows("fullName") }
    terminal.type("\u{3}.sch\t")
    try await terminal.wait { $0.lineToCursor == "livesql> .schema " }
    terminal.type("it\t\r")
    try await terminal.wait { $0.shows("CREATE TABLE items") }
    try await end(terminal)
  }

  @Test func `Ctrl-C discards a line and stops a running statement`() async throws {
    let terminal = try await start()
    terminal.type("SELECT nothing")
    try await terminal.wait { $0.lineToCursor.hasSuffix("nothing") }
    terminal.type("\u{3}")
    try await terminal.wait { $0.shows("SELECT nothing^C") && $0.lineToCursor == "livesql> " }
    terminal.type("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n)\r")
    terminal.type("SELECT i FROM n WHERE i < 0;\r")
    try await terminal.wait { $0.lineToCursor == "" && $0.shows("WHERE i < 0;") }
    terminal.type("\u{3}")
    try await terminal.wait { $0.shows("Interrupted.") && $0.lineToCursor == "livesql> " }
    terminal.type("SELECT 'goes on';\r")
    try await terminal.wait { $0.shows("(1 row)") }
    try await end(terminal)
  }

  @Test func `a transaction lasts until it ends, or is rolled back with the shell`() async throws {
    let terminal = try await start()
    terminal.type("BEGIN;\r")
    try await terminal.wait { $0.lineToCursor == "livesql*> " }
    terminal.type("DELETE FROM items WHERE id = 1;\rCOMMIT;\r")
    try await terminal.wait { $0.shows("(1 row changed)") && $0.lineToCursor == "livesql> " }
    #expect(try names() == ["東京"])
    terminal.type("BEGIN; DELETE FROM items;\r")
    try await terminal.wait { $0.lineToCursor == "livesql*> " }
    terminal.type("\u{4}")
    #expect(await terminal.exitCode() == 0)
    try await terminal.wait { $0.shows("The open transaction was rolled back.") }
    #expect(try names() == ["東京"])
  }

  @Test func `errors show SQLite's message and the position, and the shell continues`() async throws
  {
    let terminal = try await start()
    terminal.type("SELECT * FORM items;\r")
    try await terminal.wait { $0.shows("syntax error") && $0.lineToCursor == "livesql> " }
    #expect(terminal.screen.shows("  SELECT * FORM items;"))
    #expect(terminal.screen.lines.contains("           ^"))
    terminal.type(".moed csv\r")
    try await terminal.wait { $0.shows("Did you mean '.mode'?") && $0.lineToCursor == "livesql> " }
    try await end(terminal)
  }

  @Test func `live queries stay above the prompt while others write and the user types`()
    async throws
  {
    let terminal = try await start(columns: 70, rows: 30)
    terminal.type(".live SELECT id, name FROM items ORDER BY id\r")
    try await terminal.wait { $0.shows("live 1 SELECT id") && $0.shows("(2 rows · ") }
    terminal.type("SELECT 1 AS unfin")
    try await terminal.wait { $0.lineToCursor == "livesql> SELECT 1 AS unfin" }
    try await write("INSERT INTO items (name) VALUES ('From elsewhere')")
    try await terminal.wait { $0.shows("+  3 │ From elsewhere") && $0.shows("(3 rows · ") }
    #expect(terminal.screen.lineToCursor == "livesql> SELECT 1 AS unfin")
    terminal.type("ished;\r")
    try await terminal.wait { $0.shows("unfinished;") && $0.lineToCursor == "livesql> " }
    // The pane is between the executed statements and the prompt.
    let lines = terminal.screen.lines
    let typed = lines.firstIndex { $0.contains("unfinished;") }
    let pane = lines.firstIndex { $0.hasPrefix("live 1") }
    #expect(try #require(typed) < #require(pane))
    // Writes of the shell itself are shown too, and so are several queries.
    terminal.type(".live SELECT count(*) AS n FROM items\rDELETE FROM items WHERE id < 3;\r")
    try await terminal.wait {
      $0.shows("live 2") && $0.shows("(1 row · ") && $0.shows("-  1 │ Milk")
    }
    terminal.type(".live off 1\r")
    try await terminal.wait { !$0.shows("live 1 ") && $0.shows("live 2") }
    terminal.type(".live off\r")
    try await terminal.wait { !$0.shows("live 2 ") }
    terminal.type(".live off\r")
    try await terminal.wait { $0.shows("There is no such live query.") }
    terminal.type(".live SELECT * FROM missing\r")
    try await terminal.wait { $0.shows("no such table: missing") && !$0.shows("live 3") }
    try await end(terminal)
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
  }

  @Test func `an import reports what it did`() async throws {
    let file = scratch.path(of: "more.csv")
    try "name\nBread\nSalt\n".write(toFile: file, atomically: true, encoding: .utf8)
    let terminal = try await start(columns: 100)
    terminal.type(".import \(file.dropLast(4))\tite\t\r")
    try await terminal.wait {
      $0.shows("Imported 2 rows into items.") && $0.lineToCursor == "livesql> "
    }
    #expect(try names() == ["Milk", "東京", "Bread", "Salt"])
    try await end(terminal)
  }

  @Test func `pasted text is not executed until Enter`() async throws {
    let terminal = try await start()
    terminal.type("\u{1b}[200~SELECT 1\nAS a,\n\t2 AS b;\n\u{1b}[201~")
    try await terminal.wait { $0.shows("2 AS b;") && $0.lineToCursor == "    ...> " }
    terminal.type("\r")
    try await terminal.wait { $0.shows("(1 row)") }
    try await end(terminal)
  }

  @Test(arguments: [SIGTERM, SIGHUP])
  func `a signal ends the shell and restores the terminal`(signal: Int32) async throws {
    let terminal = try await start()
    terminal.type("SELECT half")
    try await terminal.wait { $0.shows("half") }
    terminal.send(signal)
    #expect(await terminal.exitCode() == 128 + signal)
    try await terminal.wait { $0.modes.isEmpty }
    #expect(terminal.settings == terminal.settingsBefore)
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
  }

  @Test func `the shell ends when its terminal is closed`() async throws {
    let terminal = try await start()
    terminal.hangUp()
    _ = await terminal.exitCode()
    #expect(!FileManager.default.fileExists(atPath: path + "-wal"))
  }

  @Test func `no history is kept if it is turned off`() async throws {
    let terminal = try await start("--no-history")
    terminal.type("SELECT 1;\r")
    try await terminal.wait { $0.shows("(1 row)") }
    try await end(terminal)
    #expect(!FileManager.default.fileExists(atPath: historyPath))
  }

  @Test func `Ctrl-C stops the output of a long result`() async throws {
    let terminal = try await start()
    terminal.type(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT i FROM n;\r"
    )
    try await terminal.wait { $0.scrolledLines > 3000 }
    terminal.type("\u{3}")
    try await terminal.wait { $0.shows("Interrupted.") && $0.lineToCursor == "livesql> " }
    try await end(terminal)
  }
}
