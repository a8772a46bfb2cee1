import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Terminal
import Testing

@testable import LiveSQLCommand

/// The commands `schema`, `backup` and `verify`, on a small database with an unusual name in it.
@Suite struct DatabaseCommandTests {
  private let scratch: ScratchDirectory
  private var path: String { scratch.path(of: "shop.db") }

  init() throws {
    scratch = try ScratchDirectory()
    let database = try DatabaseQueue(path: scratch.path(of: "shop.db"))
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL DEFAULT '?');
          CREATE TABLE [order "lines"] (
            id INTEGER PRIMARY KEY, customer REFERENCES customers (id) ON DELETE CASCADE);
          CREATE INDEX byName ON customers (name);
          CREATE VIEW names AS SELECT name FROM customers;
          INSERT INTO customers (name) VALUES ('Ana'), ('Ben');
          """
      )
    }
    try database.close()
  }

  @Test func `schema lists tables and views`() async {
    let run = await ProgramRun("schema", path)
    #expect(run.code == .success)
    #expect(
      run.output == """
        customers (id, name)
        names view (name)
        order "lines" (id, customer)

        """
    )
  }

  @Test func `schema shows all details of one table, in any case of its name`() async {
    let run = await ProgramRun("schema", path, "CUSTOMERS")
    #expect(run.output.hasPrefix("table customers\n  id INTEGER  primary key\n"))
    #expect(run.output.contains("  name TEXT  not null  default '?'\n"))
    #expect(run.output.contains("Indexes\n  byName (name)\n"))
    let other = await ProgramRun("schema", path, "order \"lines\"")
    #expect(other.output.contains("(customer) → customers (id)  on delete cascade\n"))
  }

  @Test func `schema reports a missing table`() async {
    let run = await ProgramRun("schema", path, "nothing")
    #expect(run.code == .failure)
    #expect(run.errors.contains("There is no table or view named nothing."))
  }

  @Test func `backup creates one file with the same rows`() async throws {
    let copy = scratch.path(of: "copy.db")
    let run = await ProgramRun("backup", path, copy)
    #expect(run.code == .success)
    #expect(run.output.hasPrefix("Copied \(path) to \(copy): "))
    let beside = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    #expect(beside.filter { $0.hasPrefix("copy") } == ["copy.db"])
    let names = try await DatabaseQueue(path: copy).read { db in
      try String.fetchAll(db, sql: "SELECT name FROM customers ORDER BY id")
    }
    #expect(names == ["Ana", "Ben"])
  }

  @Test func `a backup of one page uses the singular`() async throws {
    let small = scratch.path(of: "small.db")
    let made = await ProgramRun("shell", small, "--create", input: "PRAGMA user_version = 1;")
    #expect(made.code == .success)
    let run = await ProgramRun("backup", small, scratch.path(of: "copy.db"))
    #expect(run.output.contains(": 1 page, "), "\(run.output)")
  }

  @Test func `backup does not replace an existing file unless asked`() async throws {
    let copy = scratch.path(of: "copy.db")
    try await DatabaseQueue(path: copy).write { db in
      try db.execute(sql: "CREATE TABLE precious (a)")
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: copy))
    let run = await ProgramRun("backup", path, copy)
    #expect(run.code == .failure)
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == before)
    #expect(await ProgramRun("backup", path, copy, "--replace").code == .success)
  }

  @Test func `backup refuses to copy a database onto itself`() async {
    let run = await ProgramRun("backup", path, path, "--replace")
    #expect(run.code == .failure)
    #expect(run.errors.contains("onto itself"))
    #expect(await ProgramRun("verify", path).code == .success)
  }

  @Test func `verify reports that a database is sound`() async {
    let run = await ProgramRun("verify", path)
    #expect(run.code == .success)
    #expect(run.output == "\(path) is sound.\n")
  }

  @Test func `verify reports rows whose references are broken`() async throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let database = try DatabaseQueue(path: path, configuration: configuration)
    try await database.write { db in
      try db.execute(sql: "INSERT INTO [order \"lines\"] (customer) VALUES (99)")
    }
    try database.close()
    let run = await ProgramRun("verify", path, "--json")
    #expect(run.code == .failure)
    #expect(run.output.contains("\"kind\": \"foreignKey\""))
  }

  @Test func `verify says if a file is not a database`() async throws {
    let file = scratch.path(of: "text.db")
    try Data(repeating: 65, count: 5000).write(to: URL(fileURLWithPath: file))
    let run = await ProgramRun("verify", file)
    #expect(run.code == .failure)
    #expect(run.errors.contains("not a SQLite database"))
  }

  // MARK: query

  private func names(in folder: String) throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder))
  }

  @Test(
    arguments: [
      ["ATTACH 'FILE' AS other"], ["ATTACH 'file:FILE?mode=rwc' AS other"], ["VACUUM INTO 'FILE'"],
      ["PRAGMA journal_mode = wal"], ["CREATE TABLE t (a)"],
    ].flatMap { [$0, $0 + ["--json"]] }
  )
  func `a query without --write creates no file`(words: [String]) async throws {
    let before = try names(in: scratch.path)
    let sql = words[0].replacing("FILE", with: scratch.path(of: "new.db"))
    for command in ["query", "explain"] {
      let run = await ProgramRun(list: [command, path, sql] + words.dropFirst())
      if command == "query" { #expect(run.code == .failure && !run.errors.isEmpty) }
      #expect(try names(in: scratch.path) == before, "\(command)")
    }
  }

  @Test(
    arguments: [
      ("json", #"[{"id":1,"t":"a"},{"id":2,"t":{"base64":"YmH/Yg=="}},{"id":3,"t":"c"}]"#),
      ("csv", "id,t\r\n1,a\r\n2,x'6261ff62'\r\n3,c\r\n"),
    ]
  )
  func `text that is not valid UTF-8 does not hide other rows`(format: String, expected: String)
    async
  {
    let sql = """
      SELECT 1 AS id, 'a' AS t UNION ALL SELECT 2, CAST(x'6261ff62' AS TEXT) UNION ALL SELECT 3, 'c'
      """
    let run = await ProgramRun("query", path, sql, "--format", format)
    #expect(run.code == .success)
    let output = format == "json" ? run.output.replacing("\n", with: "") : run.output
    #expect(output == expected)
    let table = await ProgramRun("query", path, sql)
    #expect(table.output.contains("x'6261ff62' (4 bytes)") && table.output.contains("(3 rows)"))
    let markdown = await ProgramRun("query", path, sql, "--format", "markdown")
    #expect(markdown.output.contains("| 3 | c"))
  }
}
