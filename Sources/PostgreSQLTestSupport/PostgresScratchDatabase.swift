import Foundation
public import PostgreSQL

/// A database of a test's own on the tests' server; it is dropped when the object goes.
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

  /// Makes an empty database.
  ///
  /// - Parameters:
  ///   - server: Where; without it on the server that all tests share.
  ///   - options: What comes after its name in `CREATE DATABASE`.
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

  /// How to connect to it.
  public var configuration: PostgresConfiguration { server.configuration(database: name) }

  /// Opens a connection to it.
  public func connect() throws(PostgresError) -> PostgresConnection {
    try PostgresConnection(configuration)
  }
}
