import DatabaseTypes
import IncrementalQueries
import Synchronization

// MARK: - When something changes

extension LiveQueryEngine {
  /// Marks what a commit touches, or puts it down.
  ///
  /// Called by the thread that commits, which must not wait. A commit that comes alone is seen the sooner for being looked
  /// at here; where commits keep coming, the engine's own thread does that, which leaves more time to who writes.
  private func receive(_ changes: ChangeSet) {
    let commit = NoticedCommit(changes: changes)
    let source = state.withLock { state in
      state.lastNumber = max(state.lastNumber, changes.number)
      state.unshown.add(changes)
      // Where queries are found by the rows that they keep, each commit is looked at before the next.
      let isPutDown = state.tellsOldRows && state.isFallingBehind && state.commits.add(commit)
      if !isPutDown { state.markTouched(by: commit) }
      return state.hasWork ? state.source : nil
    }
    if let source { refreshSoon(source) }
  }

  /// Marks what the commits touch that were put down.
  ///
  /// It is sought outside of the lock, for which those wait who commit.
  private func markTouched() {
    while true {
      // The registry is copied where it is changed while it is had here.
      let sought = state.withLock { state -> ([NoticedCommit], QueryRegistry<Int>)? in
        let commits = state.commits.startSeeking()
        return commits.isEmpty ? nil : (commits, state.registry)
      }
      guard let (commits, registry) = sought else { return }
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
    var released: [Any] = []
    let (waiters, caughtUp) = turn.withLock { _ in
      let (deliveries, waiters, caughtUp) = state.withLock { state in
        if let feed = state.feed { released.append(feed) }
        state.feed = nil
        state.commits = NoticedCommits()
        defer { state.marked = [:] }
        return (
          state.queries.map {
            LivePublication.Delivery(id: $0.key, sinks: $0.value.allSinks, event: .end)
          },
          state.marked.values.flatMap(\.waiters), state.takeAllCatchUps()
        )
      }
      publication.store(deliveries)
      return (waiters, caughtUp)
    }
    tellNewcomers()
    publication.wake()
    for waiter in waiters { waiter.resume(.failure(CancellationError())) }
    tell(caughtUp)
  }

  /// Has the marked queries read.
  ///
  /// - Parameter isUrgent: Whether somebody waits for it.
  func refreshSoon(_ source: Source, isUrgent: Bool = false) {
    let isNeeded = state.withLock { state in
      guard state.hasWork else { return false }
      switch state.refreshing {
      case .running:
        nudges.add(1, ordering: .releasing)
        return false
      case .paused where !isUrgent: return false
      case .paused, .idle:
        state.refreshing = .running
        return true
      }
    }
    if isNeeded { scheduler.run { self.refresh(source) } }
  }

  /// Reads the marked queries until there are none.
  ///
  /// - Parameter mayLinger: Whether to stay awake for the next commit; not where somebody commits all the time, who gets on
  ///   better alone.
  private func refresh(_ source: Source, mayLinger: Bool = true) {
    while awaitWork(mayLinger: mayLinger) {
      let start = ContinuousClock.now
      let begunCount = source.begunCount
      var results: [LiveQueryResult]
      var hidesCommits = false
      do { (results, hidesCommits) = try read(source) } catch {
        results = takeUnread().map { $0.failed(error, in: Snapshot.self) }
      }
      let isBusy = publish(
        results,
        source,
        begunBefore: begunCount,
        hidesCommits: hidesCommits
      )
      // What has been told and is not visible yet is looked for now and then.
      let duration = results.isEmpty ? .microseconds(250) : ContinuousClock.now - start
      if isBusy, let pause = pause(after: duration, hasRead: !results.isEmpty) {
        return scheduler.run(after: pause) { self.resume(source) }
      }
    }
  }

  /// Wakes the thread for a commit that is near, so that it is there when the commit has ended.
  private func expectCommit() {
    let source = state.withLock { state -> Source? in
      guard case .idle = state.refreshing, let source = state.source else { return nil }
      state.refreshing = .running
      return source
    }
    guard let source else { return }
    let told = source.toldCount
    scheduler.run {
      spin { source.toldCount != told }
      self.refresh(source)
    }
  }

  /// Whether there is something to read; where commits come fast, the thread stays awake for the next one.
  private func awaitWork(mayLinger: Bool) -> Bool {
    let seen = nudges.load(ordering: .acquiring)
    switch next(mayLinger: mayLinger) {
    case .work: return true
    case .rest: return false
    case .linger:
      _ = scheduler.lingers { nudges.load(ordering: .acquiring) != seen }
      return next(mayLinger: false) == .work
    }
  }

  private func next(mayLinger: Bool) -> NextStep {
    let now = ContinuousClock.now
    return withTouchedMarked { state in
      guard state.marked.isEmpty else { return .work }
      if mayLinger {
        defer { state.restingSince = now }
        if let last = state.restingSince, now - last < .microseconds(200) { return .linger }
      }
      state.refreshing = .idle
      return .rest
    }
  }

  /// How long to leave the processor to the writers, where they have committed again while the queries were read.
  ///
  /// A commit that comes alone is not delayed by this, and neither is one that answers to a result, or a query that is
  /// new; nor is one for which somebody waits, unless it was not visible yet, so that nothing was read.
  private func pause(after duration: Duration, hasRead: Bool) -> Duration? {
    withTouchedMarked { state in
      guard !state.marked.isEmpty, !hasRead || state.catchUps.isEmpty,
        state.marked.values.allSatisfy({ $0.waiters.isEmpty && $0.cause != .initial })
      else { return nil }
      state.refreshing = .paused
      return .microseconds(min(duration.microseconds * 4, 50_000))
    }
  }

  private func resume(_ source: Source) {
    let isPaused = state.withLock { state in
      guard case .paused = state.refreshing else { return false }
      state.refreshing = .running
      return true
    }
    if isPaused { refresh(source, mayLinger: false) }
  }
}

/// What the thread of an engine does next.
private enum NextStep {
  case work
  /// It waits a moment for another commit, awake.
  case linger
  case rest
}

// MARK: - Reading

extension LiveQueryEngine {
  /// Reads the marked queries at one moment, at which no other live query would give another result than it has.
  ///
  /// - Returns: The results, and whether commits were told that the moment does not show.
  private func read(_ source: Source) throws -> ([LiveQueryResult], hidesCommits: Bool) {
    try register(in: source)
    // Before the first reading no query's rows are known, so that each commit marks all that may see its rows.
    state.withLock { if !$0.tellsOldRows { $0.unshown.begin() } }
    return try source.readTold { db, contents in
      let (runs, readings) = takeMarked(shownIn: contents)
      let results = runs.compactMap { run in
        readings[run.id].map { run.read(db, by: $0, number: contents.number) }
      }
      return (results, !contents.hidden.isEmpty)
    }
  }

  /// The marked queries whose commits are told, which are being read from now on.
  ///
  /// What came after the moment that is read stays marked: it is not in the snapshot.
  ///
  /// - Parameters:
  ///   - contents: What the snapshot shows.
  ///   - all: Whether those are wanted too whose commits are not told.
  private func takeMarked(
    shownIn contents: SnapshotContents = .everything,
    all: Bool = false
  ) -> (runs: [LiveQueryRun], readings: [Int: any LiveQueryReading<Snapshot>]) {
    withTouchedMarked { state in
      // What was told before the feed was there is in the snapshot, or hidden.
      if !all {
        state.lastNumber = max(state.lastNumber, contents.number)
        state.unshown.add(contents)
      }
      var runs: [LiveQueryRun] = []
      for id in state.marked.keys.sorted() where all || state.registry.contains(id) {
        guard let core = state.queries[id]?.core,
          let mark = state.takeMark(of: id, shownIn: contents)
        else { continue }
        var run = LiveQueryRun(id: id, core: core, mark: mark, toldRows: state.feedRows)
        if !state.tellsOldRows { run.tableOfKnownRows = state.registry.tableOfKnownRows(of: id) }
        state.running[id] = run
        runs.append(run)
      }
      for changes in contents.hidden { state.keep(changes, for: runs) }
      return (runs, state.readings)
    }
  }

  /// Those that were being read when the connection failed, or, where it failed before, those that are marked.
  private func takeUnread() -> [LiveQueryRun] {
    let taken = state.withLock { $0.running }
    guard !taken.isEmpty else { return takeMarked(all: true).runs }
    return taken.values.sorted { $0.id < $1.id }
  }

  /// Has the commits told that touch the queries, before they are read.
  ///
  /// Of a query whose tables are not known before it has run, any commit is told for so long.
  private func register(in source: Source) throws {
    let unknown = state.withLock { state -> [(Int, any LiveQueryReading<Snapshot>)] in
      let ids = state.marked.keys.filter { !state.registry.contains($0) }
      return ids.compactMap { id in state.readings[id].map { (id, $0) } }
    }
    if !unknown.isEmpty {
      let regions = try source.read { db in
        unknown.map { id, core in (id, (try? core.region(db)) ?? .fullDatabase) }
      }
      state.withLock { state in
        for (id, region) in regions where state.queries[id] != nil {
          state.registry.insert(id, region: region)
        }
      }
    }
    subscribeToChanges(source)
  }

  func subscribeToChanges(_ source: Source) {
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
    if !tellsOldRows { registry.note(commit.changes) }
    if commit.endsFilters { registry.removeFilters() }
  }

  /// Marks a query, if there still is one, besides what has come for it meanwhile.
  mutating func mark(_ id: Int, as mark: LiveQueryMark) {
    guard queries[id] != nil else { return }
    var mark = mark
    if let later = marked[id] { mark.add(later) }
    marked[id] = mark
  }

  /// Has queries that are being read be read again for a commit that the snapshot does not show, also those that were not
  /// marked by it: it was told before they were there.
  fileprivate mutating func keep(_ changes: ChangeSet, for runs: [LiveQueryRun]) {
    let touched = registry.queries(touchedBy: changes)
    for run in runs where touched.contains(run.id) {
      if marked[run.id]?.contains(changes.number) == true { continue }
      let cause = LiveQueryUpdate.Cause(changes.origin)
      marked[run.id, default: LiveQueryMark(cause: cause)].add(changes)
    }
  }

  /// Takes out why a query is to be read, and leaves what a snapshot does not show.
  ///
  /// - Returns: `nil` where there is nothing to read.
  fileprivate mutating func takeMark(of id: Int, shownIn contents: SnapshotContents)
    -> LiveQueryMark?
  {
    guard marked[id]?.isToRead(in: contents) == true,
      var mark = marked.removeValue(forKey: id)
    else { return nil }
    if let later = mark.takeChanges(notIn: contents) { marked[id] = later }
    return mark
  }
}
