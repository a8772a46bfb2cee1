import TestSockets
package import Testing

/// A trait that runs tests outside Swift's cooperative pool, whose threads are few.
package struct MayBlockTrait: SuiteTrait, TestTrait, TestScoping {
  package let isRecursive = true

  package func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @Sendable @concurrent () async throws -> Void
  ) async throws { try await BlockingThreads.run(function) }
}

extension Trait where Self == MayBlockTrait {
  /// Runs the test on a thread that no other test uses, because it computes or blocks for seconds.
  package static var mayBlock: Self { Self() }
}
