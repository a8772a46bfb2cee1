/// The grant that a waiter in a ``LendingQueue`` receives.
enum Grant<Item: Sendable>: Sendable {
  /// An item that was returned.
  case item(Item)
  /// The permission to create an item, since fewer exist than the limit.
  case permission
  /// All items: no one else receives any until the barrier is lifted.
  case barrier([Item])
}

/// A queue that lends items in the order of the requests.
///
/// This is a state machine that does not wait itself. Its owner guards it with a mutex, and wakes
/// waiters outside of the mutex.
///
/// - Invariant: No one waits while an item is available for them.
struct LendingQueue<Item: Sendable, Waiter> {
  /// The waiters to wake after an event, with their grants.
  typealias Wakeups = [(Waiter, Grant<Item>)]

  /// A waiter in the queue.
  struct Entry {
    let id: Int
    let isBarrier: Bool
    let isFirst: Bool
    let waiter: Waiter
  }

  private let limit: Int
  private(set) var idle: [Item] = []
  /// The number of items that exist or are being created, idle or lent.
  private(set) var count = 0
  private(set) var isBarrierUp = false
  private(set) var entries: [Entry] = []
  private(set) var closingError: (any Error)?

  init(limit: Int) { self.limit = limit }

  var leasedCount: Int { count - idle.count }
  var waitingCount: Int { entries.count }
}

extension LendingQueue {
  /// Takes what is available immediately, unless there are waiters.
  mutating func take(isBarrier: Bool = false) throws -> Grant<Item>? {
    if let closingError { throw closingError }
    guard entries.isEmpty else { return nil }
    return next(isBarrier: isBarrier)
  }

  /// Takes all idle items, unless there are waiters.
  mutating func takeIdle() -> [Item] {
    guard entries.isEmpty, !isBarrierUp else { return [] }
    defer { idle = [] }
    return idle
  }

  /// Adds a waiter to the end of the queue.
  ///
  /// - Parameter isFirst: Whether it goes before all waiters without this flag, since it gave up an
  ///   item it already had.
  mutating func wait(
    _ waiter: Waiter,
    id: Int,
    isBarrier: Bool = false,
    isFirst: Bool = false
  ) -> Wakeups {
    let place = isFirst ? entries.firstIndex { !$0.isFirst } : nil
    let entry = Entry(id: id, isBarrier: isBarrier, isFirst: isFirst, waiter: waiter)
    entries.insert(entry, at: place ?? entries.endIndex)
    return serve()
  }

  /// Removes a waiter from the queue, or returns `nil` if it was already served.
  mutating func leave(id: Int) -> (waiter: Waiter, others: Wakeups)? {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
    let entry = entries.remove(at: index)
    return (entry.waiter, serve())
  }

  /// Returns an item.
  mutating func returnLease(_ item: Item) -> Wakeups {
    idle.append(item)
    return serve()
  }

  /// Forgets an item, or the permission to create one, for good.
  mutating func drop() -> Wakeups {
    count -= 1
    return serve()
  }

  /// Lifts the barrier, returning the items to keep.
  mutating func liftBarrier(_ items: [Item]) -> Wakeups {
    isBarrierUp = false
    count = items.count
    idle = items
    return serve()
  }

  /// Rejects all current and future waiters with an error.
  mutating func close(_ error: any Error) -> [Waiter] {
    closingError = error
    defer { entries = [] }
    return entries.map(\.waiter)
  }

  private mutating func serve() -> Wakeups {
    var wakeups: Wakeups = []
    while let first = entries.first, let grant = next(isBarrier: first.isBarrier) {
      entries.removeFirst()
      wakeups.append((first.waiter, grant))
    }
    return wakeups
  }

  private mutating func next(isBarrier: Bool) -> Grant<Item>? {
    guard !isBarrierUp else { return nil }
    if isBarrier {
      guard idle.count == count else { return nil }
      isBarrierUp = true
      defer { idle = [] }
      return .barrier(idle)
    }
    if let item = idle.popLast() { return .item(item) }
    guard count < limit else { return nil }
    count += 1
    return .permission
  }
}
