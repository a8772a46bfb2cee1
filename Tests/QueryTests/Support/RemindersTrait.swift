import LiveSQLTestSupport
import Testing

/// Gives each test a database with the reminders schema of its own, which `assertQuery` uses.
struct RemindersTrait: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws { try await withTestDatabase(remindersDatabase()) { try await function() } }
}

extension Trait where Self == RemindersTrait {
  /// A database with the reminders schema for each test.
  static var reminders: Self { RemindersTrait() }
}
