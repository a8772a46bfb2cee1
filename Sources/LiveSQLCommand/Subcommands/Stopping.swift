/// Runs a command's work until it is done, a signal ends it, or nobody reads its output any more.
///
/// The work is cancelled and waited for, so that what it began is undone and no log is left beside the database.
///
/// - Parameter heedsOutput: Whether the work ends when nobody reads standard output any more, before it writes again.
/// - Returns: Success, or 128 and the signal's number.
func runUntilStopped(
  _ events: AsyncStream<ProcessEvent>,
  heedsOutput: Bool = true,
  _ work: @escaping @Sendable () async throws -> Void
) async throws -> ExitCode {
  try await withThrowingTaskGroup(of: ExitCode?.self) { group in
    group.addTask {
      try await work()
      return .success
    }
    group.addTask {
      for await event in events {
        switch event {
        case .termination(let signal): return ExitCode(rawValue: 128 + signal)
        case .outputClosed where heedsOutput: return .success
        case .outputClosed, .terminalResized: continue
        }
      }
      return nil
    }
    defer { group.cancelAll() }
    while let code = try await group.next() {
      if let code {
        group.cancelAll()
        // What was cancelled has nothing to tell.
        while let _ = await group.nextResult() {}
        return code
      }
    }
    return .success
  }
}
