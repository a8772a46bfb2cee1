/// Runs a command's work until it is done, a signal ends it, or its output is closed.
///
/// The work is cancelled and awaited, so that what it began is undone.
///
/// - Parameter stopsOnClosedOutput: Whether the work ends as soon as standard output is closed,
///   before it writes again.
/// - Returns: Success, or 128 plus the signal's number.
package func runUntilStopped(
  _ events: AsyncStream<ProcessEvent>,
  stopsOnClosedOutput: Bool = true,
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
        case .outputClosed where stopsOnClosedOutput: return .success
        case .outputClosed, .terminalResized: continue
        }
      }
      return nil
    }
    defer { group.cancelAll() }
    while let code = try await group.next() {
      if let code {
        group.cancelAll()
        // Cancelled work has nothing to report.
        while let _ = await group.nextResult() {}
        return code
      }
    }
    return .success
  }
}
