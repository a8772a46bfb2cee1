/// What a pool lends.
protocol PoolItem: AnyObject, Sendable {
  /// When it is to be closed, however well it does.
  var expires: ContinuousClock.Instant? { get }
}

/// The numbers that a pool keeps to.
struct PoolLimits: Sendable {
  var minimum = 0
  var maximum = 10
  var waiting: Int?
  var waitTime: Duration?
  var idleTime: Duration?
  var checkInterval: Duration?
  var retryDelay: ClosedRange<Duration> = .milliseconds(50) ... .seconds(5)
  var waitsForFirst = false
}

/// Why somebody gets nothing.
enum PoolRefusal: Sendable {
  case closed
  /// As many wait as may.
  case tooManyWaiting
  /// His time is over; nothing could be opened meanwhile, where there is an error.
  case timedOut(lastFailure: (any Error)?)
  /// Nothing could be opened.
  case failed(any Error)
  /// His task was cancelled.
  case cancelled
}

/// Who gets which connection, and when connections are opened and closed: first come, first served.
///
/// A state machine: it does no waiting and no I/O, and has no clock. Its owner keeps it in a mutex, and does outside of it
/// what it returns.
///
/// - Invariant: nobody waits while something could be lent to him.
/// - Invariant: idle, lent and opening ones are never more than the maximum.
struct PoolState<Item: PoolItem, Waiter: Sendable>: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// What the owner does after an event.
  enum Action: Sendable {
    case lend(Item, to: Waiter)
    case refuse(Waiter, PoolRefusal)
    /// Opens one, and tells `opened` or `openingFailed`.
    case open
    case close(Item)
    /// Asks the server on one that is lent for that, and gives it back.
    case check(Idle)
    /// Tells `timeHasCome` then.
    case wake(at: Instant)
    /// All are closed.
    case drained
  }

  /// A connection that nobody uses.
  struct Idle: Sendable {
    let item: Item
    /// Since when.
    let since: Instant
    /// When it was last known to be well.
    var checked: Instant
  }

  private struct Entry {
    let id: Int
    let waiter: Waiter
    let deadline: Instant?
  }

  private let limits: PoolLimits
  private var idle: [Idle] = []
  private var entries: [Entry] = []
  private var lentCount = 0
  private var openingCount = 0
  private var isClosed = false
  /// How many attempts to open one have failed since the last that did not.
  private var failureCount = 0
  private var lastFailure: (any Error)?
  private var retryAt: Instant?
  /// When the owner wakes.
  private var wakesAt: Instant?
  private var counters = PostgresStatistics.Counters()

  init(_ limits: PoolLimits) { self.limits = limits }

  private var count: Int { idle.count + lentCount + openingCount }

  var statistics: PostgresStatistics {
    PostgresStatistics(
      openCount: idle.count + lentCount,
      idleCount: idle.count,
      inUseCount: lentCount,
      openingCount: openingCount,
      waitingCount: entries.count,
      counters: counters
    )
  }
}

// MARK: What those who use connections do

extension PoolState {
  /// A connection at once, where one is idle and nobody waits for it.
  ///
  /// - Returns: `nil` where one has to wait.
  mutating func take() -> Item? {
    guard entries.isEmpty, let last = idle.popLast() else { return nil }
    lend()
    return last.item
  }

  /// Puts somebody at the end of the line, or at its start where he had his turn already.
  mutating func wait(_ waiter: Waiter, id: Int, isFirst: Bool, at now: Instant) -> [Action] {
    if isClosed { return [.refuse(waiter, .closed)] }
    if let most = limits.waiting, !isFirst, entries.count >= most, !canLendAtOnce {
      counters.refused += 1
      return [.refuse(waiter, .tooManyWaiting)]
    }
    var deadline = limits.waitTime.map { now + $0 }
    // Deadlines are in the order of the line.
    if isFirst, let first = entries.first?.deadline { deadline = first }
    let entry = Entry(id: id, waiter: waiter, deadline: deadline)
    if isFirst { entries.insert(entry, at: 0) } else { entries.append(entry) }
    let actions = serve(at: now)
    if (isFirst ? entries.first : entries.last)?.id == id { counters.waited += 1 }
    return actions
  }

  /// Whether nobody waits for longer than opening a connection takes.
  private var canLendAtOnce: Bool { !idle.isEmpty || count < limits.maximum && retryAt == nil }

  /// Takes somebody out of the line; nothing where he was served already.
  mutating func leave(id: Int, at now: Instant) -> [Action] {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return [] }
    return [.refuse(entries.remove(at: index).waiter, .cancelled)]
  }

  /// A connection came back.
  ///
  /// - Parameter since: Since when it is idle, where it was lent to be checked.
  mutating func giveBack(_ item: Item, idleSince since: Instant? = nil, at now: Instant) -> [Action]
  {
    lentCount -= 1
    guard !isClosed, item.expires.map({ $0 > now }) ?? true else {
      counters.retired += 1
      return [.close(item)] + (isClosed ? drained() : serve(at: now))
    }
    let one = Idle(item: item, since: since ?? now, checked: now)
    if since == nil { idle.append(one) } else { idle.insert(one, at: 0) }
    return serve(at: now)
  }

  /// A connection that was lent cannot be used any more.
  ///
  /// - Parameter isLost: Whether that was nobody's wish.
  mutating func drop(_ item: Item, isLost: Bool, at now: Instant) -> [Action] {
    lentCount -= 1
    if isLost { counters.lost += 1 } else { counters.retired += 1 }
    return [.close(item)] + (isClosed ? drained() : serve(at: now))
  }

  private mutating func lend() {
    lentCount += 1
    counters.served += 1
  }
}

// MARK: What becomes of opening

extension PoolState {
  mutating func opened(_ item: Item, at now: Instant) -> [Action] {
    openingCount -= 1
    counters.opened += 1
    (failureCount, lastFailure, retryAt) = (0, nil, nil)
    guard !isClosed else { return [.close(item)] + drained() }
    idle.append(Idle(item: item, since: now, checked: now))
    return serve(at: now)
  }

  /// - Parameter chance: A number from 0 to 1 by which those that were lost together do not come together.
  mutating func openingFailed(_ error: any Error, chance: Double, at now: Instant) -> [Action] {
    openingCount -= 1
    counters.failed += 1
    failureCount += 1
    lastFailure = error
    guard !isClosed else { return drained() }
    let doubled = limits.retryDelay.lowerBound * Double(1 << min(failureCount - 1, 20))
    retryAt = now + min(doubled, limits.retryDelay.upperBound) * (0.75 + chance / 4)
    var actions: [Action] = []
    if failsAtOnce {
      actions = entries.map { .refuse($0.waiter, .failed(error)) }
      counters.refused += entries.count
      entries = []
    }
    return actions + serve(at: now)
  }

  /// Whether who waits is told of a failure: while there was no connection yet.
  private var failsAtOnce: Bool { counters.opened == 0 && !limits.waitsForFirst }

  /// How many are to be opened now.
  private mutating func openings(at now: Instant) -> Int {
    let wanted = min(
      max(entries.count - openingCount, limits.minimum - count),
      limits.maximum - count
    )
    guard wanted > 0, let retryAt else { return max(0, wanted) }
    // After a failure one is tried at a time.
    if openingCount > 0 { return 0 }
    return retryAt <= now || failsAtOnce && !entries.isEmpty ? 1 : 0
  }
}

// MARK: Time

extension PoolState {
  /// The time has come for which the owner was to wake.
  mutating func timeHasCome(at now: Instant) -> [Action] {
    wakesAt = nil
    if isClosed { return [] }
    let late = entries.filter { entry in entry.deadline.map { $0 <= now } ?? false }
    entries.removeAll { entry in entry.deadline.map { $0 <= now } ?? false }
    counters.timedOut += late.count
    return late.map { .refuse($0.waiter, .timedOut(lastFailure: lastFailure)) } + serve(at: now)
  }

  /// Closes those that are not needed, has others checked, and opens what lacks of the minimum.
  mutating func maintain(at now: Instant) -> [Action] {
    if isClosed { return [] }
    var actions: [Action] = []
    for one in idle where isOver(one, at: now) {
      idle.removeAll { $0.item === one.item }
      counters.retired += 1
      actions.append(.close(one.item))
    }
    if let interval = limits.checkInterval {
      let stale = idle.filter { $0.checked + interval <= now }
      idle.removeAll { $0.checked + interval <= now }
      lentCount += stale.count
      actions += stale.map { .check($0) }
    }
    return actions + serve(at: now)
  }

  private func isOver(_ one: Idle, at now: Instant) -> Bool {
    if let expires = one.item.expires, expires <= now { return true }
    guard let idleTime = limits.idleTime, count > limits.minimum else { return false }
    return one.since + idleTime <= now
  }

  /// Refuses all who wait and will come, and closes what nobody uses.
  mutating func close() -> [Action] {
    guard !isClosed else { return drained() }
    isClosed = true
    defer { (entries, idle) = ([], []) }
    let refused: [Action] = entries.map { .refuse($0.waiter, .closed) }
    let closed: [Action] = idle.map { .close($0.item) }
    return refused + closed + (lentCount + openingCount == 0 ? [.drained] : [])
  }

  private func drained() -> [Action] {
    isClosed && lentCount + openingCount == 0 ? [.drained] : []
  }
}

extension PoolState {
  /// Lends what there is to who waits, and has opened what lacks.
  private mutating func serve(at now: Instant) -> [Action] {
    var actions: [Action] = []
    while let first = entries.first, let last = idle.popLast() {
      entries.removeFirst()
      lend()
      actions.append(.lend(last.item, to: first.waiter))
    }
    let openings = openings(at: now)
    openingCount += openings
    actions += (0..<openings).map { _ in .open }
    if let next = nextTime(), wakesAt.map({ next < $0 }) ?? true {
      wakesAt = next
      actions.append(.wake(at: next))
    }
    return actions
  }

  /// When something has to be done although nothing happens.
  private func nextTime() -> Instant? {
    let needsOpening = !entries.isEmpty || count < limits.minimum
    let retry = needsOpening && openingCount == 0 && count < limits.maximum ? retryAt : nil
    return [entries.first?.deadline, retry].compactMap { $0 }.min()
  }
}
