import DatabaseTypes
import Dispatch
import Foundation
import LiveEngine
import PostgreSQL
import Synchronization

/// The change source that reads a log written by triggers.
///
/// Rows of the log are committed together with the data. So the log reveals in each snapshot which
/// transactions it shows, and the barrier is that the log was read in the snapshot itself. One
/// thread has a connection that listens for notifications of commits; it renews its registration as
/// a reader, and removes from the log what all readers have seen.
///
/// State: what was read, guarded by a mutex; a thread that reports holds the turn, so that
/// everything is reported in one order. The turn is locked before the mutex.
final class LoggedChanges: CatalogDependent, PostgresReportingSource {
  /// A snapshot, and the log as read in it.
  struct Moment: Sendable {
    let epoch: Int
    let reading: LogReading
  }

  private let configuration: PostgresConfiguration
  private let onConnect: (@Sendable (PostgresConnection) throws -> Void)?
  private let log: PostgresTriggerLog
  private let report: @Sendable (String) -> Void
  let reporter = PostgresChangeReporter()
  private let state = Mutex(TriggerLogState())
  private let turn = Mutex(())
  private let isSchemaStale = AtomicFlag()
  private let waker = PostgresWaker()
  private let cancellation = Mutex<PostgresCancellation?>(nil)
  private let hasEnded = DispatchSemaphore(value: 0)
  /// The thread that listens.
  private let reading = Mutex<ObjectIdentifier?>(nil)
  /// The number of seconds after which a silent reader's registration expires.
  private let lease: Int
  /// The interval at which the registration is renewed, and what all have seen is removed.
  private let renewal: Duration
  /// The time within which the server must answer one statement, before the connection counts as
  /// lost.
  private let answerTimeout: Duration
  private let longestPause: Duration

  /// Begins to read the log.
  ///
  /// - Parameters:
  ///   - configuration: The server, which must not be a pooler if transactions notify.
  ///   - log: The log, which has been set up.
  ///   - lease: The number of seconds after which a silent reader's registration expires.
  ///   - renewal: The interval at which it is renewed; by default a quarter of that.
  ///   - answerTimeout: The time within which the server must answer one statement.
  ///   - longestPause: The maximum delay before connecting again.
  ///   - onConnect: A closure that prepares each new connection.
  ///   - report: A closure that receives messages about poor performance.
  init(
    _ configuration: PostgresConfiguration,
    log: PostgresTriggerLog,
    lease: Int = 30,
    renewal: Duration? = nil,
    answerTimeout: Duration = .seconds(30),
    longestPause: Duration = .seconds(5),
    onConnect: (@Sendable (PostgresConnection) throws -> Void)? = nil,
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.configuration, self.log, self.lease) = (configuration, log, lease)
    self.renewal = (renewal ?? Duration.seconds(lease) / 4).clamped
    (self.answerTimeout, self.longestPause) = (answerTimeout, longestPause)
    (self.onConnect, self.report) = (onConnect, report)
    let thread = Thread { [self] in
      reading.withLock { $0 = ObjectIdentifier(Thread.current) }
      read()
      hasEnded.signal()
    }
    thread.name = "LiveSQL.PostgresTriggerLog"
    thread.start()
  }

  func close() {
    let isFirst = !isClosed
    let waiters = state.withLock { $0.end(.closed) }
    for waiter in waiters { waiter.signal() }
    waker.wake()
    // Notified subscribers may release the last reference to the source.
    if reading.withLock(\.self) != ObjectIdentifier(Thread.current) { awaitEnd() }
    if isFirst { reporter.end() }
  }

  /// Waits until the thread has ended.
  ///
  /// If the server does not answer, or a connection is being opened, it waits a few seconds at
  /// most, and the thread ends later.
  private func awaitEnd() {
    let start = ContinuousClock.now
    while hasEnded.wait(timeout: .now() + .milliseconds(200)) == .timedOut {
      let time = ContinuousClock.now - start
      if time > .seconds(5) { return }
      let known = cancellation.withLock(\.self)
      if known?.cancel(within: .seconds(1)) != true || time > .seconds(2) { known?.disconnect() }
    }
    hasEnded.signal()
  }

  private var isClosed: Bool {
    state.withLock { if case .closed = $0.phase { true } else { false } }
  }
}

// MARK: - The thread

extension LoggedChanges {
  private static let firstPause = Duration.milliseconds(50)

  private func read() {
    var pause = Self.firstPause
    while !isClosed {
      var isStandby: Bool?
      do {
        let connection = try PostgresConnection(configuration)
        isStandby = connection.isStandby
        cancellation.withLock { $0 = connection.cancellation }
        defer { cancellation.withLock { $0 = nil } }
        try connection.answering(within: answerTimeout) {
          // Serializable, its transactions would fail beside those of other readers.
          try connection.execute(script: "SET default_transaction_isolation = 'read committed'")
          _ = try onConnect?(connection)
        }
        if log.notifies {
          try connection.answering(within: answerTimeout) { try connection.listen(to: log.schema) }
        }
        while !isClosed {
          try connection.answering(within: answerTimeout) { try register(connection) }
          try follow(connection)
          pause = Self.firstPause
          if !isClosed { rest(.milliseconds(10)) }
        }
        leave(connection)
      } catch { end(error, isStandby) }
      if !isClosed { rest(pause) }
      pause = min(pause * 2, max(longestPause.clamped, .milliseconds(1)))
    }
  }

  private func end(_ error: any Error, _ isStandby: Bool?) {
    let error = (error as? PostgresError)?.withLogHint(log, isStandby) ?? error
    for waiter in state.withLock({ $0.end(.lost(error)) }) { waiter.signal() }
  }

  private func rest(_ pause: Duration) {
    let end = ContinuousClock.now + pause
    while !isClosed, ContinuousClock.now < end { waker.wait(until: end) }
  }

  /// Registers as a reader, so that triggers write the log from now on.
  private func register(_ connection: PostgresConnection) throws {
    let reader = UUID().uuidString.lowercased()
    let seen = try connection.snapshot()
    guard let deadline = try registerReader(connection, reader, seen, isNew: true) else {
      throw StreamUnavailable(reason: .late)
    }
    // Transactions that saw no need to write to the log have smaller numbers than this one, which
    // is assigned now.
    let (bound, snapshot) =
      try connection.execute(
        "SELECT pg_catalog.pg_current_xact_id()::text, pg_catalog.pg_current_snapshot()::text"
      ).first { row in
        (
          UInt64(try row.decode(String.self, at: 0)),
          PostgresSnapshot(try row.decode(String.self, at: 1))
        )
      } ?? (nil, nil)
    guard let bound, let snapshot else { throw StreamUnavailable(reason: .late) }
    let tables = try LoggedTables(connection, log)
    for warning in tables.warnings { report(warning) }
    // Changes before the registration were not reported.
    isSchemaStale.raise()
    let waiters = turn.withLock { _ in
      defer { reporter.reportUnknownChanges(schema: true) }
      return state.withLock { state in
        state.begin(reader, deadline: deadline, bound: bound, snapshot: snapshot, tables: tables)
      }
    }
    for waiter in waiters { waiter.signal() }
  }

  private func registerReader(
    _ connection: PostgresConnection,
    _ reader: String,
    _ seen: PostgresSnapshot,
    isNew: Bool
  ) throws -> Int64? {
    try connection.execute(
      "SELECT \(log.name).attend($1::text, $2::text::pg_snapshot, $3::int, $4::boolean)",
      [.text(reader), .text(seen.text), .integer(Int64(lease)), .bool(isNew)]
    ).first { row in try row.decode(Int64?.self, at: 0) } ?? nil
  }

  /// Reads until the log may be incomplete, or the source is closed.
  private func follow(_ connection: PostgresConnection) throws {
    var nextRenewal = ContinuousClock.now + renewal
    while !isClosed {
      if state.withLock(\.areTablesStale) {
        try connection.answering(within: answerTimeout) { try readTables(connection) }
      }
      guard try look(connection, within: answerTimeout) else { return }
      if ContinuousClock.now >= nextRenewal {
        guard try connection.answering(within: answerTimeout, { try renew(connection) }) else {
          return
        }
        nextRenewal = .now + renewal
      }
      let limit = min(log.interval, max(.zero, nextRenewal - .now))
      _ = try connection.waitForNotifications(timeout: limit, waker: waker)
    }
  }

  /// Reads which tables are reported, and reports a schema change if they differ.
  ///
  /// Disabled triggers report nothing.
  private func readTables(_ connection: PostgresConnection) throws {
    let tables = try LoggedTables(connection, log)
    let known = state.withLock(\.tables.warnings)
    for warning in tables.warnings where !known.contains(warning) { report(warning) }
    guard state.withLock({ $0.set(tables) }) else { return }
    isSchemaStale.raise()
    turn.withLock { _ in _ = reporter.reportUnknownChanges(schema: true) }
  }

  private func renew(_ connection: PostgresConnection) throws -> Bool {
    guard let (_, reported, reader) = state.withLock(\.progress),
      let deadline = try registerReader(connection, reader, reported, isNew: false)
    else { return false }
    state.withLock { $0.extend(to: deadline) }
    try readTables(connection)
    return true
  }

  private func leave(_ connection: PostgresConnection) {
    let reader = state.withLock(\.reader)
    try? connection.answering(within: .seconds(5)) {
      _ = try connection.execute("SELECT \(log.name).leave($1::text)", [.text(reader)])
    }
  }
}

// MARK: - Reading the log

extension LoggedChanges {
  /// Reads the new entries of the log, and reports them.
  ///
  /// - Returns: `false` if the log may be incomplete.
  private func look(_ connection: PostgresConnection, within limit: Duration) throws -> Bool {
    guard let progress = state.withLock(\.progress) else { return false }
    let reading = try connection.answering(within: limit) {
      try LogReading(connection, log, after: progress)
    }
    return report(reading, progress.epoch)
  }

  /// Reports the entries that were read, unless they have been reported.
  private func report(_ reading: LogReading, _ epoch: Int) -> Bool {
    turn.withLock { _ in
      guard let (news, keeps) = state.withLock({ $0.take(reading, epoch: epoch) }) else {
        waker.wake()
        return false
      }
      for news in news {
        let changes = reporter.report { number in changeSet(news, number) }
        if keeps { state.withLock { $0.keep(news, changes) } }
      }
      if state.withLock(\.areTablesStale) {
        isSchemaStale.raise()
        waker.wake()
      }
      return true
    }
  }

  private func changeSet(_ news: TriggerLogState.News, _ number: Int) -> ChangeSet {
    switch news {
    case .transaction(_, let touched): touched.changeSet(number)
    case .anything:
      ChangeSet(number: number, origin: .otherProcess, mayChangeAnyTable: true)
    }
  }

  /// Waits until the log is being read.
  ///
  /// - Parameter takesMoment: Whether a snapshot is about to be taken, so that later reports may be
  ///   hidden in it.
  /// - Returns: The progress of reading.
  private func awaitProgress(within limit: Duration, takesMoment: Bool = false) throws
    -> TriggerLogState.Progress
  {
    let deadline = ContinuousClock.now + limit.clamped
    while true {
      let (phase, progress, waiter) = state.withLock { state in
        if takesMoment { state.startMoment() }
        return (state.phase, state.progress, state.addWaiter())
      }
      switch phase {
      case .reading: if let progress { return progress }
      case .lost(let error): throw error
      case .closed: throw StreamUnavailable(reason: .closed)
      case .opening: break
      }
      let left = max(.zero, deadline - .now)
      guard let waiter,
        waiter.wait(timeout: .now() + .microseconds(left.microseconds)) == .success
      else { throw StreamUnavailable(reason: .late) }
    }
  }
}

// MARK: - Changes

extension LoggedChanges {
  func reportedTables(_ connection: PostgresConnection) throws -> PostgresReportedTables {
    try LoggedTables(connection, log).reported
  }

  func consumeSchemaInvalidation() -> Bool { isSchemaStale.take() }

  /// Returns none: triggers report changes.
  var publications: [String] { [] }

  var ownSchemas: [String] { [log.schema] }

  func reportUnknownChanges() {
    // Triggers may be those of another table now.
    state.withLock { $0.markTablesStale() }
    waker.wake()
    turn.withLock { _ in _ = reporter.reportUnknownChanges(schema: true) }
  }
}

// MARK: - Moments

extension LoggedChanges {
  func beginMoment(
    on connection: PostgresConnection,
    reading tables: [PostgresTable],
    savepoint: String,
    within limit: Duration
  ) throws -> Moment {
    let progress = try awaitProgress(within: limit, takesMoment: true)
    do {
      return try connection.answering(within: limit) {
        try connection.beginReading(tables, savepoint: savepoint)
        // The snapshot is that of the first statement that reads.
        return Moment(
          epoch: progress.epoch,
          reading: try LogReading(connection, log, after: progress)
        )
      }
    } catch {
      if connection.transactionStatus != .idle {
        try? connection.answering(within: limit) { try connection.execute(script: "ROLLBACK") }
      }
      throw error
    }
  }

  func awaitReported(_ moment: Moment, on connection: PostgresConnection, within limit: Duration)
    -> Bool
  { report(moment.reading, moment.epoch) }

  func shown(in moment: Moment) -> PostgresShownChanges? {
    // The turn ensures that a report in progress is complete.
    turn.withLock { _ in
      let hidden = state.withLock { state in
        state.hidden(in: moment.reading.snapshot, epoch: moment.epoch)
      }
      return hidden.map { PostgresShownChanges(upTo: reporter.number, except: $0) }
    }
  }

  func awaitCommitted(
    within limit: Duration,
    _ lend: (_ body: (PostgresConnection) throws -> Void) throws -> Void
  ) throws {
    for _ in 0..<8 {
      _ = try awaitProgress(within: limit)
      var isReported = false
      try lend { isReported = try look($0, within: limit) }
      if isReported { return }
    }
    throw StreamUnavailable(reason: .late)
  }
}
