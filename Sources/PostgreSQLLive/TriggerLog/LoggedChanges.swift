import DatabaseTypes
import Dispatch
import Foundation
import LiveEngine
import PostgreSQL
import Synchronization

/// The log that triggers write as what tells changes.
///
/// Rows of the log are committed with the data: so the log says in each snapshot which transactions it shows, and the barrier is that
/// the log was read in the moment itself. One thread has a connection that listens, to be woken by commits; it says again and
/// again that somebody reads, and takes out of the log what all have read.
///
/// State: what was read, guarded by a mutex; who tells has the turn meanwhile, so that all is told in one order. The turn is taken before
/// the mutex.
final class LoggedChanges: PostgresChangeSource {
  /// A moment, and what the log says in it.
  struct Moment: Sendable {
    let epoch: Int
    let reading: LogReading
  }

  private let configuration: PostgresConfiguration
  private let onConnect: (@Sendable (PostgresConnection) throws -> Void)?
  private let log: PostgresTriggerLog
  private let report: @Sendable (String) -> Void
  private let teller = PostgresChangeTeller()
  private let state = Mutex(TriggerLogState())
  private let turn = Mutex(())
  private let isSchemaDoubtful = Suspicion()
  private let waker = PostgresWaker()
  private let cancellation = Mutex<PostgresCancellation?>(nil)
  private let hasEnded = DispatchSemaphore(value: 0)
  /// The thread that listens.
  private let reading = Mutex<ObjectIdentifier?>(nil)
  /// For how many seconds a reader is known that says nothing.
  private let lease: Int
  /// How long the server has for one statement, before the network counts as lost.
  private let patience: Duration
  private let longestPause: Duration

  /// Begins to read the log.
  ///
  /// - Parameters:
  ///   - configuration: The server, which must not be a pooler where transactions notify.
  ///   - log: The log, which has been set up.
  ///   - lease: For how many seconds a reader is known that says nothing.
  ///   - patience: How long the server has for one statement.
  ///   - longestPause: How long to wait at most before connecting again.
  ///   - onConnect: What is done with each new connection.
  ///   - report: Told aloud what works worse than it could.
  init(
    _ configuration: PostgresConfiguration,
    log: PostgresTriggerLog,
    lease: Int = 30,
    patience: Duration = .seconds(30),
    longestPause: Duration = .seconds(5),
    onConnect: (@Sendable (PostgresConnection) throws -> Void)? = nil,
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    (self.configuration, self.log, self.lease) = (configuration, log, lease)
    (self.patience, self.longestPause) = (patience, longestPause)
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
    // Who is told may let go of the last that holds it.
    if reading.withLock(\.self) != ObjectIdentifier(Thread.current) { awaitEnd() }
    if isFirst { teller.end() }
  }

  /// Where the server does not answer, or is being connected to, it waits some seconds at most, and the thread ends later.
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
      do {
        let connection = try PostgresConnection(configuration)
        cancellation.withLock { $0 = connection.cancellation }
        defer { cancellation.withLock { $0 = nil } }
        try connection.answering(within: patience) { _ = try onConnect?(connection) }
        if log.notifies {
          try connection.answering(within: patience) { try connection.listen(to: log.schema) }
        }
        while !isClosed {
          try connection.answering(within: patience) { try register(connection) }
          try follow(connection)
          pause = Self.firstPause
          if !isClosed { rest(.milliseconds(10)) }
        }
        leave(connection)
      } catch { end(error) }
      if !isClosed { rest(pause) }
      pause = min(pause * 2, longestPause)
    }
  }

  private func end(_ error: any Error) {
    let error = (error as? PostgresError)?.withLogHint(log) ?? error
    for waiter in state.withLock({ $0.end(.lost(error)) }) { waiter.signal() }
  }

  private func rest(_ pause: Duration) {
    let end = ContinuousClock.now + pause
    while !isClosed, ContinuousClock.now < end { waker.wait(until: end) }
  }

  /// Has triggers write the log from now on.
  private func register(_ connection: PostgresConnection) throws {
    let reader = UUID().uuidString.lowercased()
    let seen = try connection.snapshot()
    guard let deadline = try attend(connection, reader, seen, isNew: true) else {
      throw StreamUnavailable(reason: .late)
    }
    // Who has seen no need to write to the log has a smaller number than this, which is given now.
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
    for complaint in tables.complaints { report(complaint) }
    // Nobody has heard of what happened in between.
    isSchemaDoubtful.raise()
    let waiters = turn.withLock { _ in
      defer { teller.tellAnything(schema: true) }
      return state.withLock { state in
        state.begin(reader, deadline: deadline, bound: bound, snapshot: snapshot, tables: tables)
      }
    }
    for waiter in waiters { waiter.signal() }
  }

  private func attend(
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

  /// Reads until the log may not say all, or nobody wants it any more.
  private func follow(_ connection: PostgresConnection) throws {
    var renewal = ContinuousClock.now + .seconds(lease) / 4
    while !isClosed {
      if state.withLock(\.areTablesStale) {
        try connection.answering(within: patience) { try readTables(connection) }
      }
      guard try look(connection, within: patience) else { return }
      if ContinuousClock.now >= renewal {
        guard try connection.answering(within: patience, { try renew(connection) }) else { return }
        renewal = .now + .seconds(lease) / 4
      }
      let limit = min(log.interval, max(.zero, renewal - .now))
      _ = try connection.waitForNotifications(timeout: limit, waker: waker)
    }
  }

  /// Reads which tables are told, and tells where they are not what they were: triggers that are disabled tell nothing.
  private func readTables(_ connection: PostgresConnection) throws {
    let tables = try LoggedTables(connection, log)
    let known = state.withLock(\.tables.complaints)
    for complaint in tables.complaints where !known.contains(complaint) { report(complaint) }
    guard state.withLock({ $0.set(tables) }) else { return }
    isSchemaDoubtful.raise()
    turn.withLock { _ in _ = teller.tellAnything(schema: true) }
  }

  private func renew(_ connection: PostgresConnection) throws -> Bool {
    guard let (_, told, reader) = state.withLock(\.progress),
      let deadline = try attend(connection, reader, told, isNew: false)
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
  /// Reads what is new in the log, and tells it.
  ///
  /// - Returns: `false` where the log may not say all.
  private func look(_ connection: PostgresConnection, within limit: Duration) throws -> Bool {
    guard let progress = state.withLock(\.progress) else { return false }
    let reading = try connection.answering(within: limit) {
      try LogReading(connection, log, after: progress)
    }
    return tell(reading, progress.epoch)
  }

  /// Tells what was read, unless that has been told.
  private func tell(_ reading: LogReading, _ epoch: Int) -> Bool {
    turn.withLock { _ in
      guard let (news, keeps) = state.withLock({ $0.take(reading, epoch: epoch) }) else {
        waker.wake()
        return false
      }
      for news in news {
        let changes = teller.tell { number in changeSet(news, number) }
        if keeps { state.withLock { $0.keep(news, changes) } }
      }
      if state.withLock(\.areTablesStale) {
        isSchemaDoubtful.raise()
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

  /// Waits until the log is read.
  ///
  /// - Parameter takesMoment: Whether what is told from now on may be later than a moment that is taken.
  /// - Returns: How far it is read.
  private func awaitProgress(within limit: Duration, takesMoment: Bool = false) throws
    -> TriggerLogState.Progress
  {
    let deadline = ContinuousClock.now + limit
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
  func toldTables(_ connection: PostgresConnection) throws -> PostgresToldTables {
    try LoggedTables(connection, log).told
  }

  func takeSchemaDoubt() -> Bool { isSchemaDoubtful.take() }

  func subscribe(
    to region: Region,
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> PostgresChangeSubscription { teller.subscribe(to: region, receive: receive, end: end) }

  var region: Region { teller.region }
  var heardCount: Int { teller.number }
  var toldCount: Int { teller.toldCount }
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
        // The moment is that of the first statement that reads.
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

  func awaitTold(_ moment: Moment, on connection: PostgresConnection, within limit: Duration)
    -> Bool
  { tell(moment.reading, moment.epoch) }

  func shown(in moment: Moment) -> PostgresShownChanges? {
    // Whoever tells has told.
    turn.withLock { _ in
      let hidden = state.withLock { state in
        state.hidden(in: moment.reading.snapshot, epoch: moment.epoch)
      }
      return hidden.map { PostgresShownChanges(upTo: teller.number, except: $0) }
    }
  }

  func awaitCommitted(
    within limit: Duration,
    _ lend: (_ body: (PostgresConnection) throws -> Void) throws -> Void
  ) throws {
    for _ in 0..<8 {
      _ = try awaitProgress(within: limit)
      var isTold = false
      try lend { isTold = try look($0, within: limit) }
      if isTold { return }
    }
    throw StreamUnavailable(reason: .late)
  }
}

extension PostgresConnection {
  /// Begins a transaction that only reads, before it sees anything, in which tables cannot be emptied.
  func beginReading(_ tables: [PostgresTable], savepoint: String) throws(PostgresError) {
    let names = tables.map(\.quotedName).joined(separator: ", ")
    let lock = names.isEmpty ? "" : "LOCK TABLE \(names) IN ACCESS SHARE MODE NOWAIT; "
    try execute(
      script: """
        BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \(lock)SAVEPOINT \(Self.quoted(savepoint))
        """
    )
  }
}
