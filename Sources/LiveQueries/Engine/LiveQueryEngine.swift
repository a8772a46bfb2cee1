import DatabaseTypes
import Dispatch
import IncrementalQueries
import SQLiteDatabase
import Synchronization

/// Keeps the live queries of a database up to date.
///
/// A commit marks the queries that it touches; then a thread reads what changed of all marked ones at one moment, and
/// publishes it in one step. Commits that come meanwhile are put down and dealt with together, afterwards. Equal requests
/// are one query, which several sinks are told of.
///
/// The thread is one of its own: with tasks, each step of a read would wait for a thread of the cooperative pool, which
/// takes longer than the read of a row.
///
/// State: the queries, guarded by one mutex. Results become visible under it, so that each sink gets them in their
/// order; nothing is read, nobody is woken and no sink is let go under it. Locks are taken in the order engine, gate,
/// sink, cell.
final class LiveQueryEngine: Sendable {
  struct State {
    var registry = QueryRegistry<Int>()
    var queries: [Int: LiveQueryState] = [:]
    /// The database, as long as there is a query.
    var database: (any DatabaseWriter)?
    var ids: [LiveIdentity: Int] = [:]
    var lastID = 0
    /// Commits that have not marked the queries that they touch yet.
    var commits = NoticedCommits()
    /// Queries that have to be read, with what made them so.
    var marked: [Int: LiveQueryMark] = [:]
    /// Queries that are being read.
    var running: [Int: LiveQueryRun] = [:]
    var refreshing = Refreshing.idle
    var feed: ChangeSubscription?
    var feedRegion = Region()
    /// The version of the registry that the feed fits.
    var feedVersion = 0
    /// The tables of which the feed tells values.
    var feedRows = Region()
  }

  /// What the thread does.
  enum Refreshing {
    case idle
    case running
    /// It waits, so that writers get on; whoever subscribes or waits for a query ends that.
    case paused
  }

  let state = Mutex(State())
  /// What has been read on its way to those who are told.
  let stage = LiveStage()
  let queue = DispatchQueue(label: "LiveSQL.LiveQueries", qos: .userInitiated)

  /// The engine of a database object, which all its live queries share.
  static func engine(of database: any DatabaseWriter) -> LiveQueryEngine {
    database.changeSource.attachment { LiveQueryEngine() }
  }
}

extension LiveQueryEngine {
  /// Tells a sink of the results of a request, from now on.
  func subscribe<Value>(
    _ request: LiveRequest<Value>,
    in database: any DatabaseWriter,
    _ sink: any LiveSink
  ) -> LiveSubscription {
    let delivered = LivePublication(stage)
    let ids = state.withLock { state -> (query: Int, sink: Int) in
      // Whoever subscribes after a commit is not told a result from before it.
      state.markTouched()
      let id = state.id(of: request, database, stage.gate)
      let sinkID = state.nextID()
      state.queries[id]?.add(sink, as: sinkID)
      guard state.marked[id] == nil, state.running[id] == nil else { return (id, sinkID) }
      if let known = state.queries[id]?.takeKnown(for: sinkID), let core = state.queries[id]?.core {
        delivered.store([.init(core: core, sinks: [sink], event: known)])
      } else {
        state.marked[id] = LiveQueryMark(cause: .initial)
      }
      return (id, sinkID)
    }
    delivered.wake()
    refreshSoon(database, isUrgent: true)
    return LiveSubscription(queryID: ids.query, sinkID: ids.sink, engine: self)
  }

  func unsubscribe(_ id: Int, _ sinkID: Int) {
    // What is let go may unsubscribe in turn.
    var released: [Any] = []
    let waiters = state.withLock { state -> [LoadWaiter] in
      if let sink = state.queries[id]?.remove(sinkID) { released.append(sink) }
      guard let query = state.queries[id], query.isUnused else { return [] }
      released.append(query)
      let mark = state.remove(id)
      // Whoever lets the last query go may let the database go with it.
      if state.queries.isEmpty { released += state.takeFeed() }
      return mark?.waiters ?? []
    }
    for waiter in waiters { waiter.resume(.failure(CancellationError())) }
  }

  /// Reads a query again, and returns when its result has been published.
  func reload(_ id: Int) async throws {
    let waiter = LoadWaiter()
    let database = state.withLock { state -> (any DatabaseWriter)? in
      guard state.queries[id] != nil else { return nil }
      state.marked[id, default: LiveQueryMark(cause: .initial)].add(waiter)
      return state.database
    }
    guard let database else { throw CancellationError() }
    refreshSoon(database, isUrgent: true)
    try await waiter.wait()
  }
}

extension LiveQueryEngine.State {
  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  /// The query of a request: the one that there is, or a new one.
  fileprivate mutating func id<Value>(
    of request: LiveRequest<Value>,
    _ database: any DatabaseWriter,
    _ gate: LiveGate
  ) -> Int {
    if let identity = request.identity, let known = ids[identity] { return known }
    let id = nextID()
    queries[id] = LiveQueryState(LiveQueryCore(request, gate))
    self.database = database
    if let identity = request.identity { ids[identity] = id }
    return id
  }

  fileprivate mutating func remove(_ id: Int) -> LiveQueryMark? {
    if let identity = queries[id]?.core.identity { ids[identity] = nil }
    queries[id] = nil
    registry.remove(id)
    return marked.removeValue(forKey: id)
  }

  /// Takes out the database and the feed of its changes, once there is no query.
  fileprivate mutating func takeFeed() -> [AnyObject] {
    defer {
      (database, feed, feedVersion) = (nil, nil, registry.version)
      commits = NoticedCommits()
      (feedRegion, feedRows) = (Region(), Region())
    }
    let released: [AnyObject?] = [database, feed]
    return released.compactMap { $0 }
  }
}

/// A subscription to a live query, which ends when it is let go.
final class LiveSubscription: Sendable {
  private let queryID: Int
  private let sinkID: Int
  private let engine: LiveQueryEngine

  init(queryID: Int, sinkID: Int, engine: LiveQueryEngine) {
    self.queryID = queryID
    self.sinkID = sinkID
    self.engine = engine
  }

  deinit { cancel() }

  func cancel() { engine.unsubscribe(queryID, sinkID) }

  /// Reads the query again, and returns when its result has been published.
  func reload() async throws { try await engine.reload(queryID) }

  /// How the query is kept up to date; `nil` before it was read.
  var plan: LivePlan? { engine.state.withLock { $0.queries[queryID]?.core.plan } }
}
