import DatabaseTypes
import Foundation
import IncrementalQueries
import PostgreSQL
import Synchronization

/// A clock as what tells changes: at intervals, anything may have changed.
///
/// Nothing has to be set up in the database, and nothing can be patched: all live queries are run again each time. It works
/// wherever there are transactions that see one moment, also on a standby and behind a pooler.
///
/// Nothing is told as long as what was told last has not been read: so a slow query does not pile up.
///
/// State: whether that is so, and whether it is over, guarded by a mutex.
final class PolledChanges: PostgresChangeSource {
  /// A moment: all shows it that was told before it.
  struct Moment: Sendable {
    let number: Int
  }

  private struct State {
    var isRead = true
    var isClosed = false
  }

  private let interval: Duration
  private let reason: String
  private let teller = PostgresChangeTeller()
  private let state = Mutex(State())
  private let telling = Mutex(())
  private let waker = PostgresWaker()

  /// Begins to tell that anything may have changed.
  ///
  /// - Parameters:
  ///   - interval: How often.
  ///   - reason: Why nothing tells more, as the rest of a sentence.
  init(every interval: Duration, since reason: String) {
    (self.interval, self.reason) = (max(interval, .milliseconds(1)), reason)
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
    teller.end()
  }

  /// Tells that anything may have changed, where it is time.
  ///
  /// - Returns: `false` where it is closed.
  private func tick(at time: ContinuousClock.Instant) -> Bool {
    let (isClosed, isWanted) = state.withLock { state in
      let isDue = ContinuousClock.now >= time && state.isRead
      if isDue { state.isRead = false }
      return (state.isClosed, isDue)
    }
    if isWanted, !isClosed { tell() }
    return !isClosed
  }

  private func tell() { telling.withLock { _ in _ = teller.tellAnything(schema: false) } }
}

// MARK: - Changes

extension PolledChanges {
  func toldTables(_ connection: PostgresConnection) -> PostgresToldTables { .unknown }

  var rerunReason: LivePlan.Reason? { .polled(every: interval, since: reason) }

  func subscribe(
    to region: Region,
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> PostgresChangeSubscription {
    // Nobody has read for who is new.
    state.withLock { $0.isRead = true }
    return teller.subscribe(to: region, receive: receive, end: end)
  }

  var region: Region { teller.region }
  var heardCount: Int { teller.number }
  var toldCount: Int { teller.toldCount }
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
    // What is being told has been told when the moment begins.
    let number = telling.withLock { _ in teller.number }
    // The moment begins with the first statement that reads.
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

  func awaitTold(_ moment: Moment, on connection: PostgresConnection, within limit: Duration)
    -> Bool
  { true }

  func awaitCommitted(
    within limit: Duration,
    _ lend: (_ body: (PostgresConnection) throws -> Void) throws -> Void
  ) throws {
    if state.withLock(\.isClosed) { throw StreamUnavailable(reason: .closed) }
    tell()
  }

  func shown(in moment: Moment) -> PostgresShownChanges? {
    state.withLock { $0.isRead = true }
    return PostgresShownChanges(upTo: moment.number)
  }
}
