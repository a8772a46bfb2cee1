import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLDatabase
import PostgreSQLTestSupport
import SQLiteDatabase
import Terminal
import Testing

@testable import LiveSQLCommand
@testable import LiveSQLPostgres

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

  /// Infinities, the finite moments of the dates that stand for them, and years with other digits.
  private static let moments = """
    CREATE TABLE events (id bigint PRIMARY KEY, at timestamptz, plain timestamp, day date);
    INSERT INTO events SELECT n, t::timestamptz, t::timestamp, t::date FROM unnest(ARRAY[
      'infinity', '4001-01-01 00:00:00', '4001-01-01 00:00:00.000008', '4001-01-01 00:00:00.001',
      '-infinity', '0001-12-30 00:00:00 BC', '0001-12-30 00:00:00.000008 BC', '0001-06-01 00:00:00 BC',
      '4713-01-01 00:00:00.000001 BC', '10000-01-01 12:30:00.5', '294276-12-31 23:59:59'
    ]) WITH ORDINALITY AS e (t, n)
    """

  private func stored(_ database: PostgresScratchDatabase) throws -> [String] {
    let server = try database.connect()
    try server.execute(script: "SET timezone = 'UTC'")
    return try server.execute("SELECT concat_ws(', ', id, at, plain, day) FROM events ORDER BY id")
      .map { row in try row.decode(String.self, at: 0) }
  }

  @Test func `finite moments and infinities stay different in a file, and on the way back`()
    async throws
  {
    let path = files.path(of: "events.db")
    let server = try scratch.connect()
    try server.execute(script: "SET timezone = 'UTC'; " + Self.moments)
    let run = await ProgramRun(list: ["copy", scratch.url, path])
    #expect(run.code == .success, "\(run.errors)")
    // A file shows the same dates as the server.
    let columns = ["at", "plain", "day"]
    let database = try DatabaseQueue(path: path)
    for column in columns {
      let sql = "SELECT \(column) FROM events ORDER BY id"
      let dates = try server.execute(sql).map { row in try row.decode(Date.self, at: 0) }
      let copies = try await database.read { db in try Date.fetchAll(db, sql: sql) }
      #expect(copies == dates, "\(column)")
      let texts = try await database.read { db in try String.fetchAll(db, sql: sql) }
      let different = try server.execute("SELECT count(DISTINCT \(column)) FROM events")
        .map { row in try row.decode(Int.self, at: 0) }
      #expect([Set(texts.map { Array($0.utf8) }).count] == different, "\(texts)")
    }
    try database.close()
    let other = try PostgresScratchDatabase()
    let back = await ProgramRun(list: ["copy", path, other.url])
    #expect(back.code == .success, "\(back.errors)")
    let types = try other.connect().execute(
      """
      SELECT data_type FROM information_schema.columns WHERE table_name = 'events' AND column_name IN ('at', 'day')
      ORDER BY column_name
      """
    ).map { row in try row.decode(String.self, at: 0) }
    #expect(types == ["timestamp with time zone", "date"])
    let (kept, original) = (try stored(other), try stored(scratch))
    // A file does not tell the two types of timestamps apart, so both become the one with a zone.
    #expect(
      kept.map { $0.replacing("+00", with: "") } == original.map { $0.replacing("+00", with: "") }
    )
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

  @Test(arguments: [
    "4001-01-01 00:00:00.001", "4000-12-31 23:59:59.999", "0001-01-01",
    "4001-01-01 00:00:00.000008",
    "4001-01-01 00:00:00.00000763", "0000-12-30 00:00:00.00000763", "0001-12-30 00:00:00.000008 BC",
  ])
  func `a moment beside a distant date is finite`(text: String) {
    #expect(MomentReader(text).moment?.isFinite == true)
  }

  @Test(arguments: [
    ("10000-01-01 12:30", 252_455_661_000_000_000), ("0044-03-15 BC", -64_464_508_800_000_000),
    ("294276-12-31T23:59:59.999999Z", 9_223_371_331_199_999_999), ("294277-01-01", nil),
    ("9999999-01-01 00:00", nil), ("4714-11-23 BC", nil), ("0000-01-01 BC", nil),
    ("123-01-01", nil),
    ("12345678-01-01", nil),
  ])
  func `years of any number of digits are read, up to those of the server`(
    text: String,
    microseconds: Int64?
  ) {
    #expect(MomentReader(text).moment?.microseconds == microseconds)
  }

  @Test(
    arguments: [
      .min, -63_082_454_400_000_000, -63_082_454_399_999_992, 0, 1, 63_145_526_399_999_999,
      63_145_526_400_000_000, 63_145_526_400_000_008, 9_223_371_331_199_999_999, .max,
    ] as [Int64]
  )
  func `a moment is read from its text in a file`(microseconds: Int64) {
    let moment = PostgresTimestamp(microseconds: microseconds)
    #expect(MomentReader(moment.fileText).moment == moment)
  }

  @Test(arguments: [.min, -2_451_545, -730_121, 0, 730_851, 2_145_031_948, .max] as [Int32])
  func `a day is read from its text in a file`(days: Int32) {
    let day = PostgresDate(days: days)
    #expect(MomentReader(day.fileText).date == day)
  }
}
