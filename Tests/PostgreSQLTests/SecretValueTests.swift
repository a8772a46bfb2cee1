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
