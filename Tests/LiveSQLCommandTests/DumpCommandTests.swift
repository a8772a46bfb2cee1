import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Terminal
import Testing

@testable import LiveSQLCommand

/// The commands `dump` and `import`, and round trips through both.
@Suite struct DumpCommandTests {
  private let scratch: ScratchDirectory
  private var path: String { scratch.path(of: "shop.db") }

  init() throws {
    scratch = try ScratchDirectory()
    let database = try DatabaseQueue(path: scratch.path(of: "shop.db"))
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT, price REAL, image BLOB, upper AS (upper(name)));
          INSERT INTO items (id, name, price, image) VALUES (2, 'a "b", c', 0.1, x'00ff'), (5, '', NULL, NULL);
          CREATE VIEW names AS SELECT name, 1 AS one FROM items;
          CREATE TRIGGER t AFTER DELETE ON items BEGIN SELECT 1; END;
          """
      )
    }
    try database.close()
  }

  private func file(_ name: String, _ text: String) throws -> String {
    let path = scratch.path(of: name)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  private func strings(_ path: String, _ sql: String) throws -> [String?] {
    let database = try DatabaseQueue(path: path)
    return try database.read { try String?.fetchAll($0, sql: sql) }
  }

  @Test func `a dump can be imported into a new database`() async throws {
    let dump = await ProgramRun("dump", path)
    #expect(dump.code == .success)
    #expect(dump.errors == "")
    let script = try file("shop.sql", dump.output)
    let copy = scratch.path(of: "copy.db")
    let run = await ProgramRun("import", copy, script, "--create")
    #expect(run.code == .success)
    #expect(run.output.hasPrefix("Ran ") && run.output.hasSuffix(" in \(copy).\n"))
    #expect(await ProgramRun("dump", copy).output == dump.output)
    #expect(await ProgramRun("diff", path, copy).code == .success)
    // The second time, the file exists.
    let again = await ProgramRun("import", copy, script, "--create")
    #expect(again.code == .failure)
    #expect(again.errors.contains("Leave out --create"))
    #expect(FileManager.default.fileExists(atPath: copy))
  }

  @Test func `dashes in names, and rows that break constraints, survive a round trip`() async throws
  {
    let database = try DatabaseQueue(path: path)
    try await database.writeWithoutTransaction { db in
      try db.execute(
        sql: """
          CREATE TABLE "t--" (a CHECK (a > 0)); PRAGMA ignore_check_constraints = ON;
          INSERT INTO "t--" VALUES (-1); PRAGMA ignore_check_constraints = OFF;
          CREATE INDEX "i--" ON items (name); CREATE VIEW "v--" AS SELECT 1;
          """
      )
      // SQLite keeps the end of the line that ends this comment.
      try db.execute(sql: "CREATE INDEX commented ON items (price) -- cheap first")
    }
    try database.close()
    let copy = scratch.path(of: "copy.db")
    let script = try file("shop.sql", await ProgramRun("dump", path).output)
    #expect(await ProgramRun("import", copy, script, "--create").code == .success)
    #expect(await ProgramRun("diff", path, copy).code == .success)
    // The difference from an empty database is a script of the same kind.
    let other = try file("other.sql", "CREATE TABLE other (a);")
    let third = scratch.path(of: "third.db")
    #expect(await ProgramRun("import", third, other, "--create").code == .success)
    let sql = await ProgramRun("diff", third, path, "--sql").output
    let difference = try file("difference.sql", sql)
    #expect(await ProgramRun("import", third, difference).code == .success)
    #expect(await ProgramRun("diff", path, third).code == .success)
  }

  @Test(arguments: ["csv", "jsonl"])
  func `rows survive a round trip through text`(format: String) async throws {
    let dump = await ProgramRun("dump", path, "ITEMS", "--format", format)
    #expect(dump.code == .success)
    let rows = try file("rows.\(format)", dump.output)
    let select = "SELECT quote(id)||quote(name)||quote(price)||quote(image) FROM items ORDER BY id"
    let before = try strings(path, select)
    let database = try DatabaseQueue(path: path)
    try await database.write { try $0.execute(sql: "DELETE FROM items") }
    try database.close()
    let run = await ProgramRun("import", path, "items", rows)
    #expect(run.output == "Imported 2 rows into items.\n")
    #expect(try strings(path, select) == before)
  }

  @Test func `text has the writable columns of a table, and the columns of a view`() async throws {
    #expect(
      await ProgramRun("dump", path, "items", "--format=csv").output
        == "id,name,price,image\r\n2,\"a \"\"b\"\", c\",0.1,x'00ff'\r\n5,\"\",,\r\n"
    )
    #expect(
      await ProgramRun("dump", path, "names", "--format=jsonl").output
        == "{\"name\":\"a \\\"b\\\", c\",\"one\":1}\n{\"name\":\"\",\"one\":1}\n"
    )
  }

  @Test func `a dump can be limited to some tables or to definitions`() async throws {
    let view = await ProgramRun("dump", path, "names")
    #expect(view.output.contains("CREATE VIEW names"))
    #expect(!view.output.contains("CREATE TABLE"))
    let schema = await ProgramRun("dump", path, "--schema-only")
    #expect(schema.output.contains("CREATE TRIGGER"))
    #expect(!schema.output.contains("INSERT"))
    let none = await ProgramRun("dump", path, "none")
    #expect(none.code == .failure)
    #expect(none.errors.contains("There is no table or view “none”."))
    #expect(await ProgramRun("dump", path, "none", "--format", "csv").code == .failure)
    #expect(await ProgramRun("dump", path, "--format", "csv").code == .usage)
    #expect(await ProgramRun("dump", path, "items", "names", "--format", "csv").code == .usage)
  }

  @Test func `import reads standard input if given the format`() async throws {
    let text = "{\"name\":\"new\"}\n"
    let run = await ProgramRun("import", path, "items", "--format", "jsonl", input: text)
    #expect(run.output == "Imported 1 row into items.\n")
    let script = await ProgramRun("import", path, "--format", "sql", input: "DELETE FROM items;")
    #expect(script.code == .success)
    #expect(try strings(path, "SELECT name FROM items") == [])
    #expect(await ProgramRun("import", path, "items", input: text).code == .usage)
    #expect(await ProgramRun("import", path, "items", "--format", "csv").code == .usage)
    #expect(await ProgramRun("import", path, input: text).code == .usage)
    #expect(await ProgramRun("import", path, "items", "shop.sql").code == .usage)
  }

  @Test func `import creates a missing table and shows its definition`() async throws {
    let rows = try file("rows.tsv", "code\tcount\n007\t1\n008\t2\n")
    let run = await ProgramRun("import", path, "codes", rows)
    #expect(
      run.output == """
        CREATE TABLE "main"."codes" ("code" TEXT, "count" INTEGER);
        Imported 2 rows into codes.

        """
    )
    let json = await ProgramRun("import", path, "codes", rows, "--json")
    #expect(json.output.contains("\"rows\":2"))
    #expect(try strings(path, "SELECT sum(count) || typeof(count) FROM codes") == ["6integer"])
  }

  @Test func `an error has the line of the file, and nothing is imported`() async throws {
    let rows = try file("rows.csv", "id,name\n7,x\n8\n")
    let run = await ProgramRun("import", path, "items", rows)
    #expect(run.code == .failure)
    #expect(run.errors.hasPrefix("livesql: Line 3, column 1: The record has 1 field, but"))
    #expect(try strings(path, "SELECT count(*) || '' FROM items") == ["2"])
    let missing = scratch.path(of: "none.csv")
    #expect(await ProgramRun("import", path, "items", missing).errors.contains(missing))
    let fresh = scratch.path(of: "fresh.db")
    let failed = await ProgramRun("import", fresh, "items", rows, "--create")
    #expect(failed.code == .failure)
    #expect(!FileManager.default.fileExists(atPath: fresh))
  }

  @Test func `import has options for conflicts, delimiters and a missing header`() async throws {
    let rows = try file("rows.csv", "2;first\n9;second\n")
    let options = ["--no-header", "--delimiter", ";", "--on-conflict"]
    let arguments = ["import", path, "pairs", rows] + options
    try await DatabaseQueue(path: path).write {
      try $0.execute(
        sql:
          "CREATE TABLE pairs (id INTEGER PRIMARY KEY, name); INSERT INTO pairs VALUES (2, 'old')"
      )
    }
    #expect(await ProgramRun(list: arguments + ["abort"]).code == .failure)
    let ignoring = await ProgramRun(list: arguments + ["ignore"])
    #expect(ignoring.output == "Imported 1 row into pairs.\n")
    #expect(try strings(path, "SELECT name FROM pairs ORDER BY id") == ["old", "second"])
    #expect(await ProgramRun(list: arguments + ["replace"]).code == .success)
    #expect(try strings(path, "SELECT name FROM pairs ORDER BY id") == ["first", "second"])
    #expect(
      await ProgramRun(list: ["import", path, "pairs", rows, "--delimiter", "ab"]).code == .usage
    )
  }

  @Test func `progress is shown only on a terminal`() async throws {
    let text = "a\n" + String(repeating: "1\n", count: 100_000)
    let rows = try file("rows.csv", text)
    let size = TerminalSize(columns: 80, rows: 24)
    let run = await ProgramRun("import", path, "numbers", rows, terminal: size)
    #expect(run.errors.contains("Importing"))
    #expect(run.errors.contains("100 %"))
    let quiet = await ProgramRun("import", path, "numbers", rows)
    #expect(quiet.errors == "")
    // The dump itself is written to that terminal.
    #expect(await ProgramRun("dump", path, terminal: size).errors == "")
  }
}
