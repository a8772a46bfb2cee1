import DatabaseTypes
import PostgreSQLTools
import SQLiteDatabase
import Testing

@testable import LiveSQLCommand

/// The parsing of SQL into statements and parameters, by the rules of PostgreSQL.
@Suite struct PostgresScriptTests {
  @Test(arguments: [
    ("SELECT 1; SELECT 2", ["SELECT 1", "SELECT 2"]),
    ("SELECT 1; /* a", ["SELECT 1", "/* a"]), ("SELECT E'a'\n'\\';'", ["SELECT E'a'\n'\\';'"]),
    (
      "SELECT ';', \";\", E'\\';', $$;$$, $a$ ; $$ ; $a$;",
      ["SELECT ';', \";\", E'\\';', $$;$$, $a$ ; $$ ; $a$"]
    ),
    ("-- a;\n/* ; /* ; */ ; */ SELECT 1 -- ;\n;", ["SELECT 1 -- ;\n"]),
    (
      "CREATE RULE r AS ON INSERT TO t DO (SELECT 1; SELECT 2); SELECT 3",
      ["CREATE RULE r AS ON INSERT TO t DO (SELECT 1; SELECT 2)", "SELECT 3"]
    ),
    (
      "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END; SELECT 3",
      [
        "CREATE FUNCTION f() RETURNS int BEGIN ATOMIC SELECT CASE WHEN true THEN 1 END; SELECT 2; END",
        "SELECT 3",
      ]
    ),
    ("-- a\rSELECT 1; SELECT 2", ["SELECT 1", "SELECT 2"]),
    (" ; -- nothing\n;", []), ("SELECT 'open; SELECT 2", ["SELECT 'open; SELECT 2"]),
  ])
  func `a semicolon ends a statement unless something hides it`(sql: String, statements: [String]) {
    #expect(PostgresScript.statements(in: sql).map(\.text) == statements)
  }

  @Test func `a script is parsed line by line, and its lines are counted`() {
    var script = PostgresScript()
    var statements: [PostgresScript.Statement] = []
    for line in ["SELECT 1; SELECT", " 2", ";", "-- a comment;", "", "SELECT 'a", "b';"] {
      statements += script.add(line + "\n", isEnd: false)
    }
    statements += script.add("", isEnd: true)
    #expect(statements.map(\.line) == [1, 1, 6])
    #expect(statements.map(\.keyword) == ["SELECT", "SELECT", "SELECT"])
  }

  @Test func `names with a value become numbered parameters, and positions stay those of the text`()
  {
    let arguments = StatementArguments(namedValues: ["id": 7, "name": "x"])
    let text =
      "SELECT a[1:2], ':id', b::name FROM t WHERE c = :id OR d = :name OR e = :id AND :other"
    let bound = PostgresBoundStatement(text, arguments)
    #expect(
      bound.sql
        == "SELECT a[1:2], ':id', b::name FROM t WHERE c = $1 OR d = $2 OR e = $1 AND :other"
    )
    #expect(bound.values == [7, "x"])
  }
}
