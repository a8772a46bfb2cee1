import Foundation
import LiveSQL
import PostgreSQL
import PostgreSQLQueries
import PostgreSQLTestSupport
import Terminal
import Testing

@testable import LiveSQLCommand

/// Tests of the types that `livesql schema postgres://… --swift` writes; those in
/// `Written/PostgresTables.swift` are compiled with this file.
@Suite(.requiresPostgres) struct PostgresSourceTests {
  private let scratch: PostgresScratchDatabase

  init() throws {
    scratch = try PostgresScratchDatabase()
    try scratch.connect().execute(script: Self.schema)
  }

  static let schema = """
    CREATE TYPE pg_mood AS ENUM ('sad', 'it''s "fine"');
    CREATE SCHEMA audit;
    CREATE TABLE pg_entries (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, "isDone" boolean NOT NULL DEFAULT false,
      small smallint NOT NULL DEFAULT '-1'::integer, count_of integer, real real NOT NULL DEFAULT 1.5,
      double double precision, price numeric(10, 2) NOT NULL, title varchar(20) NOT NULL DEFAULT 'it''s',
      body text, photo bytea, number uuid NOT NULL DEFAULT gen_random_uuid(),
      created_at timestamptz NOT NULL DEFAULT now(), "local" timestamp(3), day date, data jsonb NOT NULL DEFAULT '{}',
      mood pg_mood, tags text[], twice int GENERATED ALWAYS AS (2 * small) STORED, "class" char(3), "odd name!" text
    );
    CREATE TABLE pg_entry_links (
      entry_id bigint REFERENCES pg_entries ON DELETE CASCADE, other text, weight double precision NOT NULL DEFAULT 1,
      PRIMARY KEY (entry_id, other)
    );
    CREATE TABLE audit.pg_events (name text PRIMARY KEY, at timestamptz);
    CREATE TABLE pg_loose (id int, note text);
    CREATE VIEW pg_done AS SELECT id, title FROM pg_entries WHERE "isDone";
    CREATE TABLE pg_logs (id bigint, day date, PRIMARY KEY (id, day)) PARTITION BY RANGE (day);
    CREATE TABLE pg_logs_2026 PARTITION OF pg_logs FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
    """

  @Test func `the command writes the types of a database`() async throws {
    let url = "postgres://postgres@/\(scratch.name)?host=\(scratch.server.folder)"
    let output = TextDestination()
    let console = Console(
      standardOutput: output,
      standardError: output,
      environment: [:],
      events: { AsyncStream { _ in } }
    )
    #expect(await Program().run(["schema", url, "--swift"], console: console) == .success)
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let file = folder.appendingPathComponent("Written/PostgresTables.swift")
    let text = "// swift-format-ignore-file\n" + output.text
    if ProcessInfo.processInfo.environment["LIVESQL_WRITE_SOURCES"] != nil {
      try Data(text.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test func `rows survive a round trip through the types`() throws {
    let db = try scratch.connect()
    let date = Date(timeIntervalSince1970: 1_795_250_000)
    let draft = PgEntry.Draft(
      isDone: true,
      countOf: 7,
      double: 0.5,
      price: 12.5,
      title: "Milk",
      body: nil,
      photo: Data([1, 2]),
      number: UUID(),
      createdAt: date,
      local: date,
      day: nil,
      data: #"{"a": 1}"#,
      mood: "sad",
      tags: ["a", "b"],
      class: "abc",
      oddName: "x"
    )
    try PgEntry.insert { draft }.execute(db)
    let entry = try #require(try PgEntry.all.fetchOne(db))
    #expect(entry.isDone && entry.small == -1 && entry.twice == -2 && entry.price == 12.5)
    #expect(entry.createdAt == date && entry.number == draft.number && entry.photo == draft.photo)
    #expect(entry.mood == "sad" && entry.data == #"{"a": 1}"# && entry.class == "abc")
    #expect(entry.tags == ["a", "b"])
    let link = PgEntryLink(id: PgEntryLink.ID(entryID: entry.id, other: "x"), weight: 2)
    try PgEntryLink.insert { link }.execute(db)
    #expect(try PgEntryLink.all.fetchOne(db) == link)
    try PgEvent.insert { PgEvent(name: "made", at: date) }.execute(db)
    #expect(try PgEvent.all.fetchOne(db)?.at == date)
    #expect(try PgDone.all.fetchOne(db)?.title == "Milk")
    try PgLoose.insert { PgLoose(id: 1, note: "x") }.execute(db)
    #expect(try PgLoose.all.fetchOne(db)?.note == "x")
  }
}
