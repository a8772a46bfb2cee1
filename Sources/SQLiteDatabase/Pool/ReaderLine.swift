import SQLite
import Synchronization

/// Readers of a pool, opened when they are needed, and the line of those who want one.
///
/// State: the readers that exist, guarded by a mutex; the lender guards who has which.
final class ReaderLine: Sendable {
  typealias Grant = SQLiteDatabase.Grant<SerializedConnection>

  private let lender: Lender<SerializedConnection>
  private let readers = Mutex<[SerializedConnection]>([])
  private let opening: DatabaseOpening
  private let source: ChangeSource

  init(_ opening: DatabaseOpening, _ source: ChangeSource, limit: Int) {
    self.opening = opening
    self.source = source
    lender = Lender(limit: limit)
  }

  /// Whether a read with one of these is going on further up on this thread.
  var isReadingOnThisThread: Bool {
    readers.withLock { $0.contains(where: \.isRunningOnThisThread) }
  }

  /// How many accesses wait.
  var waitingCount: Int { lender.waitingCount }

  /// How many readers are open.
  var count: Int { readers.withLock { $0.count } }

  /// A reader, when it is this thread's turn.
  func lease() throws -> SerializedConnection { try reader(for: lender.lease()) }

  /// A reader, when it is this task's turn.
  func lease() async throws -> SerializedConnection {
    try await reader(for: lender.lease())
  }

  /// What can be had without waiting.
  ///
  /// - Parameter isBarrier: Whether all readers are taken.
  func leaseAtOnce(isBarrier: Bool = false) throws -> Grant? {
    try lender.leaseAtOnce(isBarrier: isBarrier)
  }

  /// All readers, when nobody has one, for at most some time.
  func leaseAll(_ limit: TimeLimit) throws -> [SerializedConnection] {
    try readers(of: lender.lease(limit.wish(isBarrier: true)))
  }

  /// All readers, when nobody has one, for at most some time.
  func leaseAll(_ limit: TimeLimit) async throws -> [SerializedConnection] {
    try readers(of: await lender.lease(limit.wish(isBarrier: true)))
  }

  /// All readers that are idle while nobody waits.
  func leaseIdle() -> [SerializedConnection] { lender.leaseIdle() }

  func giveBack(_ reader: SerializedConnection) { lender.giveBack(reader) }

  /// Takes back the readers that are kept of all.
  func giveBackAll(_ readers: [SerializedConnection]) { lender.liftBarrier(readers) }

  /// Closes all readers, which the caller has, and keeps in `kept` those that are open yet.
  func closeAll(_ kept: inout [SerializedConnection]) throws {
    while let reader = kept.last {
      try reader.close()
      kept.removeLast()
      readers.withLock { $0.removeAll { $0 === reader } }
    }
  }

  /// Refuses everybody from now on.
  func close() { lender.close(DatabaseError.closed(path: opening.path)) }

  /// Makes the statements that run now fail.
  func interrupt() {
    for reader in readers.withLock({ $0 }) { reader.interrupt() }
  }
}

extension ReaderLine {
  /// The reader that was granted, or a new one.
  func reader(for grant: Grant) throws -> SerializedConnection {
    if let reader = reader(of: grant) { return reader }
    let executor = ConnectionExecutor(label: label)
    do { return try open(executor) } catch {
      lender.giveBack(nil)
      throw error
    }
  }

  /// The reader that was granted, or a new one.
  ///
  /// It is opened on the thread that will be its own: it reads the file and waits for locks.
  func reader(for grant: Grant) async throws -> SerializedConnection {
    if let reader = reader(of: grant) { return reader }
    let executor = ConnectionExecutor(label: label)
    do { return try await executor.run { [self] in try open(executor) } } catch {
      lender.giveBack(nil)
      throw error
    }
  }

  /// The reader that was granted, where it was not the permission to open one.
  private func reader(of grant: Grant) -> SerializedConnection? {
    switch grant {
    case .item(let reader): return reader
    case .permission: return nil
    case .barrier: preconditionFailure("A reader was asked for and a barrier was given")
    }
  }

  /// The readers that were granted.
  func readers(of grant: Grant) -> [SerializedConnection] {
    guard case .barrier(let readers) = grant else {
      preconditionFailure("A barrier was asked for and a reader was given")
    }
    return readers
  }

  private func open(_ executor: ConnectionExecutor) throws -> SerializedConnection {
    let reader = SerializedConnection(try opening.openReader(source), executor: executor)
    readers.withLock { $0.append(reader) }
    return reader
  }

  private var label: String {
    (opening.configuration.label ?? "LiveSQL.DatabasePool") + ".reader"
  }
}

/// Until when an access waits for others to end.
struct TimeLimit: Sendable {
  private let end: ContinuousClock.Instant
  private let error: @Sendable () -> DatabaseError

  /// Makes a limit of some time from now on.
  ///
  /// - Parameter error: What is told when the time is over.
  init(_ duration: Duration, error: @escaping @Sendable () -> DatabaseError) {
    end = .now + max(duration.clamped, .zero)
    self.error = error
  }

  /// What somebody wants of a line until then.
  func wish(isBarrier: Bool = false, isFirst: Bool = false) -> LenderWish {
    LenderWish(
      isBarrier: isBarrier,
      isFirst: isFirst,
      limit: (max(end - .now, .zero), error)
    )
  }
}
