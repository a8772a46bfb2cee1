import DatabaseTypes
import Dispatch
import PostgreSQL

/// How far the log has been read, and what of it was told: a value that does nothing but decide.
///
/// Each registration is an epoch of its own: between two of them triggers may not have written, or the log may have been trimmed.
struct TriggerLogState: Sendable {
  /// What the reader of the log does.
  enum Phase: Sendable {
    case opening
    case reading
    /// It begins again soon.
    case lost(any Error)
    case closed
  }

  /// What is told while somebody takes a moment.
  private struct Pending: Sendable {
    enum Kind: Sendable {
      case transaction(UInt64)
      /// All that a snapshot shows.
      case all(PostgresSnapshot)
    }

    let kind: Kind
    let changes: ChangeSet
  }

  /// Something to tell.
  enum News: Sendable {
    case transaction(UInt64, LoggedTables.Touched)
    /// Anything may have changed that a snapshot shows.
    case anything(PostgresSnapshot)
  }

  private static let mostPending = 10_000

  private(set) var phase = Phase.opening
  private var epoch = 0
  /// The reader's name.
  private(set) var reader = ""
  /// All that this snapshot shows has been read.
  private var told: PostgresSnapshot?
  /// The second until which triggers write the log, as far as it is known.
  private var deadline: Int64 = 0
  /// Transactions below this may have written before triggers were told to write the log.
  private var startBound: UInt64 = 0
  /// How many of them the last snapshot did not show.
  private var startHiddenCount: UInt64 = 0
  private(set) var tables = LoggedTables()
  /// Whether the tables have to be read again.
  private(set) var areTablesStale = false
  private var pending: [Pending] = []
  /// Whether somebody takes a moment, to which what is told may be later.
  private var isTakingMoment = false
  private var waiters: [DispatchSemaphore] = []

  /// How far the log has been read: all that a snapshot shows, in a registration, as a reader.
  typealias Progress = (epoch: Int, told: PostgresSnapshot, reader: String)

  /// How far the log has been read; `nil` where it is not read.
  var progress: Progress? { told.map { (epoch, $0, reader) } }

  // MARK: The reader of the log

  /// The reader was registered: all is to be read anew.
  ///
  /// - Parameters:
  ///   - bound: The number of a transaction that began when triggers wrote already.
  ///   - snapshot: What was visible then.
  mutating func begin(
    _ reader: String,
    deadline: Int64,
    bound: UInt64,
    snapshot: PostgresSnapshot,
    tables: LoggedTables
  ) -> [DispatchSemaphore] {
    if case .closed = phase { return [] }
    epoch += 1
    phase = .reading
    (self.reader, self.deadline, told) = (reader, deadline, snapshot)
    (startBound, startHiddenCount) = (bound, snapshot.hiddenCount(below: bound))
    (self.tables, areTablesStale, pending) = (tables, false, [])
    defer { waiters = [] }
    return waiters
  }

  /// The tables were read again.
  ///
  /// - Returns: Whether they are not what they were.
  mutating func set(_ tables: LoggedTables) -> Bool {
    defer { (self.tables, areTablesStale) = (tables, false) }
    return tables.told != self.tables.told
  }

  /// The registration was renewed.
  mutating func extend(to deadline: Int64) { self.deadline = max(self.deadline, deadline) }

  /// The log cannot be read further.
  mutating func end(_ phase: Phase) -> [DispatchSemaphore] {
    if case .closed = self.phase { return [] }
    (self.phase, told, pending) = (phase, nil, [])
    defer { waiters = [] }
    return waiters
  }

  // MARK: Reading

  /// Takes what the log says.
  ///
  /// - Returns: What is to be told, and whether it is to be kept for who takes a moment; `nil` where the log may not say all.
  mutating func take(_ reading: LogReading, epoch: Int) -> (news: [News], keeps: Bool)? {
    guard case .reading = phase, epoch == self.epoch, let told else { return nil }
    // As long as it was in time each time, triggers have written all the time.
    guard reading.isRegistered, reading.now < Double(deadline) else {
      (phase, self.told, pending) = (.opening, nil, [])
      return nil
    }
    deadline = max(deadline, reading.deadline)
    var news: [News] = []
    let isLater = reading.snapshot.covers(told)
    if startHiddenCount > 0, isLater {
      let count = reading.snapshot.hiddenCount(below: startBound)
      if count < startHiddenCount { news.append(.anything(reading.snapshot)) }
      startHiddenCount = count
    }
    var touched: [UInt64: LoggedTables.Touched] = [:]
    for entry in reading.entries where !told.sees(entry.xid) {
      tables.add(entry, to: &touched[entry.xid, default: LoggedTables.Touched()])
    }
    if touched.values.contains(where: \.isSchemaDoubtful) { areTablesStale = true }
    for (xid, touched) in touched.sorted(by: { $0.key < $1.key }) {
      news.append(.transaction(xid, touched))
    }
    if isLater { self.told = reading.snapshot }
    return (news, isTakingMoment)
  }

  /// Keeps what was told, for who takes a moment that may not show it.
  mutating func keep(_ news: News, _ changes: ChangeSet) {
    let kind: Pending.Kind =
      switch news {
      case .transaction(let xid, _): .transaction(xid)
      case .anything(let snapshot): .all(snapshot)
      }
    pending.append(Pending(kind: kind, changes: changes))
    // Who has taken a moment was not heard of again: all begins anew.
    if pending.count > Self.mostPending { (phase, told, pending) = (.opening, nil, []) }
  }

  // MARK: Moments

  /// Somebody takes a moment.
  mutating func startMoment() { isTakingMoment = true }

  /// What was told and a moment does not show; `nil` where its epoch is over.
  mutating func hidden(in snapshot: PostgresSnapshot, epoch: Int) -> [ChangeSet]? {
    isTakingMoment = false
    defer { pending = [] }
    guard case .reading = phase, epoch == self.epoch else { return nil }
    return pending.filter { pending in
      switch pending.kind {
      case .transaction(let xid): !snapshot.sees(xid)
      case .all(let other): !snapshot.covers(other)
      }
    }.map(\.changes)
  }

  /// Somebody waits until the log is read.
  mutating func addWaiter() -> DispatchSemaphore? {
    guard case .opening = phase else { return nil }
    let waiter = DispatchSemaphore(value: 0)
    waiters.append(waiter)
    return waiter
  }
}
