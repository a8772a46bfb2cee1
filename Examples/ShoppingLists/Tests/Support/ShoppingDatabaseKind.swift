import LiveSQL
import LiveSQLPostgres
import PostgreSQLTestSupport
import ShoppingListsModel
import Testing

/// The databases on which the shopping lists are tried.
enum ShoppingDatabaseKind: String, CaseIterable, CustomTestStringConvertible {
  case sqlite, postgres

  var testDescription: String { rawValue }

  /// Those that there are here.
  static var available: [ShoppingDatabaseKind] {
    guard case .success = PostgresTestServer.shared else { return [.sqlite] }
    return allCases
  }

  /// A new database, and what has to live as long as it is used.
  func make() throws -> (database: ShoppingDatabase, scratch: PostgresScratchDatabase?) {
    switch self {
    case .sqlite: return (try .inMemory(), nil)
    case .postgres:
      let scratch = try PostgresScratchDatabase(on: .streaming)
      try scratch.connect().execute(script: "CREATE PUBLICATION livesql FOR ALL TABLES")
      let server = PostgresDatabase(PostgresDatabaseConfiguration(scratch.configuration))
      return (try ShoppingDatabase(server), scratch)
    }
  }
}
