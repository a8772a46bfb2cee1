import DatabaseTypes
import IncrementalQueries
import Synchronization

// MARK: - Noticing changes

extension LiveQueryEngine {
  /// Marks the queries that a commit touches, or defers that.
  ///
  /// Called by the committing thread, which must not wait. A single commit is seen sooner if it is
  /// examined here. If commits keep coming, the engine's own thread examines them, which leaves
  /// more time to the writers.
  private func receive(_ changes: ChangeSet) {
    let commit = PendingCommit(changes: changes)
    let source = state.withLock { state in
      state.lastNumber = max(state.lastNumber, changes.number)
      state.invisible.add(changes)
      // If queries are found by the rows that they keep, each commit must be examined before the
      // next.
      let isDeferred = state.reportsOldRows && state.isFallingBehind && state.commits.add(commit)
      if !isDeferred { state.markTouched(by: commit) }
      return state.hasWork ? state.source : nil
    }
    if let source { refreshSoon(source) }
  }

  /// Marks the queries that deferred commits touch.
  ///
  /// They are looked up outside of the lock, since committing threads wait for it.
  private func markTouched() {
    while true {
      // The registry is copied if it is changed while it is retained here.
      let searched = state.withLock { state -> ([PendingCommit], QueryRegistry<Int>)? in
        let commits = state.commits.beginSearch()
        return commits.isEmpty ? nil : (commits, state.registry)
      }
      guard let (commits, registry) = searched else { return }
      var marks: [Int: LiveQueryMark] = [:]
      for commit in commits {
        commit.mark(registry.queries(touchedBy: commit.changes), in: &marks)
      }
      let isCurrent = !commits.contains(where: \.invalidatesFilters)
      state.withLock { $0.add(marks, foundBy: isCurrent ? registry.version : nil) }
    }
  }

  /// Accesses the state once all queries that commits touch have been marked.
  private func withTouchedMarked<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    markTouched()
    return state.withLock { state in
      // Few commits arrive while searching, so look them up here.
      state.markTouched()
      return body(&state)
    }
  }

  /// Schedules reading of the marked queries.
  ///
  /// - Parameter isUrgent: Whether somebody waits for it.
  func refreshSoon(_ source: Source, isUrgent: Bool = false) {
    let isNeeded = state.withLock { state in
      guard state.hasWork else { return false }
      switch state.refreshing {
      case .running:
        wakeRequests.add(1, ordering: .releasing)
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
  /// - Parameter maySpin: Whether to stay awake for the next commit; false during steady writing,
  ///   when writers run better alone.
  private func refresh(_ source: Source, maySpin: Bool = true) {
    while awaitWork(maySpin: maySpin) {
      let start = ContinuousClock.now
      let startedCount = source.startedCount
      var refreshes: [QueryRefresh]
      var (hidesCommits, isObstructed) = (false, false)
      do { (refreshes, hidesCommits, isObstructed) = try read(source) } catch {
        refreshes = takeUnread().map { $0.failed(error, in: Snapshot.self, region: $0.readRegion) }
      }
      let isBusy = publish(
        refreshes,
        source,
        begunBefore: startedCount,
        hidesCommits: hidesCommits
      )
      // What is left waits for a table that somebody else has locked.
      if isObstructed, refreshes.isEmpty, pausesForWork() {
        return scheduler.run(after: LiveObstacle.interval) { self.resume(source) }
      }
      // If reported commits are not visible yet, check for them from time to time.
      let duration = refreshes.isEmpty ? .microseconds(250) : ContinuousClock.now - start
      if isBusy, let pause = pause(after: duration, hasRead: !refreshes.isEmpty) {
        return scheduler.run(after: pause) { self.resume(source) }
      }
    }
  }

  /// Wakes the thread for an upcoming commit, so that it is ready when the commit has ended.
  ///
  /// The committing thread must not pay for it: if the thread would only wait in vain, or on the
  /// committing thread's processor, it is left asleep.
  private func prepareForCommit() {
    let source = state.withLock { state -> Source? in
      guard case .idle = state.refreshing, let source = state.source,
        scheduler.shouldSpin(for: .upcoming)
      else { return nil }
      state.refreshing = .running
      return source
    }
    guard let source else { return }
    let reported = source.reportedCount
    scheduler.run {
      self.scheduler.spin(for: .upcoming) { source.reportedCount != reported }
      self.refresh(source)
    }
  }

  /// Returns whether there is something to read.
  ///
  /// If commits come fast, the thread stays awake for the next one.
  private func awaitWork(maySpin: Bool) -> Bool {
    let seen = wakeRequests.load(ordering: .acquiring)
    switch next(maySpin: maySpin) {
    case .work: return true
    case .rest: return false
    case .spin:
      if scheduler.shouldSpin(for: .next) {
        scheduler.spin(for: .next) { wakeRequests.load(ordering: .acquiring) != seen }
      }
      return next(maySpin: false) == .work
    }
  }

  private func next(maySpin: Bool) -> NextStep {
    let now = scheduler.now
    return withTouchedMarked { state in
      guard state.marked.isEmpty else { return .work }
      if maySpin {
        defer { state.idleSince = now }
        if let last = state.idleSince, now - last < .microseconds(200) { return .spin }
      }
      state.refreshing = .idle
      return .rest
    }
  }

  /// Returns how long to leave the processor to writers that committed again during the reading.
  ///
  /// It does not delay a single commit, a commit in response to a result, or a new query. It does
  /// not delay a commit that somebody waits for either, unless it was not visible yet, so that
  /// nothing was read.
  private func pause(after duration: Duration, hasRead: Bool) -> Duration? {
    withTouchedMarked { state in
      guard !state.marked.isEmpty, !hasRead || state.syncPoints.isEmpty,
        state.marked.values.allSatisfy({ $0.waiters.isEmpty && $0.cause != .initial })
      else { return nil }
      state.refreshing = .paused
      return .microseconds(min(duration.microseconds * 4, 50_000))
    }
  }

  /// Pauses, unless there is nothing to read.
  private func pausesForWork() -> Bool {
    state.withLock { state in
      if state.hasWork { state.refreshing = .paused }
      return state.hasWork
    }
  }

  private func resume(_ source: Source) {
    let isPaused = state.withLock { state in
      guard case .paused = state.refreshing else { return false }
      state.refreshing = .running
      return true
    }
    if isPaused { refresh(source, maySpin: false) }
  }
}

/// The next step of an engine's thread.
private enum NextStep {
  case work
  /// Waits for another commit for a short time, awake.
  case spin
  case rest
}

// MARK: - Reading

extension LiveQueryEngine {
  /// Reads the marked queries in one snapshot in which all other live queries would be unchanged.
  ///
  /// Queries that read a locked table stay marked, and are read in a snapshot of their own.
  ///
  /// - Returns: The results, whether commits were reported that the snapshot does not show, and
  ///   whether a table is locked.
  private func read(_ source: Source) throws
    -> ([QueryRefresh], hidesCommits: Bool, isObstructed: Bool)
  {
    try register(in: source)
    // Before the first reading no query's rows are known, so each commit marks all queries that may
    // see its rows.
    state.withLock { state in
      if !state.reportsOldRows { state.invisible.begin() }
      state.snapshotCount += 1
    }
    return try source.readReported { db, contents in
      let (runs, readings) = takeMarked(shownIn: contents) { region in
        db.obstacle(to: region)?.isToWaitFor == true
      }
      let refreshes = runs.compactMap { run -> QueryRefresh? in
        if case .fails(let error)? = db.obstacle(to: run.region) {
          return run.failed(error, in: Snapshot.self)
        }
        return readings[run.id].map {
          noted(run.checked(run.read(db, by: $0, number: contents.number), by: source))
        }
      }
      return (refreshes, !contents.hidden.isEmpty, db.obstacle(to: .fullDatabase) != nil)
    }
  }

  /// Records what a query has read, since the connection may fail before the result is published.
  private func noted(_ refresh: QueryRefresh) -> QueryRefresh {
    if let region = refresh.region {
      state.withLock { $0.running[refresh.run.id]?.readRegion = region }
    }
    return refresh
  }

  /// Returns the marked queries whose commits are reported, and marks them as being read.
  ///
  /// Changes later than the snapshot stay marked, since it does not contain them.
  ///
  /// - Parameters:
  ///   - contents: The commits that the snapshot shows.
  ///   - all: Whether to include queries whose commits are not reported.
  ///   - isWaiting: Returns whether a query that reads a region has to stay marked.
  private func takeMarked(
    shownIn contents: SnapshotContents = .everything,
    all: Bool = false,
    unless isWaiting: (Region) -> Bool = { _ in false }
  ) -> (runs: [LiveQueryRun], readings: [Int: any LiveQueryReading<Snapshot>]) {
    withTouchedMarked { state in
      // Commits from before the feed are in the snapshot, or hidden.
      if !all {
        state.lastNumber = max(state.lastNumber, contents.number)
        state.invisible.add(contents)
      }
      var runs: [LiveQueryRun] = []
      for id in state.marked.keys.sorted() where all || state.registry.contains(id) {
        let region = state.registry.region(of: id) ?? Region()
        guard !isWaiting(region), let core = state.queries[id]?.core,
          let mark = state.takeMark(of: id, shownIn: contents, failing: all)
        else { continue }
        var run = LiveQueryRun(id: id, core: core, mark: mark, reportedRows: state.feedRows)
        run.region = region
        if !state.reportsOldRows { run.tableOfKnownRows = state.registry.tableOfKnownRows(of: id) }
        state.running[id] = run
        runs.append(run)
      }
      for changes in contents.hidden { state.keep(changes, for: runs) }
      return (runs, state.readings)
    }
  }

  /// Returns the queries being read when the connection failed, or all marked ones if it failed
  /// before.
  private func takeUnread() -> [LiveQueryRun] {
    let taken = state.withLock { $0.running }
    guard !taken.isEmpty else { return takeMarked(all: true).runs }
    return taken.values.sorted { $0.id < $1.id }
  }

  /// Subscribes to the commits that touch the queries, before they are read.
  ///
  /// Until a query has run, its tables may be unknown, and then every commit notifies it.
  private func register(in source: Source) throws {
    let unknown = state.withLock { state -> [(Int, any LiveQueryReading<Snapshot>)] in
      let ids = state.marked.keys.filter { !state.registry.contains($0) }
      return ids.compactMap { id in state.readings[id].map { (id, $0) } }
    }
    if !unknown.isEmpty {
      let regions = try source.read { db in
        db.prepareRegions(of: unknown.compactMap { $0.1.query })
        return unknown.map { id, core in (id, (try? core.region(db)) ?? .fullDatabase) }
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
    source.onUpcomingCommit { [weak self] in self?.prepareForCommit() }
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
  /// Whether a query must be read, or a commit examined.
  var hasWork: Bool { !marked.isEmpty || !commits.isEmpty }

  /// Whether commits keep coming while queries are read.
  fileprivate var isFallingBehind: Bool {
    if case .paused = refreshing { true } else { !commits.isEmpty }
  }

  /// Marks the queries that deferred commits touch.
  mutating func markTouched() { for commit in commits.takeAll() { markTouched(by: commit) } }

  /// Marks the queries found for deferred commits, unless a subscription has already done so.
  ///
  /// - Parameters:
  ///   - marks: The marks of the queries that were found.
  ///   - version: The version of the registry that was searched; `nil` if the search must be
  ///     repeated.
  fileprivate mutating func add(_ marks: [Int: LiveQueryMark], foundBy version: Int?) {
    let searched = commits.takeSearched()
    if searched.isEmpty { return }
    guard version == registry.version else {
      for commit in searched { markTouched(by: commit) }
      return
    }
    for (id, mark) in marks {
      if marked[id] == nil { marked[id] = mark } else { marked[id]?.add(mark) }
    }
  }

  /// Marks the queries that a commit touches.
  fileprivate mutating func markTouched(by commit: PendingCommit) {
    commit.mark(registry.queries(touchedBy: commit.changes), in: &marked)
    if !reportsOldRows { registry.note(commit.changes) }
    if commit.invalidatesFilters { registry.removeFilters() }
  }

  /// Marks a query if it still exists, in addition to later marks.
  mutating func mark(_ id: Int, as mark: LiveQueryMark) {
    guard queries[id] != nil else { return }
    var mark = mark
    if let later = marked[id] { mark.add(later) }
    marked[id] = mark
  }

  /// Marks queries that are being read for a commit that the snapshot does not show.
  ///
  /// This includes queries that the commit did not mark, because they were added after it was
  /// reported.
  fileprivate mutating func keep(_ changes: ChangeSet, for runs: [LiveQueryRun]) {
    let touched = registry.queries(touchedBy: changes)
    for run in runs where touched.contains(run.id) {
      if marked[run.id]?.contains(changes.number) == true { continue }
      let cause = LiveQueryUpdate.Cause(changes.origin)
      marked[run.id, default: LiveQueryMark(cause: cause)].add(changes)
    }
  }

  /// Takes the mark of a query, and leaves what a snapshot does not show, and loads that were
  /// requested since it began to be opened.
  ///
  /// - Parameter failing: Whether the query fails, so that no load is left.
  /// - Returns: `nil` if there is nothing to read.
  fileprivate mutating func takeMark(
    of id: Int,
    shownIn contents: SnapshotContents,
    failing: Bool
  ) -> LiveQueryMark? {
    guard var mark = marked[id] else { return nil }
    let late = failing ? [] : mark.takeLoads(since: snapshotCount)
    let wasOnlyLoad = !late.isEmpty && mark.isEmpty && queries[id]?.isKnown == true
    guard !wasOnlyLoad, mark.isToRead(in: contents) else { return nil }
    marked[id] = mark.takeChanges(notIn: contents)
    for load in late { marked[id, default: LiveQueryMark(cause: .initial)].add(load) }
    return mark
  }
}
