import DatabaseTypes
import SQLite
import Synchronization

/// The readers of a pool, opened on demand, and the queue of accesses that wait for them.
///
/// State: the existing readers, guarded by a mutex; the lender guards which access holds which.
final class ReaderQueue: Sendable {
  typealias Grant = SQLiteDatabase.Grant<SerializedConnection>

  private let lender: ConnectionLender<SerializedConnection>
  private let readers = Mutex<[SerializedConnection]>([])
  private let opening: DatabaseOpening
  private let source: ChangeSource

  init(_ opening: DatabaseOpening, _ source: ChangeSource, limit: Int) {
    self.opening = opening
    self.source = source
    lender = ConnectionLender(limit: limit)
  }

  /// Whether a read on one of these readers is running further up the stack of this thread.
  var isReadingOnThisThread: Bool {
    readers.withLock { $0.contains(where: \.isRunningOnThisThread) }
  }

  /// The number of waiting accesses.
  var waitingCount: Int { lender.waitingCount }

  /// The number of open readers.
  var count: Int { readers.withLock { $0.count } }

  /// Returns a reader when it is this thread's turn.
  func lease() throws -> SerializedConnection { try reader(for: lender.lease()) }

  /// Returns a reader when it is this task's turn.
  func lease() async throws -> SerializedConnection {
    try await reader(for: lender.lease())
  }

  /// Returns what is available without waiting.
  ///
  /// - Parameter isBarrier: Whether to take all readers.
  func leaseImmediately(isBarrier: Bool = false) throws -> Grant? {
    try lender.leaseImmediately(isBarrier: isBarrier)
  }

  /// Returns all readers when no one holds any, waiting at most for some time.
  func leaseAll(_ limit: TimeLimit) throws -> [SerializedConnection] {
    try readers(of: lender.lease(limit.request(isBarrier: true)))
  }

  /// Returns all readers when no one holds any, waiting at most for some time.
  func leaseAll(_ limit: TimeLimit) async throws -> [SerializedConnection] {
    try readers(of: await lender.lease(limit.request(isBarrier: true)))
  }

  /// Takes all idle readers, unless there are waiters.
  func leaseIdle() -> [SerializedConnection] { lender.leaseIdle() }

  func returnLease(_ reader: SerializedConnection) { lender.returnLease(reader) }

  /// Returns all readers that should be kept.
  func returnAll(_ readers: [SerializedConnection]) { lender.liftBarrier(readers) }

  /// Closes all readers, which the caller holds; the array retains those that remain open.
  func closeAll(_ remaining: inout [SerializedConnection]) throws {
    while let reader = remaining.last {
      try reader.close()
      remaining.removeLast()
      readers.withLock { $0.removeAll { $0 === reader } }
    }
  }

  /// Rejects all accesses from now on.
  func close() { lender.close(DatabaseError.closed(path: opening.path)) }

  /// Makes running statements fail.
  func interrupt() {
    for reader in readers.withLock({ $0 }) { reader.interrupt() }
  }
}

extension ReaderQueue {
  /// Returns the granted reader, or opens a new one.
  func reader(for grant: Grant) throws -> SerializedConnection {
    if let reader = reader(of: grant) { return reader }
    let executor = ConnectionExecutor(label: label)
    do { return try open(executor) } catch {
      lender.returnLease(nil)
      throw error
    }
  }

  /// Returns the granted reader, or opens a new one.
  ///
  /// It is opened on its own thread, since opening reads the file and waits for locks.
  func reader(for grant: Grant) async throws -> SerializedConnection {
    if let reader = reader(of: grant) { return reader }
    let executor = ConnectionExecutor(label: label)
    do { return try await executor.run { [self] in try open(executor) } } catch {
      lender.returnLease(nil)
      throw error
    }
  }

  /// Returns the granted reader, or `nil` for the permission to open one.
  private func reader(of grant: Grant) -> SerializedConnection? {
    switch grant {
    case .item(let reader): return reader
    case .permission: return nil
    case .barrier: preconditionFailure("A reader was requested and a barrier was granted")
    }
  }

  /// Returns the granted readers.
  func readers(of grant: Grant) -> [SerializedConnection] {
    guard case .barrier(let readers) = grant else {
      preconditionFailure("A barrier was requested and a reader was granted")
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

/// The time until which an access waits for others to end.
struct TimeLimit: Sendable {
  private let end: ContinuousClock.Instant
  private let error: @Sendable () -> DatabaseError

  /// Creates a limit of a duration from now on.
  ///
  /// - Parameter error: Returns the error to throw when the time is over.
  init(_ duration: Duration, error: @escaping @Sendable () -> DatabaseError) {
    end = .now + max(duration.clamped, .zero)
    self.error = error
  }

  /// Returns a request with this time limit.
  func request(isBarrier: Bool = false, isFirst: Bool = false) -> LeaseRequest {
    LeaseRequest(
      isBarrier: isBarrier,
      isFirst: isFirst,
      limit: (max(end - .now, .zero), error)
    )
  }
}
