public import DatabaseDependencies
public import Testing

/// A trait that sets dependencies for each test.
public struct DependenciesTrait: SuiteTrait, TestTrait, TestScoping {
  let update: @Sendable (inout DependencyValues) async throws -> Void

  /// Whether each test of a suite gets its own values: always.
  public var isRecursive: Bool { true }

  /// Runs a test with the dependencies.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    try await withDependencies {
      try await update(&$0)
    } operation: {
      try await function()
    }
  }
}

extension Trait where Self == DependenciesTrait {
  /// Sets a dependency for each test.
  ///
  /// ```swift
  /// @Suite(
  ///   .dependency(\.defaultDatabase, try migratedDatabase()),
  ///   .dependency(\.date.now, Date(timeIntervalSince1970: 0)),
  ///   .dependency(\.uuid, .incrementing)
  /// )
  /// struct RemindersTests { … }
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The dependency to set.
  ///   - value: The value, created for each test and for each case of a test with arguments.
  public static func dependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self { DependenciesTrait { $0[keyPath: keyPath] = try value() } }

  /// Sets a dependency for each test, by its key: `.dependency(Speech.self, .silent)`.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value, created for each test and for each case of a test with arguments.
  public static func dependency<Key: TestDependencyKey>(
    _ key: Key.Type,
    _ value: @autoclosure @escaping @Sendable () throws -> Key.Value
  ) -> Self { DependenciesTrait { $0[key] = try value() } }

  /// Sets a dependency that is its own key for each test: `.dependency(Speech(speak: { _ in }))`.
  ///
  /// - Parameter value: The value, created for each test and for each case of a test with
  ///   arguments.
  public static func dependency<Value: TestDependencyKey>(
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self where Value.Value == Value { DependenciesTrait { $0[Value.self] = try value() } }

  /// Sets several dependencies for each test.
  ///
  /// ```swift
  /// @Suite(.dependencies { $0.defaultDatabase = try migratedDatabase() })
  /// struct RemindersTests { … }
  /// ```
  ///
  /// - Parameter update: Changes the values; called for each test and for each case of a test with
  ///   arguments.
  public static func dependencies(
    _ update: @escaping @Sendable (inout DependencyValues) async throws -> Void
  ) -> Self { DependenciesTrait(update: update) }
}

extension ErrorReporter {
  /// A reporter that records each error as an issue of the running test.
  ///
  /// Use it with `.dependency(\.errorReporter, .recordingIssues)`.
  public static let recordingIssues = ErrorReporter { error, message, place in
    let location = SourceLocation(
      fileID: place.file,
      filePath: place.file,
      line: place.line,
      column: 1
    )
    Issue.record(error, message.map { Comment(rawValue: $0) }, sourceLocation: location)
  }
}
