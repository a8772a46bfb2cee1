import Foundation
import SQLite
import Synchronization
public import Testing

/// A trait that skips tests if the loaded SQLite is too old.
///
/// The number of tests that ran because their requirement is met is printed when the process ends,
/// so that skipped tests are not mistaken for tests that passed.
public struct SQLiteRequirement: SuiteTrait, TestTrait, TestScoping {
  /// Whether each test of a suite has the suite's requirement: always.
  public let isRecursive = true
  /// Whether the loaded SQLite has the required version, or a later one.
  public let isMet: Bool
  private let condition: ConditionTrait

  /// Creates a requirement of a minimum version.
  public init(_ major: Int, _ minor: Int) {
    let isMet = SQLiteLibrary.versionNumber >= major * 1_000_000 + minor * 1_000
    self.isMet = isMet
    condition = .enabled(
      if: isMet,
      "needs SQLite \(major).\(minor); this is \(SQLiteLibrary.version)"
    )
  }

  /// Skips the test if the loaded SQLite is too old.
  public func prepare(for test: Test) async throws { try await condition.prepare(for: test) }

  /// Runs the test, and counts it.
  public func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws {
    if testCase != nil { RequirementCount.add(test.id) }
    try await function()
  }
}

extension Trait where Self == SQLiteRequirement {
  /// Runs the test only if the loaded SQLite has a version, or a later one.
  public static func requiresSQLite(_ major: Int, _ minor: Int) -> Self { Self(major, minor) }
}

/// The tests that ran because SQLite is new enough for them.
private enum RequirementCount {
  private static let tests = Mutex<Set<Test.ID>>([])

  static func add(_ test: Test.ID) {
    let isFirst = tests.withLock { tests in
      defer { tests.insert(test) }
      return tests.isEmpty
    }
    if isFirst { atexit { RequirementCount.report() } }
  }

  private static func report() {
    let count = tests.withLock(\.count)
    let text = "\(count) tests that need a newer SQLite ran with SQLite \(SQLiteLibrary.version).\n"
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
