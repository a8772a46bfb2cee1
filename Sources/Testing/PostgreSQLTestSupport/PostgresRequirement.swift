import PostgreSQL
import TestSockets
public import Testing

/// A requirement of a test: PostgreSQL's client library and server must be installed.
///
/// Otherwise the test is skipped, and the reason is printed. The test runs outside Swift's
/// cooperative pool, because many calls block until the server answers.
public struct PostgresRequirement: SuiteTrait, TestTrait, TestScoping {
  /// Each test of a suite has the requirement of its suite.
  public let isRecursive = true

  /// Skips the test if no server can be started; the first test that asks starts it.
  public func prepare(for test: Test) async throws {
    guard case .failure(let reason) = await onThread({ PostgresTestServer.shared }) else { return }
    try await ConditionTrait.enabled(if: false, "\(reason)").prepare(for: test)
  }

  /// Runs the test on threads that may block.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws { try await BlockingThreads.run(function) }
}

extension Trait where Self == PostgresRequirement {
  /// A requirement that a PostgreSQL server can be started.
  public static var requiresPostgres: Self { Self() }
}

extension Trait where Self == ConditionTrait {
  /// Runs the test only if PostgreSQL's client library is installed; it needs no server.
  public static var requiresPostgresLibrary: Self {
    .enabled(if: PostgresLibrary.isAvailable, "\(PostgresLibrary.advice ?? "")")
  }
}
