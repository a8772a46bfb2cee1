import LiveSQLTestSupport
import TestSockets
import Testing

/// A trait that gives each test a database with the reminders schema, which `assertQuery` uses.
///
/// The test may block, because its statements also run on a PostgreSQL server.
struct RemindersTrait: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true
  private let database = DefaultDatabaseTrait.defaultDatabase { try remindersDatabase() }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    try await BlockingThreads.run {
      try await database.provideScope(for: test, testCase: testCase, performing: function)
    }
  }
}

extension Trait where Self == RemindersTrait {
  /// A trait that gives each test a database with the reminders schema, on threads that may block.
  static var reminders: Self { Self() }
}
