import Foundation
public import PostgreSQL

/// A database for one test on the test server; it is dropped when the object is released.
///
/// ```swift
/// @Suite(.requiresPostgres) struct SomeTests {
///   let scratch: PostgresScratchDatabase
///   init() throws { scratch = try PostgresScratchDatabase() }
/// }
/// ```
public final class PostgresScratchDatabase: Sendable {
  /// The name.
  public let name: String
  /// The server.
  public let server: PostgresTestServer

  /// Creates an empty database.
  ///
  /// - Parameters:
  ///   - server: The server; by default the one that all tests share.
  ///   - options: The options after its name in `CREATE DATABASE`.
  public init(on server: PostgresTestServer? = nil, options: String = "") throws {
    name = "test_" + UUID().uuidString.replacing("-", with: "").lowercased().prefix(16)
    self.server = try server ?? PostgresTestServer.shared.get()
    let connection = try PostgresConnection(self.server.configuration())
    try connection.execute(script: "CREATE DATABASE \(name) \(options)")
  }

  deinit {
    let connection = try? PostgresConnection(server.configuration())
    try? connection?.execute(script: "DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
  }

  /// A configuration for connecting to the database.
  public var configuration: PostgresConfiguration { server.configuration(database: name) }

  /// Opens a connection to the database.
  public func connect() throws(PostgresError) -> PostgresConnection {
    try PostgresConnection(configuration)
  }
}
