import DatabaseTypes
import Dispatch
import LiveEngine
import PostgreSQL

/// The state of a change stream: the commits that it has reported, and its subscribers.
///
/// Each slot is a separate epoch: commits between two slots may have been missed, so positions in
/// one say nothing about the other.
///
/// It is a value that does no I/O.
struct StreamState: Sendable {
  /// The phase of the stream.
  enum Phase: Sendable {
    case opening
    case streaming
    /// The stream will soon be opened again.
    case lost(any Error)
    case closed
  }

  /// A subscriber to commits.
  struct Receiver: Sendable {
    let region: Region
    /// The tables for which to include the values of changed rows.
    let rows: Region
    let receive: @Sendable (ChangeSet) -> Void
    let end: @Sendable () -> Void
  }

  /// A thread that waits until the stream was read up to a position, or is streaming.
  struct Waiter: Sendable {
    let id: Int
    let epoch: Int
    /// The position; `nil` for a thread that waits for the stream itself.
    let lsn: PostgresLSN?
    let semaphore: DispatchSemaphore
  }

  private(set) var phase = Phase.opening
  /// The number of the slot.
  private(set) var epoch = 0
  /// The slot's name.
  private(set) var slot = ""
  /// The number of the last commit.
  private(set) var number = 0
  /// The number of commits that all subscribers have been notified of.
  private(set) var reportedCount = 0
  private(set) var receivers: [Int: Receiver] = [:]
  private var streamed = StreamedTransactions<ChangeSet>()
  private var bufferedRowCount = 0
  private var waiters: [Waiter] = []
  private var lastID = 0
  /// Whether to ask the server how far it has reported all commits.
  var wantsReply = false

  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  /// A commit to report, and the subscribers whose region it touches.
  typealias CommitReport = (changes: ChangeSet, receivers: [Receiver])

  // MARK: The stream

  /// Begins a slot; whatever happened before it is unknown.
  mutating func begin(_ slot: String) -> (report: CommitReport, woken: [Waiter]) {
    epoch += 1
    self.slot = slot
    phase = .streaming
    (streamed, bufferedRowCount) = (StreamedTransactions(), 0)
    defer { waiters.removeAll { $0.lsn == nil } }
    return (anything(), waiters.filter { $0.lsn == nil })
  }

  /// Returns a report that anything may have changed without being streamed.
  mutating func anything() -> CommitReport {
    number += 1
    let changes = ChangeSet(
      number: number,
      origin: .otherProcess,
      mayChangeAnyTable: true,
      changesSchema: true
    )
    return (changes, Array(receivers.values))
  }

  /// Records a streamed commit; its position counts as reached only after it has been reported.
  mutating func commit(
    _ transaction: StreamedTransaction<TouchedTables>,
    _ translation: ChangeTranslation
  ) throws -> CommitReport {
    let changes = try translation.changeSet(
      transaction.changes,
      number: number + 1,
      rows: receivers.values.reduce(into: Region()) { $0.formUnion($1.rows) }
    )
    number += 1
    bufferedRowCount += changes.rowCount
    streamed.append(
      StreamedTransaction(xid: transaction.xid, endLSN: .zero, changes: changes)
    )
    return (changes, receivers.values.filter { changes.touches($0.region) })
  }

  mutating func didReport() { reportedCount += 1 }

  /// Records that all commits up to a position have been reported.
  ///
  /// - Returns: The threads that waited for it.
  mutating func reach(_ lsn: PostgresLSN) -> [Waiter] {
    streamed.reach(lsn)
    if waiters.isEmpty { return [] }
    func isDone(_ waiter: Waiter) -> Bool { waiter.lsn.map(streamed.hasReached) ?? false }
    let woken = waiters.filter(isDone)
    waiters.removeAll(where: isDone)
    // The server may not have read that far when it was asked.
    wantsReply = wantsReply || waiters.contains { $0.lsn != nil }
    return woken
  }

  /// Records that the stream has ended.
  ///
  /// - Returns: The threads that waited for it.
  mutating func end(_ phase: Phase) -> [Waiter] {
    if case .closed = self.phase { return [] }
    self.phase = phase
    defer { waiters = [] }
    return waiters
  }

  // MARK: Waiters

  /// Returns whether a position has been reached in an epoch; `nil` if the epoch is over.
  func hasReached(_ lsn: PostgresLSN, epoch: Int) -> Bool? {
    guard case .streaming = phase, epoch == self.epoch else { return nil }
    return streamed.hasReached(lsn)
  }

  /// Adds a waiter.
  mutating func addWaiter(for lsn: PostgresLSN?) -> Waiter {
    let waiter = Waiter(
      id: nextID(),
      epoch: epoch,
      lsn: lsn,
      semaphore: DispatchSemaphore(value: 0)
    )
    waiters.append(waiter)
    if lsn != nil { wantsReply = true }
    return waiter
  }

  mutating func removeWaiter(_ id: Int) { waiters.removeAll { $0.id == id } }

  mutating func add(_ receiver: Receiver) -> Int {
    let id = nextID()
    receivers[id] = receiver
    return id
  }

  mutating func removeReceiver(_ id: Int) -> Receiver? { receivers.removeValue(forKey: id) }

  /// Returns which of the reported commits a snapshot shows, and discards those that it shows.
  ///
  /// - Returns: `nil` if the stream has not reached the snapshot's position, or if another slot has
  ///   been created since.
  mutating func contents(shownIn moment: PostgresMoment, epoch: Int) -> SnapshotContents? {
    guard hasReached(moment.lsn, epoch: epoch) == true else { return nil }
    forget(shownIn: moment.snapshot)
    return SnapshotContents(upTo: number, except: streamed.pending.map(\.changes))
  }

  /// The weight of the kept commits, which no snapshot is known to show.
  var bufferedWeight: Int { streamed.pending.count + bufferedRowCount / 64 }

  /// The number of those commits.
  var bufferedCount: Int { streamed.pending.count }

  /// Discards commits that a snapshot, and so every later one, shows.
  mutating func forget(shownIn snapshot: PostgresSnapshot) {
    _ = streamed.take(visibleIn: snapshot, lsn: .zero)
    bufferedRowCount = streamed.pending.reduce(0) { $0 + $1.changes.rowCount }
  }
}
