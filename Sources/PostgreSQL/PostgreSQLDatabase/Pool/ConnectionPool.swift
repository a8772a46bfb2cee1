import DatabaseTypes
import PostgreSQL
import Synchronization

/// A pool that lends connections to threads and tasks, and opens and closes them.
///
/// State: a ``PoolState`` and the callers that wait for the pool to drain, guarded by a mutex.
/// Actions are decided under the mutex, and performed outside of it.
final class ConnectionPool: Sendable {
  typealias State = PoolState<PooledConnection, Waiter<PooledConnection>>
  typealias Instant = ContinuousClock.Instant

  private struct Guarded {
    var state: State
    /// How far the pool's clock is ahead of the system's.
    var lead = Duration.zero
    var closers: [Waiter<Void>] = []
    var isDrained = false
  }

  let configuration: PostgresDatabaseConfiguration
  let limits: PoolLimits
  private let guarded: Mutex<Guarded>
  private let lastID = Atomic<Int>(0)
  /// The number of times that an access found prepared statements older than the schema.
  ///
  /// Those of all connections may then be outdated.
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
  /// Takes an idle connection, without waiting.
  func leaseImmediately() -> PooledConnection? { guarded.withLock { $0.state.take() } }

  /// Takes a connection, and blocks the thread until it is its turn.
  ///
  /// - Parameter isFirst: Whether it has already had its turn, so that it goes to the front of the
  ///   line.
  func lease(isFirst: Bool = false) throws -> PooledConnection {
    if !isFirst, let item = leaseImmediately() { return item }
    let thread = BlockedThread<PooledConnection>()
    enter(.thread(thread), id: nextID(), isFirst: isFirst)
    return try thread.wait()
  }

  /// Takes a connection, and suspends the task until it is its turn.
  ///
  /// - Parameter isFirst: Whether it has already had its turn, so that it goes to the front of the
  ///   line.
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  func lease(isFirst: Bool = false) async throws -> PooledConnection {
    try Task.checkCancellation()
    if !isFirst, let item = leaseImmediately() { return item }
    let id = nextID()
    let item = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enter(.task(continuation), id: id, isFirst: isFirst)
        // The task may have been cancelled before it entered the line.
        if Task.isCancelled { leave(id) }
      }
    } onCancel: {
      leave(id)
    }
    #if LIVESQL_THREAD_SANITIZER
      // The thread sanitizer does not see the ordering by a continuation that is resumed before its
      // task waits, but it does see that of a mutex.
      guarded.withLock { _ in }
    #endif
    return item
  }

  /// Makes a lent connection forget statements that are older than the schema.
  ///
  /// It must be called on a thread that may block.
  func refresh(_ item: PooledConnection) { item.catchUp(with: staleCount.load(ordering: .relaxed)) }

  /// Takes a connection back after an access, on a thread that may block.
  ///
  /// - Parameter allowsReuse: Whether other accesses may use it.
  func returnLease(_ item: PooledConnection, allowsReuse: Bool = true) {
    let isReusable = allowsReuse && item.isReusable()
    if item.hasNoticedStaleStatement() { staleCount.add(1, ordering: .relaxed) }
    change { state, now in
      isReusable ? state.returnLease(item, at: now) : state.drop(item, isLost: allowsReuse, at: now)
    }
  }

  private func nextID() -> Int { lastID.add(1, ordering: .relaxed).newValue }

  private func enter(_ waiter: Waiter<PooledConnection>, id: Int, isFirst: Bool) {
    change { state, now in state.wait(waiter, id: id, isFirst: isFirst, at: now) }
  }

  private func leave(_ id: Int) { change { state, now in state.leave(id: id, at: now) } }
}

// MARK: Performing actions

extension ConnectionPool {
  private func change(_ body: (inout State, Instant) -> [State.Action]) {
    perform(guarded.withLock { body(&$0.state, ContinuousClock.now + $0.lead) })
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
        let connection = try PostgresConnection(configuration.loggingConnection)
        try configuration.onConnect?(connection)
        let share = Double.random(in: 0.9...1.1)
        let lifetime = configuration.maximumLifetime.map { $0.clamped * share }
        let item = PooledConnection(connection, on: thread, expires: lifetime.map { now + $0 })
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
          ? state.returnLease(idle.item, idleSince: idle.since, at: now)
          : state.drop(idle.item, isLost: true, at: now)
      }
    }
  }

  private func wake(at time: Instant) {
    DelayedAction(after: time - now) { [weak self] in
      self?.change { state, now in state.timerFired(at: now) }
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
          "\(limits.waiting ?? 0) accesses, the maximum, are already waiting for a connection: all "
          + "\(limits.maximum) are in use, or the server cannot be reached. Try again later, make accesses "
          + "shorter, or raise "
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
          "None of the \(limits.maximum) connections became free within \(time). Make accesses shorter, or raise "
          + "maximumConnectionCount or waitLimit."
      )
    }
    return PostgresDatabaseError(
      code: .waitedTooLong,
      message:
        "No connection could be opened within \(time). Check whether the server is running and can be reached; "
        + "later accesses try to connect again.",
      underlying: failure as? PostgresError
    )
  }
}

// MARK: Maintenance and end

extension ConnectionPool {
  /// The current time.
  private var now: Instant { guarded.withLock { ContinuousClock.now + $0.lead } }

  /// Turns the pool's clock forward, so that a test need not wait for its limits.
  func turnClock(by duration: Duration) {
    guarded.withLock { $0.lead += duration }
    change { state, now in state.timerFired(at: now) }
  }

  /// Closes connections that are not needed, checks others, and opens connections up to the
  /// minimum.
  func maintain() { change { state, now in state.maintain(at: now) } }

  /// Schedules periodic maintenance, as long as the pool exists.
  private func keepMaintained() {
    let times = [limits.idleTime, limits.checkInterval, configuration.maximumLifetime]
    guard let shortest = times.compactMap({ $0 }).min() else { return }
    let interval = min(max(shortest / 4, .milliseconds(100)), .seconds(30))
    DelayedAction(after: interval) { [weak self] in
      guard let self, !isClosed else { return }
      maintain()
      keepMaintained()
    }
  }

  private var isClosed: Bool { guarded.withLock { $0.isDrained } }

  /// Refuses all accesses from now on, and closes unused connections.
  ///
  /// Connections in use are closed when they are returned.
  func close() { perform(guarded.withLock { $0.state.close() }) }

  /// Blocks the thread until all connections of a closed pool have been returned.
  func waitUntilDrained() throws {
    let thread = BlockedThread<Void>()
    if waits(.thread(thread)) { try thread.wait() }
  }

  /// Suspends the task until all connections of a closed pool have been returned.
  func waitUntilDrained() async throws {
    try await withCheckedThrowingContinuation { continuation in
      if !waits(.task(continuation)) { continuation.resume() }
    }
  }

  /// Adds a waiter, unless the pool is already drained.
  ///
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
