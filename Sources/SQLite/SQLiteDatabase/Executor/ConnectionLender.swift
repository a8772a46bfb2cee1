import Synchronization

/// A request in the queue of a ``ConnectionLender``.
struct LeaseRequest: Sendable {
  /// Whether the request is for all items, while no one else has any.
  var isBarrier = false
  /// Whether the request goes before all requests without this flag.
  var isFirst = false
  /// The maximum time to wait and the error for exceeding it; `nil` to wait without a limit.
  var limit: (duration: Duration, error: @Sendable () -> DatabaseError)?
}

/// A pool that lends connections to threads and tasks in order of their requests.
///
/// State: one ``LendingQueue``, guarded by a mutex. The waiters to wake are determined under the
/// mutex and woken outside of it. The flag indicates that there are waiters, so that new requests
/// need not check, which keeps the mutex free under contention.
final class ConnectionLender<Item: Sendable>: Sendable {
  typealias Grant = SQLiteDatabase.Grant<Item>
  private typealias LendingQueue = SQLiteDatabase.LendingQueue<Item, Waiter<Grant>>

  private let queue: UnfairMutex<LendingQueue>
  private let lastID = Atomic<Int>(0)
  private let hasWaiters = Atomic<Bool>(false)

  init(limit: Int, _ items: [Item] = []) {
    var queue = LendingQueue(limit: limit)
    _ = queue.liftBarrier(items)
    self.queue = UnfairMutex(queue)
  }

  /// Blocks the thread until it receives an item.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - check: Called before the thread blocks; throws if the thread would wait for itself.
  func lease(_ request: LeaseRequest = LeaseRequest(), beforeWaiting check: () throws -> Void = {})
    throws
    -> Grant
  {
    if let grant = try leaseImmediately(isBarrier: request.isBarrier) { return grant }
    try check()
    let thread = BlockedThread<Grant>()
    let id = nextID()
    try enter(.thread(thread), id: id, request)
    guard let limit = request.limit else { return try thread.wait() }
    if let grant = try thread.wait(for: limit.duration) { return grant }
    leave(id, limit.error())
    return try thread.wait()
  }

  /// Returns what is available without waiting.
  ///
  /// - Parameter isBarrier: Whether to take all items.
  func leaseImmediately(isBarrier: Bool = false) throws -> Grant? {
    if hasWaiters.load(ordering: .relaxed) { return nil }
    return try queue.withLock { queue in try queue.take(isBarrier: isBarrier) }
  }

  /// Suspends the task until it receives an item.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - check: Called before the task is suspended; throws if the task would wait for itself.
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  func lease(_ request: LeaseRequest = LeaseRequest(), beforeWaiting check: () throws -> Void = {})
    async throws -> Grant
  {
    try Task.checkCancellation()
    if let grant = try leaseImmediately(isBarrier: request.isBarrier) { return grant }
    try check()
    let id = nextID()
    let timeout = request.limit.map { limit in
      DelayedAction(after: limit.duration) { self.leave(id, limit.error()) }
    }
    defer { timeout?.cancel() }
    return try await wait(id: id, request)
  }

  private func wait(id: Int, _ request: LeaseRequest) async throws -> Grant {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        do { try enter(.task(continuation), id: id, request) } catch {
          continuation.resume(throwing: error)
        }
        // The task may have been cancelled before it entered the queue.
        if Task.isCancelled { leave(id) }
      }
    } onCancel: {
      leave(id)
    }
  }

  /// Takes all idle items, unless there are waiters.
  func leaseIdle() -> [Item] { queue.withLock { $0.takeIdle() } }

  /// Returns an item, or forgets one that was lost.
  func returnLease(_ item: Item?) {
    wake(withQueue { queue in item.map { queue.returnLease($0) } ?? queue.drop() })
  }

  /// Lifts a barrier, returning the items to keep.
  func liftBarrier(_ items: [Item]) {
    wake(withQueue { $0.liftBarrier(items) })
  }

  /// Rejects all requests from now on.
  func close(_ error: any Error) {
    for waiter in withQueue({ $0.close(error) }) { waiter.refuse(error) }
  }

  /// The number of waiters.
  var waitingCount: Int { queue.withLock { $0.waitingCount } }

  /// Runs a closure that may change whether there are waiters.
  private func withQueue<Result>(_ body: (inout LendingQueue) throws -> Result) rethrows -> Result {
    try queue.withLock { queue in
      defer {
        let isAnybody = queue.waitingCount > 0
        if hasWaiters.load(ordering: .relaxed) != isAnybody {
          hasWaiters.store(isAnybody, ordering: .relaxed)
        }
      }
      return try body(&queue)
    }
  }

  private func nextID() -> Int { lastID.add(1, ordering: .relaxed).newValue }

  private func enter(_ waiter: Waiter<Grant>, id: Int, _ request: LeaseRequest) throws {
    let wakeups = try withQueue { queue in
      if let error = queue.closingError { throw error }
      return queue.wait(waiter, id: id, isBarrier: request.isBarrier, isFirst: request.isFirst)
    }
    wake(wakeups)
  }

  private func leave(_ id: Int, _ error: any Error = CancellationError()) {
    guard let (waiter, others) = withQueue({ $0.leave(id: id) }) else { return }
    waiter.refuse(error)
    wake(others)
  }

  private func wake(_ wakeups: LendingQueue.Wakeups) {
    for (waiter, grant) in wakeups { waiter.grant(grant) }
  }
}
