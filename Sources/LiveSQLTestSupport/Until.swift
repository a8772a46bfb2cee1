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
    guard await wait.goesOn(sourceLocation) else { return }
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
    guard await wait.goesOn(sourceLocation) else { return }
  }
}

/// The pauses of a test that waits for a condition.
private struct Wait {
  private let deadline = ContinuousClock.now + .seconds(300)
  private var rounds = 0

  /// Suspends for a moment.
  ///
  /// - Returns: `false` after recording an issue if the condition took too long, or the task was
  ///   cancelled.
  mutating func goesOn(_ sourceLocation: SourceLocation) async -> Bool {
    guard !Task.isCancelled, ContinuousClock.now < deadline else {
      Issue.record("The condition did not become true in time.", sourceLocation: sourceLocation)
      return false
    }
    rounds += 1
    // A long wait leaves the processor to what it waits for.
    if rounds < 100 {
      await Task.yield()
    } else {
      try? await Task.sleep(for: .milliseconds(min(rounds / 100, 10)))
    }
    return true
  }
}
