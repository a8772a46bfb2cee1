import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLTestSupport
import SQLiteDatabase
import Testing

@testable import LiveSQLCommand

/// Copies of `Date.distantFuture` and `Date.distantPast`, which are the infinities on the server.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct PostgresCopyInfinityTests {
  private let files: ScratchDirectory
  private let scratch: PostgresScratchDatabase

  init() throws {
    files = try ScratchDirectory()
    scratch = try PostgresScratchDatabase()
  }

  private static let dates: [Date] = [
    .distantFuture, .distantPast, Date(timeIntervalSince1970: 0.25),
  ]

  @Test func `distant dates of a file become infinities`() async throws {
    let path = files.path(of: "events.db")
    let database = try DatabaseQueue(path: path)
    try await database.write { db in
      try db.execute(sql: "CREATE TABLE events (id INTEGER PRIMARY KEY, at TIMESTAMP)")
      for date in Self.dates {
        try db.execute(sql: "INSERT INTO events (at) VALUES (?)", arguments: [date])
      }
    }
    try database.close()
    let run = await ProgramRun(list: ["copy", path, scratch.url])
    #expect(run.code == .success, "\(run.errors)")
    let server = try scratch.connect()
    try server.execute(script: "SET timezone = 'UTC'")
    let moments = try server.execute("SELECT at::text FROM events ORDER BY id").map { row in
      try row.decode(String.self, at: 0)
    }
    #expect(moments == ["infinity", "-infinity", "1970-01-01 00:00:00.25+00"])
  }

  @Test func `infinities become distant dates of a file, and infinities again`() async throws {
    let path = files.path(of: "events.db")
    try scratch.connect().execute(
      script: """
        CREATE TABLE events (id bigint PRIMARY KEY, at timestamptz, day date);
        INSERT INTO events VALUES (1, 'infinity', 'infinity'), (2, '-infinity', '-infinity'),
          (3, '1970-01-01 00:00:00.25+00', '1970-01-01')
        """
    )
    let run = await ProgramRun(list: ["copy", scratch.url, path])
    #expect(run.code == .success, "\(run.errors)")
    let database = try DatabaseQueue(path: path)
    let (moments, days, texts) = try await database.read { db in
      (
        try Date.fetchAll(db, sql: "SELECT at FROM events ORDER BY id"),
        try Date.fetchAll(db, sql: "SELECT day FROM events ORDER BY id"),
        try String.fetchAll(db, sql: "SELECT at FROM events ORDER BY at")
      )
    }
    #expect(moments == Self.dates)
    #expect(days == [.distantFuture, .distantPast, Date(timeIntervalSince1970: 0)])
    #expect(texts.first == "0000-12-30 00:00:00.000")
    #expect(texts.last == "4001-01-01 00:00:00.000")
    try database.close()
    let other = try PostgresScratchDatabase()
    let back = await ProgramRun(list: ["copy", path, other.url])
    #expect(back.code == .success, "\(back.errors)")
    let same = try other.connect().execute(
      "SELECT at::text || ' ' || day::text FROM events WHERE id < 3 ORDER BY id"
    ).map { row in try row.decode(String.self, at: 0) }
    #expect(same == ["infinity infinity", "-infinity -infinity"])
  }
}

/// Texts of a file that stand for the infinities.
@Suite struct InfiniteMomentTests {
  @Test(
    arguments: [
      ("infinity", .infinity), ("4001-01-01", .infinity), ("4001-01-01 00:00:00.000", .infinity),
      ("-infinity", .negativeInfinity), ("0000-12-30", .negativeInfinity),
      ("0000-12-30 00:00:00.000", .negativeInfinity),
    ] as [(String, PostgresTimestamp)]
  )
  func `a text that is read as a distant date is an infinity`(
    text: String,
    moment: PostgresTimestamp
  ) throws {
    #expect(MomentReader(text).moment == moment)
    #expect(try Date(databaseValue: .text(text)) == moment.date)
    let day: PostgresDate = moment == .infinity ? .infinity : .negativeInfinity
    #expect(MomentReader(text).date == (text.utf8.count > 10 ? nil : day))
  }

  @Test(arguments: ["4001-01-01 00:00:00.001", "4000-12-31 23:59:59.999", "0001-01-01"])
  func `a moment beside a distant date is finite`(text: String) {
    #expect(MomentReader(text).moment?.isFinite == true)
  }
}
