import DatabaseTypes
package import IncrementalQueries
import Synchronization

/// The engine that keeps the live queries of a database up to date.
///
/// A commit marks the queries that it touches; then a thread reads what changed of all marked ones at one moment, and
/// publishes it in one step. Commits that come meanwhile are put down and dealt with together, afterwards. Equal requests
/// are one query, which several sinks are told of.
///
/// All that it knows of the database stands in its source; where it works is its scheduler.
///
/// State: the queries, guarded by one mutex, for which those wait who commit: nothing is read under it, nobody is told or
/// woken, and nothing is let go. Results become visible in turn, one publication after the other, so that each sink gets them
/// in their order: who has the turn may wait for the engine and the gate, and nobody who has the engine waits for the turn, the
/// gate or a cell. Locks are taken in the order turn, engine, or turn, gate, sink, cell.
package final class LiveQueryEngine<Source: LiveSource>: Sendable {
  typealias Snapshot = Source.Snapshot

  struct State {
    var registry = QueryRegistry<Int>()
    var queries: [Int: LiveQueryState] = [:]
    /// By what the queries are read.
    var readings: [Int: any LiveQueryReading<Snapshot>] = [:]
    /// The database, as long as there is a query.
    var source: Source?
    var ids: [LiveIdentity: Int] = [:]
    var lastID = 0
    /// Whether changes are told with what rows were like before, or nobody has been told of any yet.
    var tellsOldRows = true
    /// What the moment does not show that is being read.
    var unshown = UnshownChanges()
    /// Commits that have not marked the queries that they touch yet.
    var commits = NoticedCommits()
    /// Queries that have to be read, with what made them so.
    var marked: [Int: LiveQueryMark] = [:]
    /// Queries that are being read.
    var running: [Int: LiveQueryRun] = [:]
    /// Queries that have been read, of whose results not all have been told that are told at once.
    var publishing: [LiveQueryRun] = []
    /// Sinks that can be told what is known.
    var newcomers: [(query: Int, sink: Int)] = []
    /// Queries of which perhaps others than before are told on the main actor.
    var changedUses: Set<Int> = []
    /// Those who wait until queries show what was committed.
    var catchUps: [Int: LiveCatchUp] = [:]
    /// The number of the last commit of which the engine was told.
    var lastNumber = 0
    var refreshing = Refreshing.idle
    /// When there was nothing to read any more, last.
    var restingSince: ContinuousClock.Instant?
    var feed: (any LiveFeed)?
    var feedRegion = Region()
    /// The version of the registry that the feed fits.
    var feedVersion = 0
    /// The tables of which the feed tells values.
    var feedRows = Region()
  }

  let state = Mutex(State())
  /// Had by whoever makes results visible.
  let turn = Mutex(())
  /// What has been read on its way to those who are told.
  let stage: LiveStage
  let scheduler: any LiveScheduler
  /// How often there was something to read while the thread was awake.
  let nudges = Atomic<Int>(0)

  /// Makes an engine without queries.
  package init(_ scheduler: any LiveScheduler = LiveQueue()) {
    self.scheduler = scheduler
    let engine = WeakEngine<Source>()
    stage = LiveStage { engine.object?.heal($0) }
    engine.set(self)
  }

  /// What its queries have done, in the order in which they came.
  package var statistics: [LiveQueryStatistics] {
    let queries = state.withLock { $0.queries }
    return queries.sorted { $0.key < $1.key }.map { $0.value.statistics }
  }

  /// The gate that is closed while results become visible.
  package var gate: LiveGate { stage.gate }
}

/// An engine, without keeping it.
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
  /// It waits, so that writers get on; whoever subscribes or waits for a query ends that.
  case paused
}

extension LiveQueryEngine {
  /// Tells a sink of the results of a request, from now on.
  package func subscribe<Value>(
    _ request: LiveRequest<Value, Source.Snapshot>,
    in source: Source,
    _ sink: any LiveSink<Value>
  ) -> LiveSubscription {
    let ids = state.withLock { state -> (query: Int, sink: Int) in
      // Whoever subscribes after a commit is not told a result from before it.
      state.markTouched()
      let (id, core) = state.query(of: request, source, stage.gate)
      let sinkID = state.nextID()
      sink.attach(core.cell(for: sink.delivery))
      state.add(sink, as: sinkID, to: id)
      return (id, sinkID)
    }
    tellNewcomers()
    refreshSoon(source, isUrgent: true)
    return LiveSubscription(queryID: ids.query, sinkID: ids.sink, engine: self)
  }

  func unsubscribe(_ id: Int, _ sinkID: Int) {
    // What is let go may unsubscribe in turn.
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
      // Whoever lets the last query go may let the database go with it.
      if state.queries.isEmpty { released += state.takeFeed() }
      return (mark?.waiters ?? [], state.takeCaughtUp(byEndOf: id))
    }
    tellNewcomers()
    for waiter in waiters { waiter.resume(.failure(CancellationError())) }
    tell(caughtUp)
  }

  /// Reads a query again, and returns when its result has been published.
  func reload(_ id: Int) async throws {
    let waiter = LoadWaiter()
    let source = state.withLock { state -> Source? in
      guard state.queries[id] != nil else { return nil }
      state.marked[id, default: LiveQueryMark(cause: .initial)].add(waiter)
      return state.source
    }
    guard let source else { throw CancellationError() }
    refreshSoon(source, isUrgent: true)
    try await waiter.wait()
  }
}

extension LiveQueryEngine.State {
  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  /// Adds a sink to a query, which is told what is known, or of what is read next.
  fileprivate mutating func add(_ sink: any AnyLiveSink, as sinkID: Int, to id: Int) {
    queries[id]?.add(sink, as: sinkID)
    if sink.delivery.isOnMainActor { changedUses.insert(id) }
    guard marked[id] == nil, running[id] == nil else { return }
    if queries[id]?.isKnown == true {
      newcomers.append((id, sinkID))
    } else {
      marked[id] = LiveQueryMark(cause: .initial)
    }
  }

  /// The query of a request: the one that there is, or a new one.
  fileprivate mutating func query<Value>(
    of request: LiveRequest<Value, Source.Snapshot>,
    _ source: Source,
    _ gate: LiveGate
  ) -> (id: Int, core: LiveQueryCore<Value, Source.Snapshot>) {
    // Of two requests with one identity that have values of two types, each is a query.
    if let identity = request.identity, let known = ids[identity],
      let core = readings[known] as? LiveQueryCore<Value, Source.Snapshot>
    {
      return (known, core)
    }
    let (id, core) = (nextID(), LiveQueryCore(request, gate))
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

  /// Takes out the database and the feed of its changes, once there is no query.
  fileprivate mutating func takeFeed() -> [Any] {
    defer {
      (source, feed, feedVersion) = (nil, nil, registry.version)
      (tellsOldRows, unshown) = (true, UnshownChanges())
      commits = NoticedCommits()
      (feedRegion, feedRows) = (Region(), Region())
    }
    let released: [Any?] = [source, feed]
    return released.compactMap { $0 }
  }
}

/// An engine as its subscriptions know it, whatever its source.
protocol LiveQueryServing: AnyObject, Sendable {
  func unsubscribe(_ id: Int, _ sinkID: Int)
  func reload(_ id: Int) async throws
  func plan(of id: Int) -> LivePlan?
}

extension LiveQueryEngine: LiveQueryServing {
  func plan(of id: Int) -> LivePlan? { state.withLock { $0.queries[id]?.core.plan } }
}

/// A subscription to a live query, which ends when it is let go.
package final class LiveSubscription: Sendable {
  private let queryID: Int
  private let sinkID: Int
  private let engine: any LiveQueryServing

  init(queryID: Int, sinkID: Int, engine: any LiveQueryServing) {
    self.queryID = queryID
    self.sinkID = sinkID
    self.engine = engine
  }

  deinit { cancel() }

  /// Ends it.
  package func cancel() { engine.unsubscribe(queryID, sinkID) }

  /// Reads the query again, and returns when its result has been published.
  package func reload() async throws { try await engine.reload(queryID) }

  /// How the query is kept up to date; `nil` before it was read.
  package var plan: LivePlan? { engine.plan(of: queryID) }
}
