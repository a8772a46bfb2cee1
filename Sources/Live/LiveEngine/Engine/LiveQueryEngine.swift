import DatabaseTypes
package import IncrementalQueries
import Synchronization

/// The engine that keeps the live queries of a database up to date.
///
/// A commit marks the queries that it touches. Then a thread reads what changed in all marked
/// queries in one snapshot, and publishes it in one step. Commits that arrive in the meantime are
/// deferred and handled together afterwards. Equal requests share one query, which notifies several
/// sinks.
///
/// Everything that it knows about the database is in its source; its scheduler decides where it
/// runs.
///
/// State: the queries, guarded by one mutex that committing threads wait for. Under it nothing is
/// read, nobody is notified or woken, and nothing is released. Results become visible in turn, one
/// publication after the other, so that each sink gets them in order. A thread that holds the turn
/// may wait for the engine and the publication lock; no thread that holds the engine waits for the
/// turn, that lock or a cell. Locks are taken in the order turn, engine, or turn, publication lock,
/// sink, cell.
package final class LiveQueryEngine<Source: LiveSource>: Sendable {
  typealias Snapshot = Source.Snapshot

  struct State {
    var registry = QueryRegistry<Int>()
    var queries: [Int: LiveQueryState] = [:]
    /// The typed objects that read the queries, by query.
    var readings: [Int: any LiveQueryReading<Snapshot>] = [:]
    /// The database, while there are queries.
    var source: Source?
    var ids: [LiveIdentity: Int] = [:]
    var lastID = 0
    /// Whether changes are reported with the old values of rows, or none have been reported yet.
    var reportsOldRows = true
    /// The changes that the snapshot being read does not show.
    var invisible = InvisibleChanges()
    /// The commits that have not yet marked the queries that they touch.
    var commits = PendingCommits()
    /// The queries that have to be read, with the reasons.
    var marked: [Int: LiveQueryMark] = [:]
    /// The queries that are being read.
    var running: [Int: LiveQueryRun] = [:]
    /// The queries that have been read, but whose immediate subscribers have not all been notified.
    var publishing: [LiveQueryRun] = []
    /// The sinks that can be given known results.
    var waitingSinks: [(query: Int, sink: Int)] = []
    /// The queries whose use on the main actor may have changed.
    var changedUses: Set<Int> = []
    /// The tasks that wait until queries show everything committed.
    var syncPoints: [Int: SyncPoint] = [:]
    /// The number of the last commit reported to the engine.
    var lastNumber = 0
    /// The number of snapshots that have begun to be opened.
    var snapshotCount = 0
    var refreshing = Refreshing.idle
    /// The last time at which there was nothing left to read.
    var idleSince: ContinuousClock.Instant?
    var feed: (any LiveFeed)?
    var feedRegion = Region()
    /// The version of the registry for which the feed was opened.
    var feedVersion = 0
    /// The tables whose values the feed reports.
    var feedRows = Region()
  }

  let state = Mutex(State())
  /// The turn, held by the thread that makes results visible.
  let turn = Mutex(())
  /// The stage on which results become visible.
  let publisher: LivePublisher
  let scheduler: any LiveScheduler
  /// The number of requests to read that came while the thread was awake.
  let wakeRequests = Atomic<Int>(0)

  /// Creates an engine without queries.
  package init(_ scheduler: any LiveScheduler = LiveQueue()) {
    self.scheduler = scheduler
    let engine = WeakEngine<Source>()
    publisher = LivePublisher { engine.object?.recover(from: $0) }
    engine.set(self)
  }

  /// The statistics of its queries, in the order in which they were started.
  package var statistics: [LiveQueryStatistics] {
    let queries = state.withLock { $0.queries }
    return queries.sorted { $0.key < $1.key }.map { $0.value.statistics }
  }

  /// The lock that is held while results become visible.
  package var publicationLock: PublicationLock { publisher.publicationLock }
}

/// A weak reference to an engine.
///
/// State: the engine, set once, guarded by a mutex.
private final class WeakEngine<Source: LiveSource>: Sendable {
  private struct Reference {
    weak var engine: LiveQueryEngine<Source>?
  }

  private let reference = Mutex(Reference())

  var object: LiveQueryEngine<Source>? { reference.withLock { $0.engine } }

  func set(_ engine: LiveQueryEngine<Source>) { reference.withLock { $0.engine = engine } }
}

/// The activity of an engine's thread.
enum Refreshing {
  case idle
  case running
  /// It waits, so that writers can proceed; a subscription or a waiting task ends the pause.
  case paused
}

extension LiveQueryEngine {
  /// Delivers the results of a request to a sink, from now on.
  package func subscribe<Value>(
    _ request: LiveRequest<Value, Source.Snapshot>,
    in source: Source,
    _ sink: any LiveSink<Value>
  ) -> LiveSubscription {
    let ids = state.withLock { state -> (query: Int, sink: Int) in
      // A subscription that comes after a commit must not yield a result from before it.
      state.markTouched()
      let (id, core) = state.query(of: request, source, publisher.publicationLock)
      let sinkID = state.nextID()
      sink.attach(core.cell(for: sink.delivery))
      state.add(sink, as: sinkID, to: id)
      return (id, sinkID)
    }
    deliverToWaitingSinks()
    refreshSoon(source, isUrgent: true)
    return LiveSubscription(queryID: ids.query, sinkID: ids.sink, engine: self)
  }

  func unsubscribe(_ id: Int, _ sinkID: Int) {
    // Releasing these objects may unsubscribe other sinks.
    var released: [Any] = []
    let (waiters, caughtUp) = state.withLock { state -> ([LoadWaiter], [LoadWaiter]) in
      if let sink = state.queries[id]?.remove(sinkID) {
        released.append(sink)
        if sink.delivery.isOnMainActor { state.changedUses.insert(id) }
      }
      guard let query = state.queries[id], query.isUnused else { return ([], []) }
      released.append(query)
      if let reading = state.readings.removeValue(forKey: id) { released.append(reading) }
      let mark = state.remove(id)
      // Releasing the last query may release the database as well.
      if state.queries.isEmpty { released += state.takeFeed() }
      return (mark?.waiters ?? [], state.takeCaughtUp(byEndOf: id))
    }
    deliverToWaitingSinks()
    for waiter in waiters { waiter.resume(.failure(CancellationError())) }
    wake(caughtUp)
  }

  /// Has a query read again, in a snapshot that is opened from now on.
  ///
  /// - Returns: What waits until its result has been published.
  func requestLoad(_ id: Int) throws -> LoadWaiter {
    let waiter = LoadWaiter()
    let source = state.withLock { state -> Source? in
      guard state.queries[id] != nil else { return nil }
      state.marked[id, default: LiveQueryMark(cause: .initial)]
        .add(RequestedLoad(waiter: waiter, snapshot: state.snapshotCount))
      return state.source
    }
    guard let source else { throw CancellationError() }
    refreshSoon(source, isUrgent: true)
    return waiter
  }
}

extension LiveQueryEngine.State {
  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  /// Adds a sink to a query, which gets the known result, or the next one that is read.
  fileprivate mutating func add(_ sink: any AnyLiveSink, as sinkID: Int, to id: Int) {
    queries[id]?.add(sink, as: sinkID)
    if sink.delivery.isOnMainActor { changedUses.insert(id) }
    guard marked[id] == nil, running[id] == nil else { return }
    if queries[id]?.isKnown == true {
      waitingSinks.append((id, sinkID))
    } else {
      marked[id] = LiveQueryMark(cause: .initial)
    }
  }

  /// Returns the query of a request: the existing one, or a new one.
  fileprivate mutating func query<Value>(
    of request: LiveRequest<Value, Source.Snapshot>,
    _ source: Source,
    _ publicationLock: PublicationLock
  ) -> (id: Int, core: LiveQueryCore<Value, Source.Snapshot>) {
    // Requests with the same identity but values of different types are separate queries.
    if let identity = request.identity, let known = ids[identity],
      let core = readings[known] as? LiveQueryCore<Value, Source.Snapshot>
    {
      return (known, core)
    }
    let (id, core) = (nextID(), LiveQueryCore(request, publicationLock))
    queries[id] = LiveQueryState(core)
    readings[id] = core
    self.source = source
    if let identity = request.identity { ids[identity] = id }
    return (id, core)
  }

  fileprivate mutating func remove(_ id: Int) -> LiveQueryMark? {
    if let identity = queries[id]?.core.identity { ids[identity] = nil }
    queries[id] = nil
    registry.remove(id)
    return marked.removeValue(forKey: id)
  }

  /// Removes and returns the database and the feed of its changes, once there are no queries.
  fileprivate mutating func takeFeed() -> [Any] {
    defer {
      (source, feed, feedVersion) = (nil, nil, registry.version)
      (reportsOldRows, invisible) = (true, InvisibleChanges())
      commits = PendingCommits()
      (feedRegion, feedRows) = (Region(), Region())
    }
    let released: [Any?] = [source, feed]
    return released.compactMap { $0 }
  }
}

/// An engine without the type of its source, for its subscriptions.
protocol AnyLiveQueryEngine: AnyObject, Sendable {
  func unsubscribe(_ id: Int, _ sinkID: Int)
  func requestLoad(_ id: Int) throws -> LoadWaiter
  func plan(of id: Int) -> LivePlan?
  func statistics(of id: Int) -> LiveQueryStatistics?
}

extension LiveQueryEngine: AnyLiveQueryEngine {
  func plan(of id: Int) -> LivePlan? { state.withLock { $0.queries[id]?.core.plan } }

  func statistics(of id: Int) -> LiveQueryStatistics? {
    state.withLock { $0.queries[id] }?.statistics
  }
}

/// A subscription to a live query, which ends when it is released.
package final class LiveSubscription: Sendable {
  private let queryID: Int
  private let sinkID: Int
  private let engine: any AnyLiveQueryEngine

  init(queryID: Int, sinkID: Int, engine: any AnyLiveQueryEngine) {
    self.queryID = queryID
    self.sinkID = sinkID
    self.engine = engine
  }

  deinit { cancel() }

  /// Ends the subscription.
  package func cancel() { engine.unsubscribe(queryID, sinkID) }

  /// Reads the query again, and returns once its result has been published.
  package func reload() async throws { try await requestLoad().wait() }

  /// Has the query read again; the result is waited for elsewhere.
  func requestLoad() throws -> LoadWaiter { try engine.requestLoad(queryID) }

  /// The plan by which the query is kept up to date; `nil` before it was read.
  package var plan: LivePlan? { engine.plan(of: queryID) }

  /// The work that the query has done so far, for all its subscribers; `nil` after its end.
  package var statistics: LiveQueryStatistics? { engine.statistics(of: queryID) }
}
