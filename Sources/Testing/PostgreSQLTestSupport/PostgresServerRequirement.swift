import PostgreSQL
import TestSockets
public import Testing

/// A requirement of a test for what not every PostgreSQL server offers, beside `.requiresPostgres`.
///
/// Otherwise the test is skipped, and the reason is printed.
public struct PostgresServerRequirement: SuiteTrait, TestTrait {
  /// Each test of a suite has the requirement of its suite.
  public let isRecursive = true
  private let reason: String
  private let isMet: @Sendable (PostgresConnection) throws -> Bool

  fileprivate init(
    _ reason: String,
    _ isMet: @escaping @Sendable (PostgresConnection) throws -> Bool
  ) { (self.reason, self.isMet) = (reason, isMet) }

  /// Skips the test if the server that all tests share does not offer what is required.
  public func prepare(for test: Test) async throws {
    let answer = await onThread { [isMet] in
      // Without a server, the test is skipped for that reason.
      Result<Bool, any Error> {
        guard case .success(let server) = PostgresTestServer.shared else { return true }
        return try isMet(PostgresConnection(server.configuration()))
      }
    }
    if try answer.get() { return }
    try await ConditionTrait.enabled(if: false, "\(reason)").prepare(for: test)
  }
}

extension Trait where Self == PostgresServerRequirement {
  /// Runs the test only on a server of a version, such as 15, or a later one.
  public static func requiresServer(version: Int) -> Self {
    Self("the test server is older than version \(version)") { connection in
      connection.serverVersion >= version * 10_000
    }
  }

  /// Runs the test only if the server was built with TLS.
  public static var requiresServerWithTLS: Self {
    Self("the test server was built without TLS") { connection in
      try connection.execute(
        "SELECT name FROM pg_settings WHERE name = 'ssl_library' AND setting <> ''"
      ).count == 1
    }
  }

  /// Runs the test only if the server has an extension, such as a language of functions.
  public static func requiresServer(extension name: String) -> Self {
    Self("the test server has no extension \(name)") { connection in
      try connection.execute(
        "SELECT name FROM pg_available_extensions WHERE name = $1",
        [.text(name)]
      ).count == 1
    }
  }
}
