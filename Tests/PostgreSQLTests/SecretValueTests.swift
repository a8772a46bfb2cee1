import LiveSQLTestSupport
import PostgreSQLTestSupport
import Testing

@testable import PostgreSQL

/// Values are left out of the descriptions of errors.
@Suite struct SecretValueTests {
  @Test(arguments: [
    #"ungültige Eingabesyntax für Typ integer: »geheim«"#,
    "syntaxe en entrée invalide pour le type integer : « geheim »",
    "неверный синтаксис для типа integer: «geheim»",
    "nieprawidłowa składnia dla typu integer: „geheim”",
    "类型integer的输入语法无效: “geheim”", "型integerの入力構文が不正です: 「geheim」",
    #"invalid input syntax for type integer: "geheim""#,
    "invalid input syntax for type integer: \"\u{301}geheim\"",
    "invalid input syntax for type integer: \"geheim\"\u{301}",
  ])
  func `values are left out in any language of the server`(message: String) {
    let text = PostgresError.withoutValues(
      message,
      code: .invalidTextRepresentation,
      sql: "SELECT $1::int"
    )
    #expect(!text.contains("geheim"))
    #expect(text.contains("integer"))
  }

  @Test func `names in a statement's text are kept`() {
    let told = PostgresError.withoutValues(
      #"table "nope" does not exist"#,
      code: .undefinedTable,
      sql: "DROP TABLE nope"
    )
    #expect(told == #"table "nope" does not exist"#)
  }
}

/// Values that the server quotes in errors that are not about their type.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct QuotedValueTests {
  let scratch: PostgresScratchDatabase
  let connection: PostgresConnection

  init() throws {
    scratch = try PostgresScratchDatabase()
    connection = try scratch.connect()
  }

  @Test(arguments: [
    "SELECT to_tsquery($1)", "SELECT $1::text::regclass", "SELECT $1::text::regtype",
    "SELECT $1::text::jsonb", "SELECT $1::text::date",
    "SELECT set_config('geheim.x', $1, true)::int",
  ])
  func `the description does not contain typed values`(sql: String) throws {
    let error = try failure { try connection.execute(sql, ["geheimes wort"]) }
    #expect(!"\(error)".contains("geheimes"))
    #expect(!error.message.contains("wort"))
  }

  @Test func `the description names what is wrong in the statement`() throws {
    let error = try failure { try connection.execute("SELECT * FROM \"no such table\"") }
    #expect(error.message.contains("no such table"))
    #expect(
      try failure { try connection.execute("DROP TABLE nope") }.message.contains("nope")
    )
    try connection.execute(script: "CREATE TABLE items (id int, title text)")
    let grouped = #"SELECT "items"."id", count(*) FROM "items" GROUP BY "items"."title""#
    #expect(try failure { try connection.execute(grouped) }.message.contains("items.id"))
    #expect(try failure { try connection.execute("SELECT ID2 FROM items") }.message.contains("id2"))
  }
}

/// Values in errors of all the classes that SQL can provoke.
@Suite(.requiresPostgres, .timeLimit(.hang)) struct SecretOfEachClassTests {
  let scratch: PostgresScratchDatabase
  let connection: PostgresConnection

  init() throws {
    scratch = try PostgresScratchDatabase()
    connection = try scratch.connect()
    try connection.execute(
      script: """
        CREATE SEQUENCE numbers MAXVALUE 100;
        CREATE TYPE mood AS ENUM ('calm');
        CREATE DOMAIN short AS text CHECK (length(VALUE) < 3);
        CREATE TABLE items (title text UNIQUE CHECK (length(title) < 20));
        INSERT INTO items VALUES ('geheim');
        CREATE VIEW brief AS SELECT * FROM items WHERE title = '' WITH CHECK OPTION;
        CREATE FUNCTION fails(value text, code text) RETURNS text LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'it is %', value USING ERRCODE = code, HINT = value; END $$
        """
    )
  }

  @Test(arguments: [
    "SELECT $1::text::int", "SELECT $1::text::bool", "SELECT $1::text::mood",
    "SELECT $1::text::short", "SELECT $1::text::interval", "SELECT $1::text::int[]",
    "SELECT $1::text::inet", "SELECT 'a' ~ ('(' || $1::text)",
    "SELECT ($1::text || ' (')::jsonpath",
    "SELECT set_config('DateStyle', $1, true)", "SELECT date_trunc($1::text, now())",
    "SELECT now() AT TIME ZONE $1::text", "SELECT decode($1::text, 'hex')",
    "SELECT encode('x', $1::text)", "SELECT convert_to('x', $1::text)",
    "SELECT to_timestamp($1::text, 'YYYY')", "SELECT ($1::text || ' &')::tsquery",
    "SELECT 'x' LIKE 'x' ESCAPE $1::text", "SELECT $1::text::pg_lsn",
    "SELECT $1::text::regnamespace", "SELECT pg_database_size($1::text::name)",
    "SELECT pg_read_file($1::text)", "SELECT pg_tablespace_size($1::text::name)",
    "SELECT $1::text::regclass", "SELECT $1::text::regtype", "SELECT $1::text::regproc",
    "SELECT ($1::text || '(int)')::regprocedure", "SELECT ('+' || $1::text)::regoper",
    "SELECT $1::text::regrole", "SELECT $1::text::regconfig", "SELECT $1::text::regcollation",
    "SELECT ($1::text || '.a.b.c')::regclass", "SELECT has_table_privilege($1::text, 'SELECT')",
    "SELECT has_table_privilege('items', $1::text)", "SELECT nextval($1::text)",
    "SELECT pg_get_serial_sequence('items', $1::text)", "SELECT current_setting($1::text)",
    "SELECT cursor_to_xml($1::text::refcursor, 1, true, true, '')",
    "SELECT xmlparse(document $1)",
    "SELECT query_to_xml($1::text, true, true, '')",
    "SELECT pg_drop_replication_slot($1::text::name)",
    "INSERT INTO items VALUES ($1)", "INSERT INTO items VALUES ($1 || repeat('x', 20))",
    "INSERT INTO brief VALUES ('a' || $1)", "SELECT fails($1, 'P0001')",
    "SELECT fails($1, '23505')", "SELECT fails($1, '57014')", "SELECT fails($1, 'QQ123')",
    "SELECT fails($1, '38000')", "SELECT fails($1, '39004')", "SELECT fails($1, 'XX000')",
    "SELECT fails($1, '25P02')",
  ])
  func `a text is in no text of the error`(sql: String) throws {
    let error = try failure { try connection.execute(sql, ["geheim"]) }
    let texts = [error.description, error.message, error.hint ?? "", String(reflecting: error)]
    for text in texts { #expect(!text.contains("geheim"), "\(error.code): \(sql)") }
  }

  @Test(arguments: [
    "SELECT setval('numbers', $1)", "SELECT lo_get($1::bigint::oid)", "SELECT $1::bigint::int2",
    "SELECT pg_size_bytes($1::bigint || ' geheim')", "SELECT lo_unlink($1::bigint::oid)",
  ])
  func `a number is in no text of the error`(sql: String) throws {
    let error = try failure { try connection.execute(sql, [471_147]) }
    #expect(!error.description.contains("471147"))
    #expect(!error.message.contains("471147"))
  }

  @Test func `an error that a function raises is in the server's message`() throws {
    let error = try failure { try connection.execute("SELECT fails($1, 'P0001')", ["geheim"]) }
    #expect(error.serverMessage == "it is geheim")
    #expect(error.message.contains("serverMessage"))
  }

  @Test func `advice about the statement is kept`() throws {
    let unknown = try failure { try connection.execute("SELECT titel FROM items") }
    #expect(unknown.hint?.contains("items.title") == true)
    let operation = try failure { try connection.execute("SELECT 1 + true") }
    #expect(operation.message == "operator does not exist: integer + boolean")
  }
}
