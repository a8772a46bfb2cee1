import DatabaseTypes
import Dispatch
import PostgreSQL

/// The state of reading the log, and of reporting its entries.
///
/// Each registration is a separate epoch: between two of them, triggers may not have written, or
/// the log may have been trimmed.
///
/// It is a value that does no I/O.
struct TriggerLogState: Sendable {
  /// The phase of reading the log.
  enum Phase: Sendable {
    case opening
    case reading
    /// Reading will soon begin again.
    case lost(any Error)
    case closed
  }

  /// A change set that was reported while someone takes a snapshot.
  private struct Pending: Sendable {
    enum Kind: Sendable {
      case transaction(UInt64)
      /// Everything that a snapshot shows.
      case all(PostgresSnapshot)
    }

    let kind: Kind
    let changes: ChangeSet
  }

  /// A piece of news to report.
  enum News: Sendable {
    case transaction(UInt64, LoggedTables.Touched)
    /// Anything that a snapshot shows may have changed.
    case anything(PostgresSnapshot)
  }

  private static let maxPending = 10_000

  private(set) var phase = Phase.opening
  private var epoch = 0
  /// The reader's name.
  private(set) var reader = ""
  /// The snapshot whose transactions have all been read.
  private var reported: PostgresSnapshot?
  /// The latest known second until which triggers write the log.
  private var deadline: Int64 = 0
  /// The bound below which transactions may have written before triggers began to write the log.
  private var startBound: UInt64 = 0
  /// The number of these transactions that the last snapshot did not show.
  private var startHiddenCount: UInt64 = 0
  private(set) var tables = LoggedTables()
  /// Whether the tables must be read again.
  private(set) var areTablesStale = false
  private var pending: [Pending] = []
  /// Whether someone is taking a snapshot, which may be earlier than what is reported meanwhile.
  private var isTakingSnapshot = false
  private var waiters: [DispatchSemaphore] = []

  /// The progress of reading the log: the snapshot that has been read, in a registration, by a
  /// reader.
  typealias Progress = (epoch: Int, reported: PostgresSnapshot, reader: String)

  /// The progress of reading the log; `nil` if it is not being read.
  var progress: Progress? { reported.map { (epoch, $0, reader) } }

  // MARK: The reader of the log

  /// Begins a registration; everything must be read again.
  ///
  /// - Parameters:
  ///   - bound: The number of a transaction that began when triggers were already writing.
  ///   - snapshot: A snapshot of that time.
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
    (self.reader, self.deadline, reported) = (reader, deadline, snapshot)
    (startBound, startHiddenCount) = (bound, snapshot.hiddenCount(below: bound))
    (self.tables, areTablesStale, pending) = (tables, false, [])
    defer { waiters = [] }
    return waiters
  }

  /// Replaces the tables after they were read again.
  ///
  /// - Returns: Whether they have changed.
  mutating func set(_ tables: LoggedTables) -> Bool {
    defer { (self.tables, areTablesStale) = (tables, false) }
    return tables.reported != self.tables.reported
  }

  /// Records that the tables must be read again.
  mutating func markTablesStale() { areTablesStale = true }

  /// Extends the registration.
  mutating func extend(to deadline: Int64) { self.deadline = max(self.deadline, deadline) }

  /// Records that the log can no longer be read.
  mutating func end(_ phase: Phase) -> [DispatchSemaphore] {
    if case .closed = self.phase { return [] }
    (self.phase, reported, pending) = (phase, nil, [])
    defer { waiters = [] }
    return waiters
  }

  // MARK: Reading

  /// Takes the entries that were read from the log.
  ///
  /// - Returns: The news to report, and whether to keep them for someone who is taking a snapshot;
  ///   `nil` if the log may be incomplete.
  mutating func take(_ reading: LogReading, epoch: Int) -> (news: [News], keeps: Bool)? {
    guard case .reading = phase, epoch == self.epoch, let reported else { return nil }
    // If each read was in time, triggers have been writing all the time.
    guard reading.isRegistered, reading.now < Double(deadline) else {
      (phase, self.reported, pending) = (.opening, nil, [])
      return nil
    }
    deadline = max(deadline, reading.deadline)
    var news: [News] = []
    let isLater = reading.snapshot.covers(reported)
    if startHiddenCount > 0, isLater {
      let count = reading.snapshot.hiddenCount(below: startBound)
      if count < startHiddenCount { news.append(.anything(reading.snapshot)) }
      startHiddenCount = count
    }
    var touched: [UInt64: LoggedTables.Touched] = [:]
    for entry in reading.entries where !reported.sees(entry.xid) {
      tables.add(entry, to: &touched[entry.xid, default: LoggedTables.Touched()])
    }
    if touched.values.contains(where: \.isSchemaStale) { areTablesStale = true }
    for (xid, touched) in touched.sorted(by: { $0.key < $1.key }) {
      news.append(.transaction(xid, touched))
    }
    if isLater { self.reported = reading.snapshot }
    return (news, isTakingSnapshot)
  }

  /// Keeps what was reported, for someone who is taking a snapshot that may not show it.
  mutating func keep(_ news: News, _ changes: ChangeSet) {
    let kind: Pending.Kind =
      switch news {
      case .transaction(let xid, _): .transaction(xid)
      case .anything(let snapshot): .all(snapshot)
      }
    pending.append(Pending(kind: kind, changes: changes))
    // The snapshot was never finished, so begin again.
    if pending.count > Self.maxPending { (phase, reported, pending) = (.opening, nil, []) }
  }

  // MARK: Moments

  /// Records that someone is taking a snapshot.
  mutating func startMoment() { isTakingSnapshot = true }

  /// Returns the reported change sets that a snapshot does not show; `nil` if its epoch is over.
  mutating func hidden(in snapshot: PostgresSnapshot, epoch: Int) -> [ChangeSet]? {
    isTakingSnapshot = false
    defer { pending = [] }
    guard case .reading = phase, epoch == self.epoch else { return nil }
    return pending.filter { pending in
      switch pending.kind {
      case .transaction(let xid): !snapshot.sees(xid)
      case .all(let other): !snapshot.covers(other)
      }
    }.map(\.changes)
  }

  /// Adds a waiter, unless the log is already being read or cannot be read.
  mutating func addWaiter() -> DispatchSemaphore? {
    guard case .opening = phase else { return nil }
    let waiter = DispatchSemaphore(value: 0)
    waiters.append(waiter)
    return waiter
  }
}
