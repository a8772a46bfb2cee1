import CPostgreSQL

extension PostgresConnection {
  /// Runs a command that the server's own time limits do not end, and cancels it at a deadline.
  ///
  /// - Parameters:
  ///   - sql: The command.
  ///   - deadline: The time at which to cancel it.
  ///   - firstLook: The time at which to call the closure, if the command still runs.
  ///   - look: A closure that returns the time of its next call; `nil` for none.
  /// - Returns: Whether it finished in time.
  func run(
    _ sql: String,
    until deadline: ContinuousClock.Instant,
    firstLook: ContinuousClock.Instant? = nil,
    look: () -> ContinuousClock.Instant? = { nil }
  ) throws(PostgresError) -> Bool {
    let handle = try unsafe idleHandle(for: sql)
    guard unsafe livesql_PQsendQuery(handle, sql) == 1 else { throw lost(sql) }
    var isInTime = true
    var nextLook = firstLook
    while isInTime, unsafe livesql_PQisBusy(handle) == 1 {
      let socket = unsafe livesql_PQsocket(handle)
      let end = min(deadline, nextLook ?? deadline)
      if SocketWait.untilReadable(socket, deadline: end) == .timedOut {
        if end < deadline {
          nextLook = look()
          continue
        }
        // A server that does not accept the cancellation will not answer either.
        if !cancellation.cancel() { cancellation.disconnect() }
        isInTime = false
      }
      guard unsafe livesql_PQconsumeInput(handle) == 1 else { throw lost(sql) }
    }
    guard let result = unsafe ResultHandle(livesql_PQgetResult(handle)) else { throw lost(sql) }
    let failure = result.status == .error ? result.error(sql: sql) : nil
    drain()
    // A command that finished while it was being cancelled has still succeeded.
    if let failure {
      if !isInTime, failure.code == .queryCanceled { return false }
      throw failure
    }
    return true
  }
}
