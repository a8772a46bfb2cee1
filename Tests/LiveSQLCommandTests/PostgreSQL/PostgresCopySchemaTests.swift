import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import SQLiteDatabase
import Terminal
import Testing

@testable import LiveSQLCommand

/// The schemas whose tables the command `livesql copy` copies from PostgreSQL into a file.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct PostgresCopySchemaTests {
  private let files: ScratchDirectory
  private let scratch: PostgresScratchDatabase
  private var path: String { files.path(of: "shop.db") }

  init() throws {
    files = try ScratchDirectory()
    scratch = try PostgresScratchDatabase()
    try scratch.connect().execute(
      script: """
        CREATE SCHEMA archive; CREATE SCHEMA other;
        CREATE TYPE archive.mood AS ENUM ('sad', 'happy');
        CREATE TABLE lists (id bigint PRIMARY KEY, title text);
        CREATE INDEX by_title ON lists (title);
        CREATE TABLE archive.items (
          id bigint PRIMARY KEY, list bigint REFERENCES lists, mood archive.mood, title text CHECK (title <> '')
        );
        CREATE INDEX by_title ON archive.items (title);
        CREATE TABLE other.logs (id bigint PRIMARY KEY);
        INSERT INTO lists VALUES (1, 'Home'); INSERT INTO archive.items VALUES (2, 1, 'sad', 'Milk')
        """
    )
  }

  private func copy(_ options: String..., url: String? = nil) async -> ProgramRun {
    await ProgramRun(list: ["copy", url ?? scratch.url, path, "--replace"] + options)
  }

  /// Returns the names of the tables and indexes in the file.
  private func names() async throws -> [String] {
    let database = try DatabaseQueue(path: path)
    let names = try await database.read { db in
      try String.fetchAll(
        db,
        sql: "SELECT name FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name"
      )
    }
    try database.close()
    return names
  }

  @Test func `the tables of the search path are copied, and other schemas are named`() async throws
  {
    let run = await copy()
    #expect(run.code == .success, "\(run.errors)")
    let note = "with 1 table: it is not in the search path, and --schema does not name it."
    #expect(run.output.contains("the schema archive is left out, \(note)"), "\(run.output)")
    #expect(run.output.contains("the schema other is left out, \(note)"))
    #expect(try await names() == ["by_title", "lists"])
    let url = scratch.url + "&options=-csearch_path%3Darchive,public"
    let wider = await copy(url: url)
    #expect(wider.code == .success, "\(wider.errors)")
    #expect(!wider.output.contains("the schema archive"))
    #expect(wider.output.contains("the schema other is left out"))
    #expect(wider.output.contains("Copied 2 tables with 2 rows."))
  }

  @Test func `schemas are copied by name, with their keys, checks and indexes`() async throws {
    let run = await copy("--schema", "public", "--schema", "archive")
    #expect(run.code == .success, "\(run.errors)")
    #expect(!run.output.contains("the schema"), "\(run.output)")
    #expect(run.output.contains("items: CHECK items_title_check is left out."))
    #expect(run.output.contains("lists: the index by_title is called public_by_title."))
    #expect(try await names() == ["by_title", "items", "lists", "public_by_title"])
    let database = try DatabaseQueue(path: path)
    let sql = try await database.read { db in
      try String.fetchOne(db, sql: "SELECT sql FROM sqlite_schema WHERE name = 'items'")
    }
    #expect(sql?.contains(#"REFERENCES "lists" ("id")"#) == true)
    #expect(sql?.contains("IN ('sad', 'happy')") == true)
    try database.close()
    let one = await copy("--schema", "archive")
    #expect(one.output.contains("items: the foreign key items_list_fkey is left out"))
    #expect(try await names() == ["by_title", "items"])
  }

  @Test func `two tables of one name, and a schema that is not there, are refused`() async throws {
    try scratch.connect().execute(script: #"CREATE TABLE other."Lists" (id bigint)"#)
    let run = await copy("--schema", "public", "--schema", "other")
    #expect(run.code == .failure)
    let names = "The tables other.Lists and public.lists would have the same name in a file."
    #expect(run.errors.contains(names), "\(run.errors)")
    let missing = await copy("--schema", "nowhere")
    #expect(missing.errors.contains("no schema nowhere, which --schema names."))
    let back = await ProgramRun(list: ["copy", path, scratch.url, "--schema", "public"])
    #expect(back.code == .usage)
  }
}
