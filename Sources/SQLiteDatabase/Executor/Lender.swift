import Synchronization

/// What somebody wants who waits in the line of a ``Lender``, and how.
struct LenderWish: Sendable {
  /// Whether all items are wanted, while nobody else has one.
  var isBarrier = false
  /// Whether he goes before all who are not.
  var isFirst = false
  /// For how long at most, and what he is told then; `nil` for as long as it takes.
  var limit: (duration: Duration, error: @Sendable () -> DatabaseError)?
}

/// Lends connections to threads and tasks, first come, first served.
///
/// State: one ``Line``, guarded by a mutex. Who is to be woken is decided under the mutex and woken outside of it. The flag says
/// whether somebody waits to those who then need not ask, which keeps the mutex free where many wait.
final class Lender<Item: Sendable>: Sendable {
  typealias Grant = SQLiteDatabase.Grant<Item>
  private typealias Line = SQLiteDatabase.Line<Item, Waiter<Grant>>

  private let line: BusyMutex<Line>
  private let lastID = Atomic<Int>(0)
  private let hasWaiters = Atomic<Bool>(false)

  init(limit: Int, _ items: [Item] = []) {
    var line = Line(limit: limit)
    _ = line.liftBarrier(items)
    self.line = BusyMutex(line)
  }

  /// Blocks the thread until it is its turn.
  ///
  /// - Parameters:
  ///   - wish: What is wanted, and how.
  ///   - check: Called before the thread blocks; throws where it would wait for itself.
  func lease(_ wish: LenderWish = LenderWish(), beforeWaiting check: () throws -> Void = {}) throws
    -> Grant
  {
    if let grant = try leaseAtOnce(isBarrier: wish.isBarrier) { return grant }
    try check()
    let thread = BlockedThread<Grant>()
    let id = nextID()
    try enter(.thread(thread), id: id, wish)
    guard let limit = wish.limit else { return try thread.wait() }
    if let grant = try thread.wait(for: limit.duration) { return grant }
    leave(id, limit.error())
    return try thread.wait()
  }

  /// What can be had without waiting.
  ///
  /// - Parameter isBarrier: Whether all items are taken.
  func leaseAtOnce(isBarrier: Bool = false) throws -> Grant? {
    if hasWaiters.load(ordering: .relaxed) { return nil }
    return try line.withLock { line in try line.take(isBarrier: isBarrier) }
  }

  /// Suspends the task until it is its turn.
  ///
  /// - Parameters:
  ///   - wish: What is wanted, and how.
  ///   - check: Called before the task is suspended; throws where it would wait for itself.
  /// - Throws: `CancellationError` when the task is cancelled while it waits.
  func lease(_ wish: LenderWish = LenderWish(), beforeWaiting check: () throws -> Void = {})
    async throws -> Grant
  {
    try Task.checkCancellation()
    if let grant = try leaseAtOnce(isBarrier: wish.isBarrier) { return grant }
    try check()
    let id = nextID()
    let alarm = wish.limit.map { limit in
      Alarm(after: limit.duration) { self.leave(id, limit.error()) }
    }
    defer { alarm?.callOff() }
    return try await wait(id: id, wish)
  }

  private func wait(id: Int, _ wish: LenderWish) async throws -> Grant {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        do { try enter(.task(continuation), id: id, wish) } catch {
          continuation.resume(throwing: error)
        }
        // The task may have been cancelled before it stood in the line.
        if Task.isCancelled { leave(id) }
      }
    } onCancel: {
      leave(id)
    }
  }

  /// All items that are idle while nobody waits.
  func leaseIdle() -> [Item] { line.withLock { $0.takeIdle() } }

  /// Takes an item back, or forgets one that was lost.
  func giveBack(_ item: Item?) {
    wake(withLine { line in item.map { line.giveBack($0) } ?? line.drop() })
  }

  /// Lifts a barrier, with the items that are kept.
  func liftBarrier(_ items: [Item]) {
    wake(withLine { $0.liftBarrier(items) })
  }

  /// Refuses everybody from now on.
  func close(_ error: any Error) {
    for waiter in withLine({ $0.close(error) }) { waiter.refuse(error) }
  }

  /// How many wait.
  var waitingCount: Int { line.withLock { $0.waitingCount } }

  /// Changes who waits.
  private func withLine<Result>(_ body: (inout Line) throws -> Result) rethrows -> Result {
    try line.withLock { line in
      defer {
        let isAnybody = line.waitingCount > 0
        if hasWaiters.load(ordering: .relaxed) != isAnybody {
          hasWaiters.store(isAnybody, ordering: .relaxed)
        }
      }
      return try body(&line)
    }
  }

  private func nextID() -> Int { lastID.add(1, ordering: .relaxed).newValue }

  private func enter(_ waiter: Waiter<Grant>, id: Int, _ wish: LenderWish) throws {
    let wakeups = try withLine { line in
      if let error = line.closingError { throw error }
      return line.wait(waiter, id: id, isBarrier: wish.isBarrier, isFirst: wish.isFirst)
    }
    wake(wakeups)
  }

  private func leave(_ id: Int, _ error: any Error = CancellationError()) {
    guard let (waiter, others) = withLine({ $0.leave(id: id) }) else { return }
    waiter.refuse(error)
    wake(others)
  }

  private func wake(_ wakeups: Line.Wakeups) {
    for (waiter, grant) in wakeups { waiter.grant(grant) }
  }
}
