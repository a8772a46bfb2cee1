package import Testing

/// Suspends until a condition holds, which another task or thread will bring about.
///
/// If the condition does not hold within five minutes, or the task is cancelled, the test fails and
/// continues, because a run that hangs does not name the test.
package func until(
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () throws -> Bool
) async rethrows {
  // The condition is called here and not in a closure for `untilTrue`, which would leave the actor.
  var wait = Wait()
  while try !condition() {
    guard await wait.goesOn() else { return wait.recordEnd(sourceLocation) }
  }
}

/// Suspends until a condition that is asked of an actor holds.
///
/// It has its own name, because a closure that suspends must not call functions that block, such as
/// those of a semaphore.
package func untilTrue(
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () async throws -> Bool
) async rethrows {
  var wait = Wait()
  while try await !condition() {
    guard await wait.goesOn() else { return wait.recordEnd(sourceLocation) }
  }
}

/// Suspends until a condition holds, as ``until(isolation:sourceLocation:_:)`` does, where the
/// caller says what is wrong if it does not.
///
/// - Returns: Whether it holds; `false` if the wait took five minutes, or the task is cancelled.
package func comesTrue(
  isolation: isolated (any Actor)? = #isolation,
  _ condition: () throws -> Bool
) async rethrows -> Bool {
  var wait = Wait()
  while try !condition() {
    guard await wait.goesOn() else { return false }
  }
  return true
}

/// The pauses of a test that waits for a condition.
private struct Wait {
  private let deadline = ContinuousClock.now + .hang
  private var rounds = 0

  /// Suspends for a moment.
  ///
  /// - Returns: `false` if the condition took too long, or the task was cancelled.
  mutating func goesOn() async -> Bool {
    guard !Task.isCancelled, ContinuousClock.now < deadline else { return false }
    rounds += 1
    // A long wait leaves the processor to what it waits for.
    if rounds < 100 {
      await Task.yield()
    } else {
      try? await Task.sleep(for: .milliseconds(min(rounds / 100, 10)))
    }
    return true
  }

  /// Records why the wait has ended.
  func recordEnd(_ sourceLocation: SourceLocation) {
    Issue.record(
      Task.isCancelled
        ? "The test was cancelled, or its time was over, before the condition became true."
        : "The condition did not become true in time.",
      sourceLocation: sourceLocation
    )
  }
}
