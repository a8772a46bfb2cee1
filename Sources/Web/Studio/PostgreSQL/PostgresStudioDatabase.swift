import PostgreSQL
import PostgreSQLDatabase

/// The PostgreSQL database that a studio shows.
struct PostgresStudioDatabase: Sendable {
  /// The database's name.
  let name: String
  /// The server's version and address.
  let version: String
  /// Whether rows may be edited, and statements write.
  let isWritable: Bool
  /// The database that grids and structure are read from, and that edits are written to.
  let shared: PostgresDatabase
  /// The configuration for statements that users write: each text has its own connection, so that
  /// a long one blocks no grid.
  let configuration: PostgresConfiguration
  /// The source of commits.
  let following: PostgresFollowing

  /// Connects.
  ///
  /// - Throws: ``PostgresError`` that says why the server cannot be connected to.
  init(_ configuration: PostgresConfiguration, isWritable: Bool) async throws {
    self.isWritable = isWritable
    self.configuration = configuration
    shared = Self.pool(configuration)
    do {
      let (name, place, version, source) = try await shared.read { db in
        let facts = try db.execute(Self.factsSQL).values().first ?? []
        let source = try PostgresCommitSource(db)
        return (facts.text(0), facts.text(1), db.parameter("server_version") ?? "", source)
      }
      self.name = name
      self.version = "\(version.prefix { $0 != " " }) · \(place)"
      following = PostgresFollowing(source, configuration, shared)
    } catch {
      await shared.close()
      throw error
    }
  }

  private static let factsSQL = """
    SELECT current_database()::text, coalesce(pg_catalog.host(pg_catalog.inet_server_addr()) || ':'
      || pg_catalog.inet_server_port(), 'local socket')
    """

  private static func pool(_ configuration: PostgresConfiguration) -> PostgresDatabase {
    var configuration = configuration
    configuration.applicationName = "LiveSQL studio"
    var pool = PostgresDatabaseConfiguration(configuration)
    pool.maximumConnectionCount = 8
    return PostgresDatabase(pool)
  }

  /// Cancels what runs, and closes the connections.
  func close() async {
    await following.close()
    await shared.close()
  }
}

extension [PostgresValue] {
  fileprivate func text(_ index: Int) -> String {
    if indices.contains(index), case .text(let text) = self[index] { text } else { "" }
  }
}
