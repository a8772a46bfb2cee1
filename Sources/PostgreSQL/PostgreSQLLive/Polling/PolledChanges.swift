import DatabaseTypes
import Foundation
import IncrementalQueries
import PostgreSQL
import Synchronization

/// The change source for polling: at intervals, it reports that anything may have changed.
///
/// It requires no setup in the database, but nothing can be patched: all live queries run again
/// each time. It works wherever transactions see one snapshot, also on a standby and behind a
/// pooler.
///
/// It reports nothing while the last report has not been read, so a slow query causes no backlog.
///
/// State: whether the last report has been read, and whether the source is closed, guarded by a
/// mutex.
final class PolledChanges: PostgresReportingSource {
  /// A snapshot, which shows everything that was reported before it.
  struct Moment: Sendable {
    let number: Int
  }

  private struct State {
    var isRead = true
    var isClosed = false
  }

  private let interval: Duration
  private let reason: String
  let reporter = PostgresChangeReporter()
  private let state = Mutex(State())
  private let reportLock = Mutex(())
  private let waker = PostgresWaker()

  /// Begins to report that anything may have changed.
  ///
  /// - Parameters:
  ///   - interval: The interval.
  ///   - reason: The reason for polling, as the rest of a sentence.
  init(every interval: Duration, since reason: String) {
    (self.interval, self.reason) = (max(interval.clamped, .milliseconds(1)), reason)
    let thread = Thread { [weak self, waker, interval = self.interval] in
      var next = ContinuousClock.now + interval
      while self?.tick(at: next) ?? false {
        if ContinuousClock.now >= next { next = .now + interval }
        waker.wait(until: next)
      }
    }
    thread.name = "LiveSQL.PolledChanges"
    thread.start()
  }

  deinit { close() }

  func close() {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    guard isFirst else { return }
    waker.wake()
    reporter.end()
  }

  /// Reports that anything may have changed, if it is time.
  ///
  /// - Returns: `false` if the source is closed.
  private func tick(at time: ContinuousClock.Instant) -> Bool {
    let (isClosed, isWanted) = state.withLock { state in
      let isDue = ContinuousClock.now >= time && state.isRead
      if isDue { state.isRead = false }
      return (state.isClosed, isDue)
    }
    if isWanted, !isClosed { report() }
    return !isClosed
  }

  private func report() {
    reportLock.withLock { _ in _ = reporter.reportUnknownChanges(schema: false) }
  }
}

// MARK: - Changes

extension PolledChanges {
  func reportedTables(_ connection: PostgresConnection) -> PostgresReportedTables { .unknown }

  var rerunReason: LivePlan.Reason? { .polled(every: interval, since: reason) }

  func subscribe(
    to region: Region,
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> PostgresChangeSubscription {
    // Nothing has been read for the new subscriber yet.
    state.withLock { $0.isRead = true }
    return reporter.subscribe(to: region, receive: receive, end: end)
  }
}

// MARK: - Moments

extension PolledChanges {
  func beginMoment(
    on connection: PostgresConnection,
    reading tables: [PostgresTable],
    savepoint: String,
    within limit: Duration
  ) throws -> Moment {
    if state.withLock(\.isClosed) { throw StreamUnavailable(reason: .closed) }
    // The lock ensures that a report in progress is complete before the snapshot begins.
    let number = reportLock.withLock { _ in reporter.number }
    // The snapshot is taken by the first statement that reads.
    try connection.answering(within: limit) {
      try connection.execute(
        script: """
          BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \
          SAVEPOINT \(PostgresConnection.quoted(savepoint)); SELECT 1
          """
      )
    }
    return Moment(number: number)
  }

  func awaitReported(_ moment: Moment, on connection: PostgresConnection, within limit: Duration)
    -> Bool
  { true }

  func awaitCommitted(
    within limit: Duration,
    _ lend: (_ body: (PostgresConnection) throws -> Void) throws -> Void
  ) throws {
    if state.withLock(\.isClosed) { throw StreamUnavailable(reason: .closed) }
    report()
  }

  func shown(in moment: Moment) -> PostgresShownChanges? {
    state.withLock { $0.isRead = true }
    return PostgresShownChanges(upTo: moment.number)
  }
}
