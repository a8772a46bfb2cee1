import DatabaseTypes
import LiveSQLTestSupport
import PostgreSQL
import PostgreSQLTestSupport
import PostgreSQLTools
import Testing

/// Values of PostgreSQL as the command line, the studio and exports print them.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct ShownValueTests {
  private let scratch: PostgresScratchDatabase

  init() throws { scratch = try PostgresScratchDatabase() }

  @Test(
    arguments: [
      "0", "1 day", "-1 day", "1 year 2 mons", "-1 mon +2 days", "1 day -02:03:04", "-1 day +02:03",
      "36:00:00.25", "-00:00:00.000001", "14 mons 3 days 1.5 seconds", "-14 mons",
      "178956970 years", "2562047788:00:54.775807", "-2562047788:00:54.775807",
    ]
  )
  func `an interval is printed as the server prints it`(text: String) throws {
    let row = try scratch.connect().execute(
      "SELECT i, i::text FROM (SELECT $1::interval AS i) r",
      [.text(text)]
    )
    .values()[0]
    #expect(row[0].shownValue == row[1].shownValue)
    #expect(row[0].databaseValue.shown(as: .interval) == row[1].shownValue)
  }

  @Test(arguments: [.min, -1, 0, .max] as [Int64])
  func `the longest stored intervals are shown like sent ones`(microseconds: Int64) {
    let interval = PostgresInterval(months: .min, days: .max, microseconds: microseconds)
    let value = PostgresValue.interval(interval)
    #expect(value.databaseValue.shown(as: .interval) == value.shownValue)
  }

  @Test func `a stored text that is no interval is shown as it is`() {
    for text in ["1 mons 2 days 9223372036854775807:00:00.000000", "1 mons", "P1Y"] {
      #expect(DatabaseValue.text(text).shown(as: .interval) == .text(text))
    }
  }

  @Test func `a stored value is shown like the one that the server sent`() throws {
    let connection = try scratch.connect()
    let result = try connection.execute(
      """
      SELECT true, false, 7, 1.50::numeric, 'a', '{"b": 1}'::jsonb, '\\x0102'::bytea, NULL::uuid,
        'e621e1f8-c36c-495a-93fc-0c247a3e6e5f'::uuid, '2026-01-02'::date, '08:30'::time,
        '2026-01-02 08:30'::timestamp, '2026-01-02 08:30:00.25+00'::timestamptz,
        'infinity'::timestamptz, '-infinity'::timestamp, '{1,2}'::int[], 0.1::real, 'NaN'::real,
        'infinity'::float8, '0044-03-15 12:00:00 BC'::timestamp, '0044-03-15 12:00+00 BC'::timestamptz,
        '1 year 2 mons -3 days +04:05:06.5'::interval, '-00:00:00.000001'::interval, '0'::interval
      """
    )
    let kinds = result.columns.types.map(\.kind)
    for row in try result.values() {
      for (value, kind) in zip(row, kinds) {
        #expect(value.databaseValue.shown(as: kind) == value.shownValue)
      }
    }
  }

  @Test(
    arguments: [
      "0.1::real", "-1e20::real", "'NaN'::real", "'-infinity'::real", "'NaN'::float8",
      "'infinity'::float8", "'0044-03-15 12:00:00 BC'::timestamp",
      "'0044-03-15 12:00:00.5 BC'::timestamptz", "'2026-01-02 08:30:00.25'::timestamptz",
      "'infinity'::timestamptz", "'08:30'::time",
    ]
  )
  func `a value is printed as the server prints it`(expression: String) throws {
    let connection = try scratch.connect()
    try connection.execute("SET timezone = 'UTC'")
    let row = try connection.execute("SELECT v, v::text FROM (SELECT \(expression) AS v) AS r")
      .values()[0]
    let text: String
    switch row[0].shownValue {
    case .real(let number): text = "\(Float(number))"
    case .text(let shown): text = shown
    case let other: text = "\(other)"
    }
    #expect(row[1] == .text(text))
  }
}
