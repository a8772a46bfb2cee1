import Synchronization

/// Lends connections to threads and tasks, first come, first served.
///
/// State: one ``Line``, guarded by a mutex. Who is to be woken is decided under the mutex and woken outside of it.
final class Lender<Item: Sendable>: Sendable {
  typealias Grant = Line<Item>.Grant

  private let line: Mutex<Line<Item>>
  private let lastID = Atomic<Int>(0)

  init(limit: Int, _ items: [Item] = []) {
    var line = Line<Item>(limit: limit)
    _ = line.liftBarrier(items)
    self.line = Mutex(line)
  }

  /// Blocks the thread until it is its turn.
  ///
  /// - Parameter check: Called before the thread blocks; throws where it would wait for itself.
  func lease(beforeWaiting check: () throws -> Void = {}) throws -> Grant {
    if let grant = try leaseAtOnce() { return grant }
    try check()
    let thread = BlockedThread<Grant>()
    try enter(.thread(thread), id: nextID())
    return try thread.wait()
  }

  /// What can be had without waiting.
  ///
  /// - Parameter isBarrier: Whether all items are taken.
  func leaseAtOnce(isBarrier: Bool = false) throws -> Grant? {
    try line.withLock { line in try line.take(isBarrier: isBarrier) }
  }

  /// Suspends the task until it is its turn.
  ///
  /// - Throws: `CancellationError` when the task is cancelled while it waits.
  func lease(beforeWaiting check: () throws -> Void = {}) async throws -> Grant {
    try Task.checkCancellation()
    if let grant = try leaseAtOnce() { return grant }
    try check()
    return try await wait(id: nextID())
  }

  private func wait(id: Int, isBarrier: Bool = false) async throws -> Grant {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        do { try enter(.task(continuation), id: id, isBarrier: isBarrier) } catch {
          continuation.resume(throwing: error)
        }
        // The task may have been cancelled before it stood in the line.
        if Task.isCancelled { leave(id) }
      }
    } onCancel: {
      leave(id)
    }
  }

  /// Blocks the thread until all items are idle, and takes them; for at most some time.
  func leaseAll(timeout: (duration: Duration, error: DatabaseError)) throws -> Grant {
    if let grant = try leaseAtOnce(isBarrier: true) { return grant }
    let thread = BlockedThread<Grant>()
    let id = nextID()
    try enter(.thread(thread), id: id, isBarrier: true)
    if let grant = try thread.wait(for: timeout.duration) { return grant }
    leave(id, timeout.error)
    return try thread.wait()
  }

  /// Suspends the task until all items are idle, and takes them; for at most some time.
  func leaseAll(timeout: (duration: Duration, error: DatabaseError)) async throws -> Grant {
    try Task.checkCancellation()
    if let grant = try leaseAtOnce(isBarrier: true) { return grant }
    let id = nextID()
    let alarm = Alarm(after: timeout.duration) { self.leave(id, timeout.error) }
    defer { alarm.callOff() }
    return try await wait(id: id, isBarrier: true)
  }

  /// All items that are idle while nobody waits.
  func leaseIdle() -> [Item] { line.withLock { $0.takeIdle() } }

  /// Takes an item back, or forgets one that was lost.
  func giveBack(_ item: Item?) {
    wake(line.withLock { line in item.map { line.giveBack($0) } ?? line.drop() })
  }

  /// Lifts a barrier, with the items that are kept.
  func liftBarrier(_ items: [Item]) {
    wake(line.withLock { $0.liftBarrier(items) })
  }

  /// Refuses everybody from now on.
  func close(_ error: any Error) {
    for waiter in line.withLock({ $0.close(error) }) { waiter.refuse(error) }
  }

  /// How many wait.
  var waitingCount: Int { line.withLock { $0.waitingCount } }

  private func nextID() -> Int { lastID.add(1, ordering: .relaxed).newValue }

  private func enter(_ waiter: Waiter<Grant>, id: Int, isBarrier: Bool = false) throws {
    let wakeups = try line.withLock { line in
      if let error = line.closingError { throw error }
      return line.wait(waiter, id: id, isBarrier: isBarrier)
    }
    wake(wakeups)
  }

  private func leave(_ id: Int, _ error: any Error = CancellationError()) {
    guard let (waiter, others) = line.withLock({ $0.leave(id: id) }) else { return }
    waiter.refuse(error)
    wake(others)
  }

  private func wake(_ wakeups: Line<Item>.Wakeups) {
    for (waiter, grant) in wakeups { waiter.grant(grant) }
  }
}
