/// What somebody is given who stood in a ``Line``.
enum Grant<Item: Sendable>: Sendable {
  /// An item that was returned.
  case item(Item)
  /// The right to make an item, since fewer exist than may.
  case permission
  /// All items at once: nobody else has one until the barrier is lifted.
  case barrier([Item])
}

/// The order in which things are lent: first come, first served.
///
/// A state machine: it does no waiting itself. Its owner keeps it in a mutex, and wakes who is to be woken
/// outside of that.
///
/// - Invariant: nobody waits while something could be lent to him.
struct Line<Item: Sendable, Waiter> {
  /// What its owner does after an event.
  typealias Wakeups = [(Waiter, Grant<Item>)]

  /// Somebody who stands in the line.
  struct Entry {
    let id: Int
    let isBarrier: Bool
    let isFirst: Bool
    let waiter: Waiter
  }

  private let limit: Int
  private(set) var idle: [Item] = []
  /// Items that exist or are being made, idle or lent.
  private(set) var count = 0
  private(set) var isBarrierUp = false
  private(set) var entries: [Entry] = []
  private(set) var closingError: (any Error)?

  init(limit: Int) { self.limit = limit }

  var lentCount: Int { count - idle.count }
  var waitingCount: Int { entries.count }
}

extension Line {
  /// Something at once, where nobody waits before.
  mutating func take(isBarrier: Bool = false) throws -> Grant<Item>? {
    if let closingError { throw closingError }
    guard entries.isEmpty else { return nil }
    return next(isBarrier: isBarrier)
  }

  /// Takes all idle items, where nobody waits for them.
  mutating func takeIdle() -> [Item] {
    guard entries.isEmpty, !isBarrierUp else { return [] }
    defer { idle = [] }
    return idle
  }

  /// Puts somebody at the end of the line.
  ///
  /// - Parameter isFirst: Whether he goes before all who are not, since he has had his turn and gave it up.
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

  /// Takes somebody out of the line; `nil` where he was served already.
  mutating func leave(id: Int) -> (waiter: Waiter, others: Wakeups)? {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
    let entry = entries.remove(at: index)
    return (entry.waiter, serve())
  }

  /// An item came back.
  mutating func giveBack(_ item: Item) -> Wakeups {
    idle.append(item)
    return serve()
  }

  /// An item, or the permission to make one, is gone for good.
  mutating func drop() -> Wakeups {
    count -= 1
    return serve()
  }

  /// The barrier is lifted; the items that are kept come back.
  mutating func liftBarrier(_ items: [Item]) -> Wakeups {
    isBarrierUp = false
    count = items.count
    idle = items
    return serve()
  }

  /// Refuses all who wait and will come, with an error.
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
