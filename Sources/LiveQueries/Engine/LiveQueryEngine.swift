import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase
import Synchronization

/// Keeps the live queries of a database up to date.
///
/// A commit marks the queries that it touches; a task then reads all marked ones at one moment, and publishes what
/// changed in one step. Commits that come meanwhile are dealt with together, afterwards. Equal requests are one query,
/// which several sinks are told of.
///
/// State: the queries, guarded by one mutex. Sinks store what is new under it, so that each gets results in their
/// order; nothing is read, nobody is woken and no sink is let go under it. Locks are taken in the order engine, gate,
/// sink.
final class LiveQueryEngine: Sendable {
  struct State {
    var registry = QueryRegistry<Int>()
    var queries: [Int: LiveQueryState] = [:]
    var ids: [LiveIdentity: Int] = [:]
    var lastID = 0
    /// Queries that have to be read, with what made them so.
    var marked: [Int: LiveQueryMark] = [:]
    /// Queries that are being read.
    var running: Set<Int> = []
    var isRefreshing = false
    var feed: ChangeSubscription?
    var feedRegion = Region()
  }

  let state = Mutex(State())

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
    let delivered = LivePublication()
    let ids = state.withLock { state -> (query: Int, sink: Int) in
      let id = state.id(of: request.erased, database)
      let sinkID = state.nextID()
      state.queries[id]?.add(sink, as: sinkID)
      if state.marked[id] == nil, !state.running.contains(id) {
        if let known = state.queries[id]?.takeKnown(for: sinkID) {
          delivered.store([([sink], known)])
        } else {
          state.marked[id] = LiveQueryMark(cause: .initial)
        }
      }
      return (id, sinkID)
    }
    delivered.wake()
    refreshSoon(database)
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
      if state.queries.isEmpty, let feed = state.feed {
        released.append(feed)
        state.feed = nil
        state.feedRegion = Region()
      }
      return mark?.waiters ?? []
    }
    for waiter in waiters { waiter.resume(.failure(CancellationError())) }
  }

  /// Reads a query again, and returns when its result has been published.
  func reload(_ id: Int) async throws {
    let waiter = LoadWaiter()
    let database = state.withLock { state -> (any DatabaseWriter)? in
      guard let query = state.queries[id] else { return nil }
      state.marked[id, default: LiveQueryMark(cause: .initial)].add(waiter)
      return query.database
    }
    guard let database else { throw CancellationError() }
    refreshSoon(database)
    try await waiter.wait()
  }
}

extension LiveQueryEngine.State {
  mutating func nextID() -> Int {
    lastID += 1
    return lastID
  }

  /// The query of a request: the one that there is, or a new one.
  fileprivate mutating func id(of request: AnyLiveRequest, _ database: any DatabaseWriter) -> Int {
    if let identity = request.identity, let known = ids[identity] { return known }
    let id = nextID()
    queries[id] = LiveQueryState(request, database)
    if let identity = request.identity { ids[identity] = id }
    return id
  }

  fileprivate mutating func remove(_ id: Int) -> LiveQueryMark? {
    if let identity = queries[id]?.request.identity { ids[identity] = nil }
    queries[id] = nil
    registry.remove(id)
    return marked.removeValue(forKey: id)
  }

  /// The marked queries, which are being read from now on.
  fileprivate mutating func takeMarked() -> [LiveQueryRun] {
    defer { marked = [:] }
    let runs = marked.keys.sorted().compactMap { id -> LiveQueryRun? in
      guard let query = queries[id], let mark = marked[id] else { return nil }
      return LiveQueryRun(id: id, request: query.request, latest: query.latest, mark: mark)
    }
    running.formUnion(runs.lazy.map(\.id))
    return runs
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
}

// MARK: - When something changes

extension LiveQueryEngine {
  /// Marks the queries that a commit touches.
  ///
  /// Called by the thread that commits, which must not wait.
  private func receive(_ changes: ChangeSet) {
    let noticed = ContinuousClock.now
    let database = state.withLock { state in
      let touched = state.registry.queries(touchedBy: changes)
      let cause: LiveQueryUpdate.Cause =
        changes.origin == .thisProcess ? .thisProcess : .otherProcess
      for id in touched {
        state.marked[id, default: LiveQueryMark(cause: cause, noticed: noticed)].addCommit()
      }
      return touched.first.flatMap { state.queries[$0]?.database }
    }
    if let database { refreshSoon(database) }
  }

  /// The database was closed: nothing comes any more.
  private func end() {
    let publication = LivePublication()
    let waiters = state.withLock { state in
      publication.store(state.queries.values.map { ($0.allSinks, .end) })
      state.feed = nil
      defer { state.marked = [:] }
      return state.marked.values.flatMap(\.waiters)
    }
    publication.wake()
    for waiter in waiters { waiter.resume(.failure(CancellationError())) }
  }

  private func refreshSoon(_ database: any DatabaseWriter) {
    let isNeeded = state.withLock { state in
      guard !state.isRefreshing, !state.marked.isEmpty else { return false }
      state.isRefreshing = true
      return true
    }
    guard isNeeded else { return }
    // Ends when nothing is marked any more.
    Task.detached(priority: .userInitiated) { await self.refreshAll(database) }
  }

  private func refreshAll(_ database: any DatabaseWriter) async {
    while var runs = takeMarked() {
      let start = ContinuousClock.now
      do {
        publish(try await read(&runs, in: database), database.changeSource)
      } catch {
        publish(runs.map { $0.failed(error) }, database.changeSource)
      }
      await pause(after: ContinuousClock.now - start)
    }
  }

  /// Leaves the writers most of the time, where they have committed again while the queries were read.
  ///
  /// A commit that comes alone is not delayed by this, and neither is a query that is new.
  private func pause(after duration: Duration) async {
    let isBusy = state.withLock { state in
      !state.marked.isEmpty && state.marked.values.allSatisfy { $0.waiters.isEmpty }
    }
    guard isBusy else { return }
    try? await Task.sleep(for: min(duration * 4, .milliseconds(50)))
  }

  private func takeMarked() -> [LiveQueryRun]? {
    state.withLock { state in
      guard !state.marked.isEmpty else {
        state.isRefreshing = false
        return nil
      }
      return state.takeMarked()
    }
  }
}

// MARK: - Reading

extension LiveQueryEngine {
  /// Reads queries at one moment, at which no other live query would give another result than it has.
  ///
  /// Twice on a reader alone, which waits for nobody; where commits came meanwhile, the third time at a moment that
  /// the writer is asked for.
  ///
  /// - Parameter runs: The queries; those that commits touch meanwhile are added.
  private func read(_ runs: inout [LiveQueryRun], in database: any DatabaseWriter) async throws
    -> [LiveQueryResult]
  {
    let source = database.changeSource
    for _ in 0..<2 {
      let finished = source.finishedCommitCount
      try await register(runs, in: database)
      let current = runs
      let results = try await database.read { db in
        Self.run(current, db, number: source.lastNumber)
      }
      if source.startedCommitCount == finished { return results }
      runs = merged(runs, takeMore())
    }
    try await register(runs, in: database)
    // A query that the writer's last commit touched is marked by now or read by now.
    runs = merged(runs, takeMore())
    let current = runs
    return try await database.readLastCommit { db, number in Self.run(current, db, number: number) }
  }

  /// Has the commits told that touch the queries, before they are read.
  ///
  /// Of a query whose tables are not known before it has run, any commit is told for so long.
  private func register(_ runs: [LiveQueryRun], in database: any DatabaseWriter) async throws {
    let unknown = state.withLock { state in runs.filter { state.registry.region(of: $0.id) == nil }
    }
    if !unknown.isEmpty {
      let regions = try await Self.regions(of: unknown, in: database)
      state.withLock { state in
        for (id, region) in regions where state.queries[id] != nil {
          state.registry.insert(id, region: region)
        }
      }
    }
    subscribeToChanges(database.changeSource)
  }

  private static func regions(of runs: [LiveQueryRun], in database: any DatabaseWriter) async throws
    -> [(Int, Region)]
  {
    guard runs.contains(where: { $0.request.region != nil }) else {
      return runs.map { ($0.id, .fullDatabase) }
    }
    return try await database.read { db in
      runs.map { run in (run.id, (try? run.request.region?(db)) ?? .fullDatabase) }
    }
  }

  private func subscribeToChanges(_ source: ChangeSource) {
    let needed = state.withLock { state in
      state.registry.needs == state.feedRegion || state.queries.isEmpty
        ? nil : state.registry.needs
    }
    guard let needed else { return }
    let feed = source.subscribe(
      to: needed,
      detail: .keys,
      receive: { [weak self] in self?.receive($0) },
      end: { [weak self] in self?.end() }
    )
    let old = state.withLock { state in
      defer { state.feed = feed }
      state.feedRegion = needed
      return state.feed
    }
    old?.cancel()
  }

  private func takeMore() -> [LiveQueryRun] { state.withLock { $0.takeMarked() } }

  private func merged(_ runs: [LiveQueryRun], _ more: [LiveQueryRun]) -> [LiveQueryRun] {
    var byID = Dictionary(runs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for run in more {
      if byID[run.id] == nil { byID[run.id] = run } else { byID[run.id]?.mark.add(run.mark) }
    }
    return byID.values.sorted { $0.id < $1.id }
  }

  private static func run(_ runs: [LiveQueryRun], _ db: Database, number: Int) -> [LiveQueryResult]
  {
    runs.map { $0.read(db, number: number) }
  }
}

// MARK: - Publishing

extension LiveQueryEngine {
  /// Makes all results visible in one step, and wakes who waits for one.
  private func publish(_ results: [LiveQueryResult], _ source: ChangeSource) {
    let publication = LivePublication()
    state.withLock { state in
      var deliveries: [LivePublication.Delivery] = []
      for result in results {
        state.running.remove(result.run.id)
        state.updateRegion(for: result)
        if let delivery = state.queries[result.run.id]?.receive(result) {
          deliveries.append(delivery)
        }
      }
      publication.store(deliveries)
    }
    // Before anybody is woken and writes: who subscribes during a transaction is told that any table may have changed.
    subscribeToChanges(source)
    let waiters = results.map { ($0.run.mark.waiters, $0.outcome.map { _ in () }) }
    publication.wake {
      for (waiters, outcome) in waiters { for waiter in waiters { waiter.resume(outcome) } }
    }
  }
}

extension LiveQueryEngine.State {
  /// What has failed is read again where what it read before changes, or any table does if none is known.
  fileprivate mutating func updateRegion(for result: LiveQueryResult) {
    let id = result.run.id
    guard let known = registry.region(of: id) else { return }
    if case .success = result.outcome { return registry.update(id, region: result.region) }
    let region = known.isFullDatabase ? result.region : known.union(result.region)
    registry.update(id, region: region.isEmpty ? .fullDatabase : region)
  }
}
