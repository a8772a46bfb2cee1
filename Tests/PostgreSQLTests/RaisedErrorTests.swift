import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQL

/// Texts that functions of other languages raise.
@Suite struct RaisedErrorTests {
  @Test(arguments: ["38000", "38001", "39000", "39P01", "P0001", "P0004", "QQ123", "23505"])
  func `a text is not shown, whichever language's function raises it`(code: String) {
    let routine = code == "23505" ? "PLy_elog_impl" : nil
    let state = SQLState(rawValue: code)
    #expect(PostgresError.isRaised(state, routine: routine, hasContext: true))
  }

  @Test func `an internal error is shown only outside of functions`() {
    let state = SQLState(rawValue: "XX000")
    #expect(PostgresError.isRaised(state, routine: "any", hasContext: true))
    #expect(!PostgresError.isRaised(state, routine: "relation_open", hasContext: false))
  }

  @Test(arguments: ["22012", "23505", "40001", "42P01", "57014"])
  func `errors of the server itself are not those of functions`(code: String) {
    let state = SQLState(rawValue: code)
    #expect(!PostgresError.isRaised(state, routine: "ExecConstraints", hasContext: true))
  }
}

/// Functions in languages that the server may have.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct RaisingLanguageTests {
  static let functions: [(language: String, body: String)] = [
    ("plpython3u", "plpy.error('it is ' + value)"),
    ("plpython3u", "return str(int(value))"),
    ("plpython3u", "plpy.error('it is ' + value, sqlstate='23505')"),
    ("plperl", "my ($value) = @_; die \"it is $value\""),
    ("plperl", "my ($value) = @_; elog(ERROR, \"it is $value\")"),
    ("pltcl", "error \"it is $1\""),
  ]

  @Test(arguments: functions)
  func `a text that a function raises is in no text of the error`(language: String, body: String)
    throws
  {
    let scratch = try PostgresScratchDatabase()
    let connection = try scratch.connect()
    let offered = try connection.execute(
      "SELECT count(*) FROM pg_available_extensions WHERE name = $1",
      [.text(language)]
    ).values()
    // A server without the language cannot raise its errors.
    guard offered == [[1]] else { return }
    try connection.execute(
      script: """
        CREATE EXTENSION \(language);
        CREATE FUNCTION fails(value text) RETURNS text LANGUAGE \(language) AS $body$ \(body) $body$
        """
    )
    let error = try failure { try connection.execute("SELECT fails($1)", ["geheim"]) }
    #expect(error.message == PostgresError.raised, "\(error.code)")
    #expect(!error.description.contains("geheim"))
    #expect(error.serverMessage?.contains("geheim") == true)
  }
}
