public import Testing

/// What a test needs of the machine: PostgreSQL's library and its server; where they are missing, the test is skipped.
///
/// The reason is printed with each test that is skipped.
public struct PostgresRequirement: SuiteTrait, TestTrait {
  /// Each test of a suite has its suite's requirement.
  public let isRecursive = true

  /// Skips the test where there can be no server; the first test that asks starts it.
  public func prepare(for test: Test) async throws {
    guard case .failure(let reason) = PostgresTestServer.shared else { return }
    try await ConditionTrait.enabled(if: false, "\(reason)").prepare(for: test)
  }
}

extension Trait where Self == PostgresRequirement {
  /// The test runs where a PostgreSQL server can be started.
  public static var requiresPostgres: Self { Self() }
}
