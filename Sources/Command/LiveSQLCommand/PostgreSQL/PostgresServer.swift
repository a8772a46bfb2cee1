import PostgreSQL
import PostgreSQLDatabase

/// A PostgreSQL database for the commands, given by a URL instead of a file's path.
struct PostgresServer: Sendable {
  private let url: String

  /// Parses an argument.
  ///
  /// - Returns: `nil` if it is not a PostgreSQL URL, but a path.
  init?(_ argument: String) {
    guard Self.isURL(argument) else { return nil }
    url = argument
  }

  /// Returns whether an argument is a PostgreSQL URL.
  static func isURL(_ argument: String) -> Bool {
    argument.hasPrefix("postgres://") || argument.hasPrefix("postgresql://")
  }

  /// The connection settings.
  var configuration: PostgresConfiguration {
    var configuration = PostgresConfiguration(url)
    configuration.applicationName = programName
    return configuration
  }

  /// Returns the database, which connects when it is used.
  ///
  /// - Throws: ``CommandFailure`` if PostgreSQL's library is not installed.
  func database() throws -> PostgresDatabase {
    try requireLibrary()
    var configuration = PostgresDatabaseConfiguration(configuration)
    configuration.maximumConnectionCount = 2
    return PostgresDatabase(configuration)
  }

  /// - Throws: ``CommandFailure`` that says what to install, if PostgreSQL's library is missing.
  func requireLibrary() throws {
    guard let advice = PostgresLibrary.advice else { return }
    throw CommandFailure(message: advice)
  }
}
