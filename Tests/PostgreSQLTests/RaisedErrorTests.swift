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
  @Test(
    .requiresServer(extension: "plpython3u"),
    arguments: [
      "plpy.error('it is ' + value)", "return str(int(value))",
      "plpy.error('it is ' + value, sqlstate='23505')",
    ]
  )
  func `a text that a function in Python raises is in no text of the error`(body: String) throws {
    try expectNoText(raisedIn: "plpython3u", by: body)
  }

  @Test(
    .requiresServer(extension: "plperl"),
    arguments: [
      "my ($value) = @_; die \"it is $value\"",
      "my ($value) = @_; elog(ERROR, \"it is $value\")",
    ]
  )
  func `a text that a function in Perl raises is in no text of the error`(body: String) throws {
    try expectNoText(raisedIn: "plperl", by: body)
  }

  @Test(.requiresServer(extension: "pltcl"))
  func `a text that a function in Tcl raises is in no text of the error`() throws {
    try expectNoText(raisedIn: "pltcl", by: "error \"it is $1\"")
  }

  private func expectNoText(raisedIn language: String, by body: String) throws {
    let scratch = try PostgresScratchDatabase()
    let connection = try scratch.connect()
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
