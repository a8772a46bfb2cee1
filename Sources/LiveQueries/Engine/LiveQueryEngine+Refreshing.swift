import DatabaseTypes
import Dispatch
import IncrementalQueries
import SQLiteDatabase
import Synchronization

// MARK: - When something changes

extension LiveQueryEngine {
  /// Marks what a commit touches, or puts it down.
  ///
  /// Called by the thread that commits, which must not wait. A commit that comes alone is seen the sooner for being looked
  /// at here; where commits keep coming, the engine's own thread does that, which leaves more time to who writes.
  private func receive(_ changes: ChangeSet) {
    let commit = NoticedCommit(changes: changes)
    let database = state.withLock { state in
      let isPutDown = state.isFallingBehind && state.commits.add(commit)
      if !isPutDown { state.markTouched(by: commit) }
      return state.hasWork ? state.database : nil
    }
    if let database { refreshSoon(database) }
  }

  /// Marks what the commits touch that were put down.
  ///
  /// It is sought outside of the lock, for which those wait who commit.
  private func markTouched() {
    while true {
      let (commits, registry) = state.withLock { ($0.commits.startSeeking(), $0.registry) }
      if commits.isEmpty { return }
      var marks: [Int: LiveQueryMark] = [:]
      for commit in commits {
        commit.mark(registry.queries(touchedBy: commit.changes), in: &marks)
      }
      let isCurrent = !commits.contains(where: \.endsFilters)
      state.withLock { $0.add(marks, foundBy: isCurrent ? registry.version : nil) }
    }
  }

  /// Uses the state, in which all is marked that commits touch.
  private func withTouchedMarked<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    markTouched()
    return state.withLock { state in
      // What was put down meanwhile is little.
      state.markTouched()
      return body(&state)
    }
  }

  /// The database was closed: nothing comes any more.
  private func end() {
    let publication = LivePublication(stage)
    let waiters = state.withLock { state in
      publication.store(
        state.queries.values.map { .init(core: $0.core, sinks: $0.allSinks, event: .end) }
      )
      state.feed = nil
      state.commits = NoticedCommits()
      defer { state.marked = [:] }
      return state.marked.values.flatMap(\.waiters)
    }
    publication.wake()
    for waiter in waiters { waiter.resume(.failure(CancellationError())) }
  }

  /// Has the marked queries read.
  ///
  /// - Parameter isUrgent: Whether somebody waits for it.
  func refreshSoon(_ database: any DatabaseWriter, isUrgent: Bool = false) {
    let isNeeded = state.withLock { state in
      guard state.hasWork else { return false }
      switch state.refreshing {
      case .running: return false
      case .paused where !isUrgent: return false
      case .paused, .idle:
        state.refreshing = .running
        return true
      }
    }
    if isNeeded { queue.async { self.refresh(database) } }
  }

  /// Reads the marked queries until there are none.
  private func refresh(_ database: any DatabaseWriter) {
    while hasWork() {
      let start = ContinuousClock.now
      let startedCount = database.changeSource.startedCommitCount
      let results: [LiveQueryResult]
      do { results = try read(in: database) } catch {
        results = takeUnread().map { $0.failed(error) }
      }
      if publish(results, database.changeSource, startedBefore: startedCount),
        let pause = pause(after: ContinuousClock.now - start)
      {
        return queue.asyncAfter(deadline: .now() + pause) { self.resume(database) }
      }
    }
  }

  /// Wakes the thread for a commit that is near, so that it is there when the commit has ended.
  private func expectCommit() {
    let database = state.withLock { state -> (any DatabaseWriter)? in
      guard case .idle = state.refreshing, let database = state.database else { return nil }
      state.refreshing = .running
      return database
    }
    guard let database else { return }
    let finished = database.changeSource.finishedCommitCount
    queue.async {
      Self.await { database.changeSource.finishedCommitCount != finished }
      self.refresh(database)
    }
  }

  /// Waits for what a commit does, for a moment: longer ones tell when they have ended.
  ///
  /// - Returns: Whether it has come.
  @discardableResult
  private static func await(_ condition: () -> Bool) -> Bool {
    let limit = ContinuousClock.now + .microseconds(200)
    while !condition() { if ContinuousClock.now >= limit { return false } }
    return true
  }

  private func hasWork() -> Bool {
    withTouchedMarked { state in
      if state.marked.isEmpty { state.refreshing = .idle }
      return !state.marked.isEmpty
    }
  }

  /// How long to leave the processor to the writers, where they have committed again while the queries were read.
  ///
  /// A commit that comes alone is not delayed by this, and neither is one that answers to a result, or a query that is
  /// new.
  private func pause(after duration: Duration) -> DispatchTimeInterval? {
    withTouchedMarked { state in
      guard !state.marked.isEmpty,
        state.marked.values.allSatisfy({ $0.waiters.isEmpty && $0.cause != .initial })
      else { return nil }
      state.refreshing = .paused
      return .microseconds(min(duration.microseconds * 4, 50_000))
    }
  }

  private func resume(_ database: any DatabaseWriter) {
    let isPaused = state.withLock { state in
      guard case .paused = state.refreshing else { return false }
      state.refreshing = .running
      return true
    }
    if isPaused { refresh(database) }
  }
}

extension Duration {
  /// In whole microseconds.
  var microseconds: Int {
    Int(clamping: components.seconds) * 1_000_000
      + Int(components.attoseconds / 1_000_000_000_000)
  }
}

// MARK: - Reading

extension LiveQueryEngine {
  /// Reads the marked queries at one moment, at which no other live query would give another result than it has.
  ///
  /// On a reader alone, which waits for nobody, where no commit has begun since all had ended when the read began;
  /// where commits keep coming, at a moment that the writer is asked for.
  private func read(in database: any DatabaseWriter) throws -> [LiveQueryResult] {
    let source = database.changeSource
    for _ in 0..<3 {
      try register(in: database)
      guard Self.await({ source.finishedCommitCount == source.startedCommitCount }) else { break }
      let finished = source.finishedCommitCount
      let number = source.lastNumber
      let results = try database.read { db in readIfCurrent(db, source, finished, number) }
      if let results { return results }
    }
    return try database.readLastCommit { db, number in
      self.run(self.takeMarked(upTo: number), db, number)
    }
  }

  /// Reads the marked queries, unless a commit may be in the snapshot of which they have not been told.
  private func readIfCurrent(
    _ db: Database,
    _ source: ChangeSource,
    _ finished: Int,
    _ number: Int
  ) -> [LiveQueryResult]? {
    let runs = takeMarked(upTo: number)
    guard source.startedCommitCount == finished else {
      putBack(runs)
      return nil
    }
    return run(runs, db, number)
  }

  private func run(_ runs: [LiveQueryRun], _ db: Database, _ number: Int) -> [LiveQueryResult] {
    runs.map { $0.read(db, number: number) }
  }

  /// The marked queries whose commits are told, which are being read from now on.
  ///
  /// What came after the moment that is read stays marked: it is not in the snapshot.
  ///
  /// - Parameters:
  ///   - number: The number of the last change set that is in the snapshot.
  ///   - all: Whether those are wanted too whose commits are not told.
  private func takeMarked(upTo number: Int = .max, all: Bool = false) -> [LiveQueryRun] {
    withTouchedMarked { state in
      var runs: [LiveQueryRun] = []
      for id in state.marked.keys.sorted() where all || state.registry.contains(id) {
        guard let core = state.queries[id]?.core,
          let mark = state.takeMark(of: id, upTo: number)
        else { continue }
        let run = LiveQueryRun(id: id, core: core, mark: mark)
        state.running[id] = run
        runs.append(run)
      }
      return runs
    }
  }

  /// Those that were being read when the connection failed, or, where it failed before, those that are marked.
  private func takeUnread() -> [LiveQueryRun] {
    let taken = state.withLock { $0.running }
    guard !taken.isEmpty else { return takeMarked(all: true) }
    return taken.values.sorted { $0.id < $1.id }
  }

  private func putBack(_ runs: [LiveQueryRun]) {
    state.withLock { state in
      for run in runs {
        state.running[run.id] = nil
        state.mark(run.id, as: run.mark)
      }
    }
  }

  /// Has the commits told that touch the queries, before they are read.
  ///
  /// Of a query whose tables are not known before it has run, any commit is told for so long.
  private func register(in database: any DatabaseWriter) throws {
    let unknown = state.withLock { state -> [(Int, any AnyLiveQueryCore)] in
      let ids = state.marked.keys.filter { !state.registry.contains($0) }
      return ids.compactMap { id in state.queries[id].map { (id, $0.core) } }
    }
    if !unknown.isEmpty {
      let regions = try database.read { db in
        unknown.map { id, core in (id, (try? core.region(db)) ?? .fullDatabase) }
      }
      state.withLock { state in
        for (id, region) in regions where state.queries[id] != nil {
          state.registry.insert(id, region: region)
        }
      }
    }
    subscribeToChanges(database.changeSource)
  }

  func subscribeToChanges(_ source: ChangeSource) {
    let needed = state.withLock { state -> (region: Region, rows: Region)? in
      guard state.registry.version != state.feedVersion else { return nil }
      state.feedVersion = state.registry.version
      let (region, rows) = (state.registry.needs, state.registry.rowNeeds)
      guard !state.queries.isEmpty, region != state.feedRegion || rows != state.feedRows else {
        return nil
      }
      return (region, rows)
    }
    guard let needed else { return }
    source.whenCommitIsNear { [weak self] in self?.expectCommit() }
    let feed = source.subscribe(
      to: needed.region,
      rows: needed.rows,
      receive: { [weak self] in self?.receive($0) },
      end: { [weak self] in self?.end() }
    )
    let old = state.withLock { state in
      defer { state.feed = feed }
      (state.feedRegion, state.feedRows) = needed
      return state.feed
    }
    old?.cancel()
  }
}

extension LiveQueryEngine.State {
  /// Whether a query is to be read, or a commit to be looked at.
  var hasWork: Bool { !marked.isEmpty || !commits.isEmpty }

  /// Whether commits keep coming while queries are read.
  fileprivate var isFallingBehind: Bool {
    if case .paused = refreshing { true } else { !commits.isEmpty }
  }

  /// Marks what the commits touch that were put down.
  mutating func markTouched() { for commit in commits.takeAll() { markTouched(by: commit) } }

  /// Marks what those commits touch that were sought, unless whoever subscribed has done it.
  ///
  /// - Parameters:
  ///   - marks: What they touch.
  ///   - version: That of the registry in which it was found; `nil` where it has to be sought again.
  fileprivate mutating func add(_ marks: [Int: LiveQueryMark], foundBy version: Int?) {
    let sought = commits.takeSought()
    if sought.isEmpty { return }
    guard version == registry.version else {
      for commit in sought { markTouched(by: commit) }
      return
    }
    for (id, mark) in marks {
      if marked[id] == nil { marked[id] = mark } else { marked[id]?.add(mark) }
    }
  }

  /// Marks what a commit touches.
  fileprivate mutating func markTouched(by commit: NoticedCommit) {
    commit.mark(registry.queries(touchedBy: commit.changes), in: &marked)
    if commit.endsFilters { registry.removeFilters() }
  }

  /// Marks a query, if there still is one, besides what has come for it meanwhile.
  mutating func mark(_ id: Int, as mark: LiveQueryMark) {
    guard queries[id] != nil else { return }
    var mark = mark
    if let later = marked[id] { mark.add(later) }
    marked[id] = mark
  }

  /// Takes out why a query is to be read, and leaves what came after a moment.
  ///
  /// - Returns: `nil` where there is nothing to read.
  fileprivate mutating func takeMark(of id: Int, upTo number: Int) -> LiveQueryMark? {
    guard marked[id]?.isToRead(upTo: number) == true,
      var mark = marked.removeValue(forKey: id)
    else { return nil }
    if let later = mark.takeChanges(after: number) { marked[id] = later }
    return mark
  }
}
