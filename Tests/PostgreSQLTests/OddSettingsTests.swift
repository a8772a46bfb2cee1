import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQL

/// Settings of a role or a database, which change no result.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct OddSettingsTests {
  static let settings = [
    "\"DateStyle\" = 'German, DMY'", "\"IntervalStyle\" = 'iso_8601'",
    "\"TimeZone\" = 'Asia/Kathmandu'", "bytea_output = 'escape'", "extra_float_digits = -15",
    "client_encoding = 'LATIN1'", "standard_conforming_strings = off", "backslash_quote = on",
    "escape_string_warning = off", "array_nulls = off", "quote_all_identifiers = on",
    "default_transaction_isolation = 'serializable'", "default_transaction_read_only = on",
    "default_transaction_deferrable = on", "transform_null_equals = on", "xmlbinary = 'hex'",
    "client_min_messages = 'debug5'", "plan_cache_mode = 'force_generic_plan'",
    "search_path = 'odd', 'public'",
  ]

  private static let query = """
    SELECT '2026-11-23 10:00:01.5+00'::timestamptz, '2026-11-23'::date, '10:00:01.25'::time,
      '1 year 2 mons -3 days 04:05:06.7'::interval, '\\x005c27ff'::bytea, (1::float8 / 3), (1::float4 / 3),
      'a\\b''Ä🎈'::text, ARRAY[1, NULL, 3], ARRAY['a', NULL, 'NULL'], 12.50::numeric, true,
      'e621e1f8-c36c-495a-93fc-0c247a3e6e5f'::uuid, '{"a": 1}'::jsonb, 1e300::float8, 'infinity'::timestamptz,
      ARRAY[1::float8 / 3], ARRAY['2026-11-23 10:00:00+00'::timestamptz]
    """

  @Test func `values are the same, in binary and as text`() throws {
    let scratch = try PostgresScratchDatabase()
    let plain = try PostgresConnection(PostgresTestServer.shared.get().configuration())
    let asText = Self.query + ", '10.0.0.0/8'::cidr"
    let binary = try plain.execute(Self.query)
    let text = try plain.execute(asText)
    #expect(binary.columns.areBinary && !text.columns.areBinary)
    let expected = try (binary.values()[0], text.values()[0])
    #expect(Array(expected.1.dropLast()) == expected.0)
    try scratch.set(Self.settings)
    let odd = try scratch.connect()
    #expect(try odd.execute(Self.query).values()[0] == expected.0)
    #expect(try odd.execute(asText).values()[0] == expected.1)
    // The settings of a session also apply to the values that it sends.
    let sent: [PostgresValue] = [
      .text("a\\b'Ä🎈"), .bytes([0, 0x5C, 0x27, 0xFF]), .double(1.0 / 3),
      .array(PostgresArray([.integer(1), .null])),
    ]
    let back = try odd.execute(
      "SELECT $1::text, $2::bytea, $3::float8, $4::int[]",
      sent
    )
    #expect(try back.values()[0] == sent)
  }

  @Test func `copies are the same`() throws {
    let scratch = try PostgresScratchDatabase()
    let plain = try scratch.connect()
    try plain.execute(script: "CREATE TABLE t (a timestamptz, b bytea, c float8, d text)")
    try plain.execute(
      "INSERT INTO t VALUES ('2026-11-23 10:00:01.5+00', '\\x00ff', 1::float8 / 3, 'a\\b')"
    )
    func copied(_ connection: PostgresConnection) throws -> [PostgresValue] {
      var all: [PostgresValue] = []
      try connection.copyOut("SELECT * FROM t") { all += $0 }
      return all
    }
    let expected = try copied(plain)
    #expect(expected.count == 4)
    try scratch.set(Self.settings)
    #expect(try copied(scratch.connect()) == expected)
  }
}

extension PostgresScratchDatabase {
  /// Changes a setting for all later sessions of the database.
  func set(_ settings: [String]) throws {
    let connection = try PostgresConnection(server.configuration())
    for setting in settings {
      try connection.execute(script: "ALTER DATABASE \(name) SET \(setting)")
    }
  }
}
