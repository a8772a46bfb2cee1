package import Testing

/// Suspends until a condition holds, which another task or thread will bring about.
///
/// Where it does not hold within two minutes, or the task is cancelled, the test fails and goes on: a run that stands still
/// names no test.
package func until(
  sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () -> Bool
) async {
  let deadline = ContinuousClock.now + .seconds(120)
  while !condition() {
    guard !Task.isCancelled, ContinuousClock.now < deadline else {
      Issue.record("What was waited for did not happen.", sourceLocation: sourceLocation)
      return
    }
    await Task.yield()
  }
}
