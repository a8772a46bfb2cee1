/// The error of work that took too long, and was cancelled.
struct TimeLimitReached: Error, Hashable {
  let limit: Duration
}

/// Runs a closure that is cancelled after a time, or with the task.
///
/// - Throws: ``TimeLimitReached`` if it ended by an error after its time was over.
func withTimeLimit<Result: Sendable>(
  _ limit: Duration,
  _ operation: @escaping @Sendable () async throws -> Result
) async throws -> Result {
  let work = Task { try await operation() }
  let timer = Task {
    try await Task.sleep(for: limit)
    work.cancel()
  }
  defer { timer.cancel() }
  do {
    return try await withTaskCancellationHandler {
      try await work.value
    } onCancel: {
      work.cancel()
    }
  } catch {
    timer.cancel()
    // It fails if it was cancelled before the time limit.
    if case .success = await timer.result { throw TimeLimitReached(limit: limit) }
    throw error
  }
}
