import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase
import Synchronization

/// Keeps the live queries of a database up to date.
///
/// A commit marks the queries that it touches; a task then reads all marked ones at one moment, and publishes what
/// changed in one step. Commits that come meanwhile are dealt with together, afterwards.
///
/// State: the queries, guarded by one mutex, so that a step of publications is one change for all who look. Nothing
/// is read and nobody is woken under the mutex.
final class LiveQueryEngine: Sendable {
  struct State {
    var registry = QueryRegistry<Int>()
    var queries: [Int: LiveQueryState] = [:]
    var lastID = 0
    /// Queries that have to be read, with what made them so.
    var marked: [Int: LiveQueryMark] = [:]
    var isRefreshing = false
    var feed: ChangeSubscription?
    var feedRegion = Region()
  }

  private let state = Mutex(State())

  /// The engine of a database object, which all its live queries share.
  static func engine(of database: any DatabaseWriter) -> LiveQueryEngine {
    database.changeSource.attachment { LiveQueryEngine() }
  }
}

extension LiveQueryEngine {
  /// Adds a live query, and has it read.
  func subscribe(_ request: LiveQueryRequest, in database: any DatabaseWriter)
    -> LiveQuerySubscription
  {
    let id = state.withLock { state in
      state.lastID += 1
      state.queries[state.lastID] = LiveQueryState(request, database)
      state.marked[state.lastID] = LiveQueryMark(cause: .initial)
      return state.lastID
    }
    refreshSoon(database)
    return LiveQuerySubscription(id: id, engine: self)
  }

  func unsubscribe(_ id: Int) {
    let (waiter, feed) = state.withLock { state -> (LiveQueryState.Waiter?, ChangeSubscription?) in
      let waiter = state.queries[id]?.takeWaiter()
      state.queries[id] = nil
      state.marked[id] = nil
      state.registry.remove(id)
      guard state.queries.isEmpty else { return (waiter, nil) }
      defer { state.feed = nil }
      state.feedRegion = Region()
      return (waiter, state.feed)
    }
    feed?.cancel()
    waiter?.resume(returning: .success(nil))
  }

  /// The next result of a query, once there is one.
  func next(of id: Int) async -> Result<LiveQueryUpdate?, any Error> {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready = state.withLock { state -> Result<LiveQueryUpdate?, any Error>? in
          guard !Task.isCancelled, state.queries[id] != nil else { return .success(nil) }
          return state.queries[id]?.take(orKeep: continuation)
        }
        if let ready { continuation.resume(returning: ready) }
      }
    } onCancel: {
      unsubscribe(id)
    }
  }
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

  /// The database was closed: all sequences end.
  private func end() {
    let waiters = state.withLock { state in
      for id in state.queries.keys { state.queries[id]?.finish(.success(nil)) }
      state.feed = nil
      state.marked = [:]
      return state.queries.keys.compactMap { state.queries[$0]?.takeWaiter() }
    }
    for waiter in waiters { waiter.resume(returning: .success(nil)) }
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
    while let requests = takeMarked() {
      let start = ContinuousClock.now
      do {
        let results = try await read(requests, in: database)
        publish(results)
      } catch {
        publish(requests.map { LiveQueryResult(id: $0.id, outcome: .failure(error)) })
      }
      await pause(after: ContinuousClock.now - start)
    }
  }

  /// Leaves the writers most of the time, where they have committed again while the queries were read.
  ///
  /// A commit that comes alone is not delayed by this.
  private func pause(after duration: Duration) async {
    guard state.withLock({ !$0.marked.isEmpty }) else { return }
    try? await Task.sleep(for: min(duration * 4, .milliseconds(50)))
  }

  private func takeMarked() -> [LiveQueryRun]? {
    state.withLock { state in
      guard !state.marked.isEmpty else {
        state.isRefreshing = false
        return nil
      }
      defer { state.marked = [:] }
      return state.marked.keys.sorted().compactMap { id in
        state.queries[id].map {
          LiveQueryRun(
            id: id,
            request: $0.request,
            mark: state.marked[id] ?? LiveQueryMark(cause: .initial)
          )
        }
      }
    }
  }
}

// MARK: - Reading

extension LiveQueryEngine {
  /// Reads queries at one moment, at which no other live query would give another result than it has.
  ///
  /// Twice on a reader alone, which waits for nobody; where commits came meanwhile, the third time at a moment that
  /// the writer is asked for.
  private func read(_ runs: [LiveQueryRun], in database: any DatabaseWriter) async throws
    -> [LiveQueryResult]
  {
    var runs = runs
    let source = database.changeSource
    for _ in 0..<2 {
      let finished = source.finishedCommitCount
      try await register(runs, in: database)
      let current = runs
      let results = try await database.read { db in Self.run(current, db, number: source.lastNumber)
      }
      if source.startedCommitCount == finished { return results }
      runs = merged(runs, takeMore())
    }
    try await register(runs, in: database)
    // A query that the writer's last commit touched is marked by now or read by now.
    let current = merged(runs, takeMore())
    return try await database.readLastCommit { db, number in Self.run(current, db, number: number) }
  }

  /// Has the commits told that touch the queries, before they are read.
  private func register(_ runs: [LiveQueryRun], in database: any DatabaseWriter) async throws {
    let unknown = state.withLock { state in runs.filter { state.registry.region(of: $0.id) == nil }
    }
    if !unknown.isEmpty {
      let regions = try await database.read { db in
        unknown.map { run in (run.id, try? db.region(ofSQL: run.request.sql)) }
      }
      state.withLock { state in
        for (id, region) in regions where state.queries[id] != nil {
          state.registry.insert(id, region: region ?? .fullDatabase)
        }
      }
    }
    subscribeToChanges(database.changeSource)
  }

  private func subscribeToChanges(_ source: ChangeSource) {
    let needed = state.withLock { state in
      state.registry.needs == state.feedRegion ? nil : state.registry.needs
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

  private func takeMore() -> [LiveQueryRun] {
    state.withLock { state in
      defer { state.marked = [:] }
      return state.marked.compactMap { id, mark in
        state.queries[id].map { LiveQueryRun(id: id, request: $0.request, mark: mark) }
      }
    }
  }

  private func merged(_ runs: [LiveQueryRun], _ more: [LiveQueryRun]) -> [LiveQueryRun] {
    var byID = Dictionary(runs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for run in more {
      if byID[run.id] == nil { byID[run.id] = run } else { byID[run.id]?.mark.add(run.mark) }
    }
    return byID.values.sorted { $0.id < $1.id }
  }

  private static func run(_ runs: [LiveQueryRun], _ db: Database, number: Int) -> [LiveQueryResult]
  {
    runs.map { run in
      LiveQueryResult(id: run.id, outcome: Result { try run.read(db, number: number) })
    }
  }
}

// MARK: - Publishing

extension LiveQueryEngine {
  /// Makes all results visible in one step, and wakes who waits for one.
  private func publish(_ results: [LiveQueryResult]) {
    let deliveries =
      state.withLock { state in
        for result in results { store(result, in: &state) }
        return results.compactMap { result in state.queries[result.id]?.takeDelivery() }
      } as [LiveQueryState.Delivery]
    for (waiter, outcome) in deliveries { waiter.resume(returning: outcome) }
  }

  private func store(_ result: LiveQueryResult, in state: inout State) {
    guard state.queries[result.id] != nil else { return }
    switch result.outcome {
    case .success(let reading):
      state.registry.update(result.id, region: reading.region)
      state.queries[result.id]?.receive(reading)
    case .failure(let error):
      state.queries[result.id]?.finish(.failure(error))
    }
  }
}
