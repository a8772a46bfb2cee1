import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Terminal
import Testing

@testable import LiveSQLCommand

/// The command `livesql shell` with a script as its standard input.
@Suite struct ShellScriptTests {
  private let scratch: ScratchDirectory
  private var path: String { scratch.path(of: "shop.db") }

  init() throws {
    scratch = try ScratchDirectory()
    let database = try DatabaseQueue(path: scratch.path(of: "shop.db"))
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT);
          CREATE INDEX byName ON items (name);
          CREATE VIEW names AS SELECT name FROM items;
          INSERT INTO items (name) VALUES ('a'), ('b'), ('c');
          """
      )
    }
    try database.close()
  }

  private func run(_ script: String, _ options: String...) async -> ProgramRun {
    await ProgramRun(list: ["shell", path] + options, input: script)
  }

  @Test func `statements and commands run one after the other without a prompt`() async {
    let run = await run(
      """
      .mode csv
      .limit 2
      SELECT name
      FROM items;
      .mode jsonl
      .limit off
      SELECT id FROM items WHERE id > 1
      """
    )
    #expect(run.code == .success, "\(run.errors)")
    #expect(run.output == "name\r\na\r\nb\r\n{\"id\":2}\n{\"id\":3}\n")
    #expect(run.errors.isEmpty)
  }

  @Test func `a script ends at its first error unless told to continue`() async {
    let script = "SELECT 1 AS a;\n.nothing\nSELECT\n missing FROM items;\nSELECT 2 AS b;\n"
    let first = await run(script, "--format", "csv")
    #expect(first.code == .failure)
    #expect(first.output == "a\r\n1\r\n")
    #expect(first.errors == "livesql: line 2: There is no command .nothing. See '.help'.\n")
    let all = await run(script, "--format", "csv", "--keep-going")
    #expect(all.code == .failure)
    #expect(all.output == "a\r\n1\r\nb\r\n2\r\n")
    #expect(all.errors.contains("livesql: line 4: no such column: missing."))
  }

  @Test func `tables and definitions can be listed`() async {
    #expect(await run(".tables").output == "items\nnames\n")
    #expect(await run(".tables it%").output == "items\n")
    #expect(
      await run(".schema ITEMS").output
        == """
        CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT);
        CREATE INDEX byName ON items (name);

        """
    )
    #expect(await run(".schema").output.contains("CREATE VIEW names"))
    #expect(await run(".schema nothing").errors.contains("named nothing"))
  }

  @Test func `a transaction spans several pieces and must be ended`() async throws {
    let ended = await run("BEGIN;\nDELETE FROM items WHERE id = 1;\nCOMMIT;\n.quit\nSELEC;")
    #expect(ended.code == .success)
    #expect(ended.output == "(1 row changed)\n")
    for script in ["BEGIN;\nDELETE FROM items;", "BEGIN;\nDELETE FROM items;\n.quit\n"] {
      let open = await run(script)
      #expect(open.code == .failure)
      #expect(open.errors.contains("End it with COMMIT."))
    }
    #expect(await run("SELECT count(*) AS n FROM items;", "--format", "csv").output == "n\r\n2\r\n")
  }

  @Test func `an error ends the statement but not its transaction`() async {
    let script = """
      BEGIN;
      INSERT INTO items (id) VALUES (9);
      INSERT INTO items (id) VALUES (9);
      COMMIT;
      SELECT count(*) AS n FROM items;
      """
    let run = await run(script, "--keep-going", "--format", "csv")
    #expect(run.output == "n\r\n4\r\n")
    #expect(run.errors.contains("line 3: UNIQUE constraint failed"))
  }

  @Test func `parameters keep their values until they are cleared`() async {
    let script =
      ".param x='it''s'\n.param y=2\nSELECT :x AS x, :y AS y;\n.param\nSELECT :y AS y;\n.param clear\nSELECT :x;"
    let run = await run(script, "--format", "csv")
    #expect(run.output == "x,y\r\nit's,2\r\n:x = 'it''s'\n:y = 2\ny\r\n2\r\n")
    #expect(run.errors.contains("line 7: ") && run.errors.contains(".param NAME=VALUE"))
    #expect(await self.run(".param 1=2").errors.contains("Give the parameter a name"))
    #expect(await self.run(".param x").errors.contains("Write '.param NAME=VALUE'."))
  }

  @Test func `a script that is read from a file has its own line numbers`() async throws {
    let file = scratch.path(of: "a script.sql")
    try ".mode csv\nSELECT 1 AS a;\n\nSELEC 2;".write(
      toFile: file,
      atomically: true,
      encoding: .utf8
    )
    let run = await run("SELECT 0 AS z;\n.read '\(file)'\nSELECT 3;", "--format", "csv")
    #expect(run.output == "z\r\n0\r\na\r\n1\r\n")
    #expect(run.errors.hasPrefix("livesql: \(file), line 4: near \"SELEC\""))
    #expect(await self.run(".read nothing.sql").errors.contains("line 1: The file nothing.sql"))
    #expect(await self.run(".read").errors.contains("Write '.read FILE'."))
  }

  @Test func `a script that reads itself is an error`() async throws {
    let file = scratch.path(of: "self.sql")
    try ".read \(file)\n".write(toFile: file, atomically: true, encoding: .utf8)
    let run = await run(".read \(file)")
    #expect(run.code == .failure && run.errors.contains("too deeply"))
  }

  @Test(arguments: [
    (".live SELECT 1", "needs a terminal"), (".live", "Write '.live"),
    (".mode cvs", "Did you mean 'csv'?"),
    (".limit many", "Write '.limit COUNT|off'."), (".timer", "Write '.timer on|off'."),
    (".exitt", "There is no command"),
  ])
  func `a misused command shows its usage`(line: String, shown: String) async {
    let run = await run(line)
    #expect(run.code == .failure && run.errors.contains(shown), "\(run.errors)")
  }

  @Test func `help lists every command`() async {
    let output = await run(".help").output
    for command in DotCommand.all { #expect(output.contains("  \(command.usage)")) }
  }

  @Test func `the timer writes the duration of a statement to standard error`() async {
    let run = await run(".timer on\nSELECT 1 AS a;\n.timer off\nSELECT 2 AS b;", "--format", "csv")
    #expect(run.output == "a\r\n1\r\nb\r\n2\r\n")
    #expect(run.errors.hasPrefix("(") && run.errors.split(separator: "\n").count == 1)
  }

  @Test func `a file is only created or written if that is allowed`()
    async
  {
    let new = scratch.path(of: "new.db")
    let missing = await ProgramRun("shell", new, input: "SELECT 1;")
    #expect(missing.code == .failure && !FileManager.default.fileExists(atPath: new))
    #expect(missing.errors.contains("--create"))
    let made = await ProgramRun("shell", new, "--create", input: "CREATE TABLE t (a);")
    #expect(made.code == .success && made.output.isEmpty)
    #expect(await ProgramRun("shell", new, "--create", input: ".tables").output == "t\n")
    let refused = await ProgramRun("shell", new, "--read-only", input: "INSERT INTO t VALUES (1);")
    #expect(refused.code == .failure && refused.errors.contains("The database is read-only here."))
    #expect(await ProgramRun("shell", new, "--read-only", "--create", input: "").code == .usage)
  }

  @Test func `a dump includes uncommitted changes and can be restored`() async throws {
    let script = """
      BEGIN;
      INSERT INTO items (name) VALUES ('it''s');
      .dump
      COMMIT;
      """
    let dump = await run(script).output.replacing("(1 row changed)\n", with: "")
    let copy = scratch.path(of: "copy.db")
    let restored = await ProgramRun("shell", copy, "--create", input: dump)
    #expect(restored.code == .success, "\(restored.errors)")
    let read = "SELECT name FROM names;\n.schema"
    #expect(await ProgramRun("shell", copy, input: read).output == run(read).output)
    let ofTable = await run(".dump items").output
    #expect(ofTable.contains("INSERT INTO \"items\"") && !ofTable.contains("VIEW"))
    #expect(await run(".dump nothing").errors.contains("nothing"))
  }

  @Test(arguments: [
    ("rows.csv", "name,amount\r\nMilk,2\r\n\"a \"\"b\"\"\",\r\n"),
    ("rows.tsv", "name\tamount\nMilk\t2\n\"a \"\"b\"\"\"\t\n"),
    (
      "rows.jsonl", "{\"name\":\"Milk\",\"amount\":2}\n{\"name\":\"a \\\"b\\\"\",\"amount\":null}\n"
    ),
  ])
  func `rows can be imported into a new table`(name: String, content: String) async throws {
    let file = scratch.path(of: name)
    try content.write(toFile: file, atomically: true, encoding: .utf8)
    let run = await run(".import '\(file)' new\nSELECT * FROM new;", "--format", "jsonl")
    #expect(run.code == .success, "\(run.errors)")
    #expect(
      run.output == "{\"name\":\"Milk\",\"amount\":2}\n{\"name\":\"a \\\"b\\\"\",\"amount\":null}\n"
    )
    #expect(run.errors.isEmpty)
  }

  @Test func `an import is all or nothing, and belongs to the open transaction`()
    async throws
  {
    let good = scratch.path(of: "good.csv")
    let bad = scratch.path(of: "bad.csv")
    try "id,name\n7,x\n".write(toFile: good, atomically: true, encoding: .utf8)
    try "id,name\n8,y\n8,z\n".write(toFile: bad, atomically: true, encoding: .utf8)
    let script =
      "BEGIN;\n.import \(good) items\n.import \(bad) items\nSELECT id FROM items WHERE id > 3;\nROLLBACK;\nSELECT count(*) AS n FROM items;"
    let run = await run(script, "--keep-going", "--format", "csv")
    #expect(run.output == "id\r\n7\r\nn\r\n3\r\n")
    #expect(run.errors.contains("line 3: Line 3") && run.code == .failure, "\(run.errors)")
    let refused = await self.run(".import \(good) items", "--read-only")
    #expect(refused.errors.contains("The database is read-only here."))
    #expect(await self.run(".import \(good)").errors.contains("Write '.import FILE TABLE'."))
    #expect(
      await self.run(".import nowhere.csv items").errors.contains("no readable file at nowhere.csv")
    )
  }

  @Test func `output without a reader ends the shell`() async {
    let run = await ProgramRun(
      "shell",
      path,
      "--read-only",
      input: "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;",
      failure: .closed
    )
    #expect(run.code == .success && run.errors.isEmpty)
  }
}
