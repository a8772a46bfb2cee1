import DatabaseTypes
import Dispatch
import LiveEngine
import PostgreSQL

/// What a change stream has told, and to whom: a value that does nothing but decide.
///
/// Each slot is an epoch of its own: between two of them commits may have been missed, so that what was read in one says
/// nothing about the other.
struct StreamState: Sendable {
  /// What the stream does.
  enum Phase: Sendable {
    case opening
    case streaming
    /// It is opened again soon.
    case lost(any Error)
    case closed
  }

  /// Somebody who is told of commits.
  struct Receiver: Sendable {
    let region: Region
    /// The tables of which to tell what changed rows are like.
    let rows: Region
    let receive: @Sendable (ChangeSet) -> Void
    let end: @Sendable () -> Void
  }

  /// A thread that waits until the stream was read up to a place, or is streaming.
  struct Waiter: Sendable {
    let id: Int
    let epoch: Int
    /// `nil` for who waits for the stream itself.
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
  /// How many commits all receivers have been told of.
  private(set) var toldCount = 0
  private(set) var receivers: [Int: Receiver] = [:]
  private var streamed = StreamedTransactions<ChangeSet>()
  private var keptRowCount = 0
  private var waiters: [Waiter] = []
  private var lastID = 0
  /// Whether the server is to be asked how far it has told all.
  var wantsReply = false

  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  /// Who is to be told of a commit: of those, who reads what it touched.
  typealias Telling = (changes: ChangeSet, receivers: [Receiver])

  // MARK: The stream

  /// A slot was made: whatever happened before is not known.
  mutating func begin(_ slot: String) -> (telling: Telling, woken: [Waiter]) {
    epoch += 1
    self.slot = slot
    phase = .streaming
    (streamed, keptRowCount) = (StreamedTransactions(), 0)
    defer { waiters.removeAll { $0.lsn == nil } }
    return (anything(), waiters.filter { $0.lsn == nil })
  }

  /// Anything may have changed that was not streamed.
  mutating func anything() -> Telling {
    number += 1
    let changes = ChangeSet(
      number: number,
      origin: .otherProcess,
      mayChangeAnyTable: true,
      changesSchema: true
    )
    return (changes, Array(receivers.values))
  }

  /// A commit was streamed; it is not known to be reached before it has been told.
  mutating func commit(
    _ transaction: StreamedTransaction<TouchedTables>,
    _ translation: ChangeTranslation
  ) throws -> Telling {
    let changes = try translation.changeSet(
      transaction.changes,
      number: number + 1,
      rows: receivers.values.reduce(into: Region()) { $0.formUnion($1.rows) }
    )
    number += 1
    keptRowCount += changes.rowCount
    streamed.append(
      StreamedTransaction(xid: transaction.xid, endLSN: .zero, changes: changes)
    )
    return (changes, receivers.values.filter { changes.touches($0.region) })
  }

  mutating func didTell() { toldCount += 1 }

  /// All commits up to a place have been told.
  ///
  /// - Returns: Who has waited for that.
  mutating func reach(_ lsn: PostgresLSN) -> [Waiter] {
    streamed.reach(lsn)
    if waiters.isEmpty { return [] }
    func isDone(_ waiter: Waiter) -> Bool { waiter.lsn.map(streamed.hasReached) ?? false }
    let woken = waiters.filter(isDone)
    waiters.removeAll(where: isDone)
    // The server may not have read so far yet when it was asked.
    wantsReply = wantsReply || waiters.contains { $0.lsn != nil }
    return woken
  }

  /// The stream has ended.
  ///
  /// - Returns: Who has waited for it.
  mutating func end(_ phase: Phase) -> [Waiter] {
    if case .closed = self.phase { return [] }
    self.phase = phase
    defer { waiters = [] }
    return waiters
  }

  // MARK: Those who ask

  /// Whether a place has been reached in an epoch; `nil` where the epoch is over.
  func hasReached(_ lsn: PostgresLSN, epoch: Int) -> Bool? {
    guard case .streaming = phase, epoch == self.epoch else { return nil }
    return streamed.hasReached(lsn)
  }

  /// Notes somebody who waits.
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

  /// Which of the commits that were told a moment shows; those that it shows are not kept any more.
  ///
  /// - Returns: `nil` where the stream has not reached the moment's place, or another slot has been made since.
  mutating func contents(shownIn moment: PostgresMoment, epoch: Int) -> SnapshotContents? {
    guard hasReached(moment.lsn, epoch: epoch) == true else { return nil }
    forget(shownIn: moment.snapshot)
    return SnapshotContents(upTo: number, except: streamed.pending.map(\.changes))
  }

  /// How much is kept of commits of which nobody has said that a snapshot shows them.
  var keptWeight: Int { streamed.pending.count + keptRowCount / 64 }

  /// How many those commits are.
  var keptCount: Int { streamed.pending.count }

  /// Lets go of commits that a snapshot shows, and later ones as well.
  mutating func forget(shownIn snapshot: PostgresSnapshot) {
    _ = streamed.take(visibleIn: snapshot, lsn: .zero)
    keptRowCount = streamed.pending.reduce(0) { $0 + $1.changes.rowCount }
  }
}
