import LiveSQL
import LiveSQLPostgres
import PostgreSQLTestSupport
import ShoppingListsModel
import Testing

/// A kind of database for the tests.
enum ShoppingDatabaseKind: String, CaseIterable, CustomTestStringConvertible {
  case sqlite, postgres

  var testDescription: String { rawValue }

  /// The kinds that can be tested on this machine.
  static var available: [ShoppingDatabaseKind] {
    PostgresTestServer.isInstalled ? allCases : [.sqlite]
  }

  /// Creates a database, and returns the scratch database that must outlive it.
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
