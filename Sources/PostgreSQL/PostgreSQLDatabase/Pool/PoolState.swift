/// An object that a pool lends.
protocol PoolItem: AnyObject, Sendable {
  /// The time at which it is to be closed, even if it works.
  var expires: ContinuousClock.Instant? { get }
}

/// The limits of a pool.
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

/// A reason why a request for a connection is refused.
enum PoolRefusal: Sendable {
  case closed
  /// The maximum number of requests is already waiting.
  case tooManyWaiting
  /// The wait limit has passed; with the last error, if no connection could be opened meanwhile.
  case timedOut(lastFailure: (any Error)?)
  /// A connection could not be opened.
  case failed(any Error)
  /// The task was cancelled.
  case cancelled
}

/// The state of a pool: who gets which connection, and when connections are opened and closed.
///
/// Connections are lent first come, first served.
///
/// A state machine without waiting, I/O and clock. Its owner keeps it in a mutex, and performs the
/// actions that it returns outside of the mutex.
///
/// - Invariant: No one waits while a connection is free.
/// - Invariant: The number of idle, lent and opening connections never exceeds the maximum.
struct PoolState<Item: PoolItem, Waiter: Sendable>: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// An action for the owner to perform after an event.
  enum Action: Sendable {
    case lend(Item, to: Waiter)
    case refuse(Waiter, PoolRefusal)
    /// Open a connection, then call `opened` or `openingFailed`.
    case open
    case close(Item)
    /// Check a connection, which counts as lent meanwhile, then return it.
    case check(Idle)
    /// Call `timerFired` at that time.
    case wake(at: Instant)
    /// All connections are closed.
    case drained
  }

  /// An unused connection.
  struct Idle: Sendable {
    let item: Item
    /// The time since which it is idle.
    let since: Instant
    /// The time at which it was last known to work.
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
  private var leasedCount = 0
  private var openingCount = 0
  private var isClosed = false
  /// The number of failed attempts to open a connection since the last success.
  private var failureCount = 0
  private var lastFailure: (any Error)?
  private var retryAt: Instant?
  /// The time at which the owner will call `timerFired`.
  private var wakesAt: Instant?
  private var counters = PostgresStatistics.Counters()

  init(_ limits: PoolLimits) { self.limits = limits }

  private var count: Int { idle.count + leasedCount + openingCount }

  var statistics: PostgresStatistics {
    PostgresStatistics(
      openCount: idle.count + leasedCount,
      idleCount: idle.count,
      inUseCount: leasedCount,
      openingCount: openingCount,
      waitingCount: entries.count,
      counters: counters
    )
  }
}

// MARK: Users of connections

extension PoolState {
  /// Takes an idle connection, if there is one and no one is waiting.
  ///
  /// - Returns: `nil` if it is necessary to wait.
  mutating func take() -> Item? {
    guard entries.isEmpty, let last = idle.popLast() else { return nil }
    lend()
    return last.item
  }

  /// Adds a waiter at the end of the line, or at the front if it has already had its turn.
  mutating func wait(_ waiter: Waiter, id: Int, isFirst: Bool, at now: Instant) -> [Action] {
    if isClosed { return [.refuse(waiter, .closed)] }
    if let most = limits.waiting, !isFirst, entries.count >= most, !canLendImmediately {
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

  /// Whether a waiter has to wait no longer than it takes to open a connection.
  private var canLendImmediately: Bool { !idle.isEmpty || count < limits.maximum && retryAt == nil }

  /// Removes a waiter from the line; does nothing if it has already been served.
  mutating func leave(id: Int, at now: Instant) -> [Action] {
    guard let index = entries.firstIndex(where: { $0.id == id }) else { return [] }
    return [.refuse(entries.remove(at: index).waiter, .cancelled)]
  }

  /// Takes a connection back.
  ///
  /// - Parameter since: The time since which it is idle, if it was lent to be checked.
  mutating func returnLease(_ item: Item, idleSince since: Instant? = nil, at now: Instant)
    -> [Action]
  {
    leasedCount -= 1
    guard !isClosed, item.expires.map({ $0 > now }) ?? true else {
      counters.retired += 1
      return [.close(item)] + (isClosed ? drained() : serve(at: now))
    }
    let one = Idle(item: item, since: since ?? now, checked: now)
    if since == nil { idle.append(one) } else { idle.insert(one, at: 0) }
    return serve(at: now)
  }

  /// Removes a lent connection that can no longer be used.
  ///
  /// - Parameter isLost: Whether it was lost, and not closed on purpose.
  mutating func drop(_ item: Item, isLost: Bool, at now: Instant) -> [Action] {
    leasedCount -= 1
    if isLost { counters.lost += 1 } else { counters.retired += 1 }
    return [.close(item)] + (isClosed ? drained() : serve(at: now))
  }

  private mutating func lend() {
    leasedCount += 1
    counters.served += 1
  }
}

// MARK: Opened connections

extension PoolState {
  mutating func opened(_ item: Item, at now: Instant) -> [Action] {
    openingCount -= 1
    counters.opened += 1
    (failureCount, lastFailure, retryAt) = (0, nil, nil)
    guard !isClosed else { return [.close(item)] + drained() }
    idle.append(Idle(item: item, since: now, checked: now))
    return serve(at: now)
  }

  /// Records that a connection could not be opened.
  ///
  /// - Parameter chance: A random number from 0 to 1, which spreads the attempts of clients that
  ///   lost their connections at the same time.
  mutating func openingFailed(_ error: any Error, chance: Double, at now: Instant) -> [Action] {
    openingCount -= 1
    counters.failed += 1
    failureCount += 1
    lastFailure = error
    guard !isClosed else { return drained() }
    let doubled = limits.retryDelay.lowerBound * Double(1 << min(failureCount - 1, 20))
    retryAt = now + min(doubled, limits.retryDelay.upperBound) * (0.75 + chance / 4)
    var actions: [Action] = []
    if failsImmediately {
      actions = entries.map { .refuse($0.waiter, .failed(error)) }
      counters.refused += entries.count
      entries = []
    }
    return actions + serve(at: now)
  }

  /// Whether a failure is reported to those who wait: as long as no connection was ever opened.
  private var failsImmediately: Bool { counters.opened == 0 && !limits.waitsForFirst }

  /// Returns the number of connections to open now.
  private mutating func openings(at now: Instant) -> Int {
    let wanted = min(
      max(entries.count - openingCount, limits.minimum - count),
      limits.maximum - count
    )
    guard wanted > 0, let retryAt else { return max(0, wanted) }
    // After a failure, only one attempt is made at a time.
    if openingCount > 0 { return 0 }
    return retryAt <= now || failsImmediately && !entries.isEmpty ? 1 : 0
  }
}

// MARK: Time

extension PoolState {
  /// Handles the time at which the owner was to wake the pool.
  mutating func timerFired(at now: Instant) -> [Action] {
    wakesAt = nil
    if isClosed { return [] }
    let late = entries.filter { entry in entry.deadline.map { $0 <= now } ?? false }
    entries.removeAll { entry in entry.deadline.map { $0 <= now } ?? false }
    counters.timedOut += late.count
    return late.map { .refuse($0.waiter, .timedOut(lastFailure: lastFailure)) } + serve(at: now)
  }

  /// Closes connections that are not needed, checks others, and opens connections up to the
  /// minimum.
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
      leasedCount += stale.count
      actions += stale.map { .check($0) }
    }
    return actions + serve(at: now)
  }

  private func isOver(_ one: Idle, at now: Instant) -> Bool {
    if let expires = one.item.expires, expires <= now { return true }
    guard let idleTime = limits.idleTime, count > limits.minimum else { return false }
    return one.since + idleTime <= now
  }

  /// Refuses all present and future waiters, and closes unused connections.
  mutating func close() -> [Action] {
    guard !isClosed else { return drained() }
    isClosed = true
    defer { (entries, idle) = ([], []) }
    let refused: [Action] = entries.map { .refuse($0.waiter, .closed) }
    let closed: [Action] = idle.map { .close($0.item) }
    return refused + closed + (leasedCount + openingCount == 0 ? [.drained] : [])
  }

  private func drained() -> [Action] {
    isClosed && leasedCount + openingCount == 0 ? [.drained] : []
  }
}

extension PoolState {
  /// Lends free connections to those who wait, and requests the opening of missing ones.
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

  /// Returns the next time at which something must be done even without an event.
  private func nextTime() -> Instant? {
    let needsOpening = !entries.isEmpty || count < limits.minimum
    let retry = needsOpening && openingCount == 0 && count < limits.maximum ? retryAt : nil
    return [entries.first?.deadline, retry].compactMap { $0 }.min()
  }
}
