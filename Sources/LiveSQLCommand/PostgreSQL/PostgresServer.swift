import PostgreSQL
import PostgreSQLDatabase

/// A PostgreSQL database as the commands reach it: by a URL that stands in the place of a file's path.
struct PostgresServer: Sendable {
  private let url: String

  /// Reads an argument.
  ///
  /// - Returns: `nil` for what is no URL of PostgreSQL's: a path.
  init?(_ argument: String) {
    guard Self.isURL(argument) else { return nil }
    url = argument
  }

  /// Whether an argument is a URL of PostgreSQL's.
  static func isURL(_ argument: String) -> Bool {
    argument.hasPrefix("postgres://") || argument.hasPrefix("postgresql://")
  }

  /// How to connect.
  var configuration: PostgresConfiguration {
    var configuration = PostgresConfiguration(url)
    configuration.applicationName = programName
    return configuration
  }

  /// The database, which connects when it is used.
  ///
  /// - Throws: ``CommandFailure`` where PostgreSQL's library is not installed.
  func database() throws -> PostgresDatabase {
    try requireLibrary()
    var configuration = PostgresDatabaseConfiguration(configuration)
    configuration.maximumConnectionCount = 2
    return PostgresDatabase(configuration)
  }

  /// - Throws: ``CommandFailure`` that says what to install where PostgreSQL's library is missing.
  func requireLibrary() throws {
    guard let advice = PostgresLibrary.advice else { return }
    throw CommandFailure(message: advice)
  }
}
