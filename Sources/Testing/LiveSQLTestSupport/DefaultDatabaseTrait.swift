import DatabaseDependencies
public import SQLiteDatabase
public import Testing

/// A trait that gives each test its own default database.
public struct DefaultDatabaseTrait: SuiteTrait, TestTrait, TestScoping {
  let open: @Sendable () async throws -> any DatabaseWriter

  /// Whether each test of a suite gets its own database: always.
  public var isRecursive: Bool { true }

  /// Runs a test with a new database as the default one.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    let database = try await open()
    try await withDependencies {
      $0.defaultDatabase = database
    } operation: {
      try await function()
    }
  }
}

extension Trait where Self == DefaultDatabaseTrait {
  /// A default database for each test.
  ///
  /// `@FetchAll`, `@Dependency(\.defaultDatabase)` and `assertQuery` use it.
  ///
  /// ```swift
  /// @Suite(.defaultDatabase { try migratedDatabase() }) struct RemindersTests {
  ///   @Test func `completed ones are left out`() async throws {
  ///     @FetchAll(Reminder.where { !$0.isCompleted }) var reminders
  ///     try await $reminders.load()
  ///     #expect(reminders.count == 3)
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter open: Opens the database: once for each test, and for each case of a test with
  ///   arguments.
  public static func defaultDatabase(
    _ open: @escaping @Sendable () async throws -> any DatabaseWriter
  ) -> Self { DefaultDatabaseTrait(open: open) }
}
