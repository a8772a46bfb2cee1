import PostgreSQL
import Synchronization

/// Lends connections to threads and tasks, and sees to it that there are some.
///
/// State: a ``PoolState`` and who waits for the pool's end, guarded by a mutex. What is to be done is decided under the
/// mutex, and done outside of it.
final class ConnectionPool: Sendable {
  typealias State = PoolState<PooledConnection, Waiter<PooledConnection>>
  typealias Instant = ContinuousClock.Instant

  private struct Guarded {
    var state: State
    var closers: [Waiter<Void>] = []
    var isDrained = false
  }

  let configuration: PostgresDatabaseConfiguration
  let limits: PoolLimits
  private let guarded: Mutex<Guarded>
  private let lastID = Atomic<Int>(0)
  /// How often an access has noticed that prepared statements are older than the schema: so those of all connections may be.
  private let staleCount = Atomic<Int>(0)

  init(_ configuration: PostgresDatabaseConfiguration) {
    self.configuration = configuration
    limits = configuration.limits
    guarded = Mutex(Guarded(state: State(limits)))
    maintain()
    keepMaintained()
  }

  var statistics: PostgresStatistics { guarded.withLock { $0.state.statistics } }
}

// MARK: Lending

extension ConnectionPool {
  /// A connection that can be had without waiting.
  func leaseAtOnce() -> PooledConnection? { guarded.withLock { $0.state.take() } }

  /// Blocks the thread until it is its turn.
  ///
  /// - Parameter isFirst: Whether it had its turn already.
  func lease(isFirst: Bool = false) throws -> PooledConnection {
    if !isFirst, let item = leaseAtOnce() { return item }
    let thread = BlockedThread<PooledConnection>()
    enter(.thread(thread), id: nextID(), isFirst: isFirst)
    return try thread.wait()
  }

  /// Suspends the task until it is its turn.
  ///
  /// - Parameter isFirst: Whether it had its turn already.
  /// - Throws: `CancellationError` when the task is cancelled while it waits.
  func lease(isFirst: Bool = false) async throws -> PooledConnection {
    try Task.checkCancellation()
    if !isFirst, let item = leaseAtOnce() { return item }
    let id = nextID()
    let item = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enter(.task(continuation), id: id, isFirst: isFirst)
        // The task may have been cancelled before it stood in the line.
        if Task.isCancelled { leave(id) }
      }
    } onCancel: {
      leave(id)
    }
    #if LIVESQL_THREAD_SANITIZER
      // It does not see the order that a continuation makes which is resumed before its task waits; that of a mutex it does.
      guarded.withLock { _ in }
    #endif
    return item
  }

  /// Makes a connection that was lent forget statements that are older than the schema, on a thread that may block.
  func refresh(_ item: PooledConnection) { item.catchUp(with: staleCount.load(ordering: .relaxed)) }

  /// Takes a connection back, on a thread that may block, after an access.
  ///
  /// - Parameter isKept: Whether somebody else may have it.
  func giveBack(_ item: PooledConnection, isKept: Bool = true) {
    let isReusable = isKept && item.isReusable()
    if item.hasNoticedStaleStatement() { staleCount.add(1, ordering: .relaxed) }
    change { state, now in
      isReusable ? state.giveBack(item, at: now) : state.drop(item, isLost: isKept, at: now)
    }
  }

  private func nextID() -> Int { lastID.add(1, ordering: .relaxed).newValue }

  private func enter(_ waiter: Waiter<PooledConnection>, id: Int, isFirst: Bool) {
    change { state, now in state.wait(waiter, id: id, isFirst: isFirst, at: now) }
  }

  private func leave(_ id: Int) { change { state, now in state.leave(id: id, at: now) } }
}

// MARK: Doing what the state says

extension ConnectionPool {
  private func change(_ body: (inout State, Instant) -> [State.Action]) {
    perform(guarded.withLock { body(&$0.state, .now) })
  }

  private func perform(_ actions: [State.Action]) {
    for action in actions {
      switch action {
      case .lend(let item, let waiter): waiter.grant(item)
      case .refuse(let waiter, let refusal): waiter.refuse(error(for: refusal))
      case .open: open()
      case .close(let item): item.thread.enqueue { item.connection.close() }
      case .check(let idle): check(idle)
      case .wake(let time): wake(at: time)
      case .drained: drained()
      }
    }
  }

  private func open() {
    let thread = ConnectionThread()
    thread.enqueue { [self] in
      do {
        let connection = try PostgresConnection(configuration.connection)
        try configuration.onConnect?(connection)
        let lifetime = configuration.maximumLifetime.map { $0 * Double.random(in: 0.9...1.1) }
        let item = PooledConnection(connection, on: thread, expires: lifetime.map { .now + $0 })
        change { state, now in state.opened(item, at: now) }
      } catch {
        let chance = Double.random(in: 0...1)
        change { state, now in state.openingFailed(error, chance: chance, at: now) }
      }
    }
  }

  private func check(_ idle: State.Idle) {
    idle.item.thread.enqueue { [self] in
      let isWell = idle.item.isWell()
      change { state, now in
        isWell
          ? state.giveBack(idle.item, idleSince: idle.since, at: now)
          : state.drop(idle.item, isLost: true, at: now)
      }
    }
  }

  private func wake(at time: Instant) {
    Alarm(after: time - .now) { [weak self] in
      self?.change { state, now in state.timeHasCome(at: now) }
    }
  }

  private func error(for refusal: PoolRefusal) -> any Error {
    switch refusal {
    case .closed: PostgresDatabaseError.closed
    case .cancelled: CancellationError()
    case .failed(let error): error
    case .tooManyWaiting:
      PostgresDatabaseError(
        code: .tooManyWaiting,
        message:
          "\(limits.waiting ?? 0) accesses wait for a connection already, as many as may: all \(limits.maximum) are in "
          + "use, or the server cannot be reached. Try again later, make accesses shorter, or raise "
          + "maximumWaitingCount or maximumConnectionCount."
      )
    case .timedOut(let failure): timeout(failure)
    }
  }

  private func timeout(_ failure: (any Error)?) -> PostgresDatabaseError {
    let time = limits.waitTime.map { "\($0)" } ?? "some time"
    guard let failure else {
      return PostgresDatabaseError(
        code: .waitedTooLong,
        message:
          "No connection was free for \(time), of \(limits.maximum) at most. Make accesses shorter, or raise "
          + "maximumConnectionCount or waitLimit."
      )
    }
    return PostgresDatabaseError(
      code: .waitedTooLong,
      message:
        "No connection could be opened for \(time). See whether the server runs and can be reached; accesses that "
        + "come later connect again.",
      underlying: failure as? PostgresError
    )
  }
}

// MARK: Maintenance and end

extension ConnectionPool {
  /// Closes connections that are not needed, has others checked, and opens what lacks of the minimum.
  ///
  /// - Parameter time: The time that it is taken to be.
  func maintain(at time: Instant = .now) {
    perform(guarded.withLock { $0.state.maintain(at: time) })
  }

  /// Maintains the pool now and then, as long as it is there.
  private func keepMaintained() {
    let times = [limits.idleTime, limits.checkInterval, configuration.maximumLifetime]
    guard let shortest = times.compactMap({ $0 }).min() else { return }
    let interval = min(max(shortest / 4, .milliseconds(100)), .seconds(30))
    Alarm(after: interval) { [weak self] in
      guard let self, !isClosed else { return }
      maintain()
      keepMaintained()
    }
  }

  private var isClosed: Bool { guarded.withLock { $0.isDrained } }

  /// Refuses everybody from now on, and closes what nobody uses; what is in use is closed when it comes back.
  func close() { perform(guarded.withLock { $0.state.close() }) }

  /// Blocks the thread until all connections of a pool that was closed have come back.
  func waitUntilDrained() throws {
    let thread = BlockedThread<Void>()
    if waits(.thread(thread)) { try thread.wait() }
  }

  /// Suspends the task until all connections of a pool that was closed have come back.
  func waitUntilDrained() async throws {
    try await withCheckedThrowingContinuation { continuation in
      if !waits(.task(continuation)) { continuation.resume() }
    }
  }

  /// - Returns: Whether there is something to wait for.
  private func waits(_ waiter: Waiter<Void>) -> Bool {
    guarded.withLock { guarded in
      if !guarded.isDrained { guarded.closers.append(waiter) }
      return !guarded.isDrained
    }
  }

  private func drained() {
    let closers = guarded.withLock { guarded in
      guarded.isDrained = true
      defer { guarded.closers = [] }
      return guarded.closers
    }
    for closer in closers { closer.grant(()) }
  }
}
