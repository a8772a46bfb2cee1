import DatabaseTypes

/// A notice for whom the creation of a slot waits, if it takes long.
package struct SlotWaitNotice: Sendable {
  /// The wait before the notice.
  private let delay: Duration
  /// A closure that receives the notice, on the thread that waits.
  private let report: @Sendable (String) -> Void

  package init(after delay: Duration, report: @escaping @Sendable (String) -> Void) {
    self.delay = max(delay.clamped, .zero)
    self.report = report
  }

  /// The time from which on the server is asked for whom a command waits that is sent now.
  var firstLook: ContinuousClock.Instant { .now + delay }

  /// Asks the server, on another connection, for whom a session waits, and reports it.
  ///
  /// - Parameter limit: The time within which the server must answer.
  /// - Returns: The time at which to ask again; `nil` if it was reported.
  func look(
    at processID: Int32,
    of configuration: PostgresConfiguration,
    within limit: Duration
  ) -> ContinuousClock.Instant? {
    var configuration = configuration
    configuration.connectTimeout = limit
    do throws(PostgresError) {
      let connection = try PostgresConnection(configuration)
      defer { connection.close() }
      let waits = try connection.answering(within: limit) { () throws(PostgresError) in
        try connection.openTransactions(blocking: processID)
      }
      // It may only be slow.
      guard let notice = waits.notice else { return .now + max(delay, .milliseconds(100)) }
      report(notice)
    } catch {
      report(OpenTransactions.unknownNotice)
    }
    return nil
  }
}
