import DatabaseTypes
import IncrementalQueries
import Synchronization

extension LiveQueryEngine {
  /// Makes all results visible in one step, and wakes the waiters for one.
  ///
  /// - Parameters:
  ///   - startedCount: The number of commits that had begun before the results were read.
  ///   - hidesCommits: Whether commits were reported that the snapshot does not show.
  /// - Returns: Whether something was written while they were read.
  func publish(
    _ refreshes: [QueryRefresh],
    _ source: Source,
    begunBefore startedCount: Int,
    hidesCommits: Bool = false
  ) -> Bool {
    let publication = LivePublication(publisher)
    let (isBusy, failures, grown) = turn.withLock { _ in
      let taken = state.withLock { $0.take(refreshes) }
      publication.apply(taken.uses)
      publication.store(taken.steps)
      return (taken.isBusy, taken.failures, taken.grown)
    }
    deliverToWaitingSinks()
    planRetry(of: failures)
    for report in refreshes.compactMap(\.report) { source.report(report) }
    // This comes before anybody is woken and writes, since subscribing during a transaction reports
    // that any table may have changed.
    subscribeToChanges(source)
    // Commits that arrived meanwhile were compared with what these queries read before.
    if !grown.isEmpty, hidesCommits || source.startedCount != startedCount { readAgain(grown) }
    let waited = refreshes.filter { !$0.run.mark.waiters.isEmpty }
    publication.wake {
      for refresh in waited {
        for waiter in refresh.run.mark.waiters {
          waiter.resume(refresh.loaded)
        }
      }
    }
    didPublish(refreshes)
    return isBusy
  }

  /// Delivers known results to new sinks.
  ///
  /// If a thread is publishing results, it does this afterwards, so that subscribing never waits.
  func deliverToWaitingSinks() {
    while state.withLock({ $0.hasWaitingSinks }) {
      let publication = LivePublication(publisher)
      let isDone = turn.withLockIfAvailable { _ in
        let (uses, steps) = state.withLock { $0.takeWaitingSinks() }
        publication.apply(uses)
        publication.store(steps)
        return true
      }
      if isDone == nil { return }
      publication.wake()
    }
  }

  /// Ends all queries, since the database was closed.
  func end() {
    let publication = LivePublication(publisher)
    var released: [Any] = []
    let (waiters, caughtUp) = turn.withLock { _ in
      let (steps, waiters, caughtUp) = state.withLock { state in
        if let feed = state.feed { released.append(feed) }
        state.feed = nil
        state.commits = PendingCommits()
        defer { state.marked = [:] }
        return (
          state.queries.map {
            PublicationStep(query: $0.key, sinks: $0.value.allSinks, event: .end)
          },
          state.marked.values.flatMap(\.waiters), state.takeAllSyncPoints()
        )
      }
      publication.store(steps)
      return (waiters, caughtUp)
    }
    deliverToWaitingSinks()
    publication.wake()
    for waiter in waiters { waiter.resume(.failure(CancellationError())) }
    wake(caughtUp)
  }

  /// Marks queries for which it is not known whether a commit touched them.
  private func readAgain(_ runs: [LiveQueryRun]) {
    state.withLock { state in
      for run in runs { state.mark(run.id, as: LiveQueryMark(retryAfter: run.mark.cause)) }
    }
  }

  /// Makes a query whose patch did not fit its result be read as a whole.
  ///
  /// This happens on the refreshing thread, so it reads nothing else at the same time.
  func recover(from failed: FailedPatch) {
    if failed.isOnMainActor {
      return scheduler.run { [weak self] in self?.startAgain(failed) }
    }
    startAgain(failed)
  }

  private func startAgain(_ failed: FailedPatch) {
    guard let core = state.withLock({ $0.queries[failed.query]?.core }) else { return }
    core.forgetResult()
    let source = state.withLock { state in
      state.queries[failed.query]?.patchFailed()
      state.mark(failed.query, as: LiveQueryMark(retryAfter: .thisProcess))
      return state.source
    }
    guard let source else { return }
    source.report(PatchVerification.report(core.text, core.plan, misfit: failed.error))
    refreshSoon(source)
  }
}

/// The results taken into the engine's state, and the steps that follow.
private struct TakenResults: Sendable {
  var steps: [PublicationStep] = []
  var uses: [MainActorUse] = []
  /// The numbers of consecutive failures of the queries that are to be read again.
  var failures: [Int: Int] = [:]
  /// The runs that read more than was known.
  var grown: [LiveQueryRun] = []
  var isBusy = false
}

extension LiveQueryEngine.State {
  /// Takes results into the state, and returns the subscribers to notify.
  fileprivate mutating func take(_ refreshes: [QueryRefresh]) -> TakenResults {
    var taken = TakenResults()
    // Mark deferred commits before the rows that queries keep change.
    if refreshes.contains(where: { $0.knownRows != nil }) { markTouched() }
    for refresh in refreshes {
      running[refresh.run.id] = nil
      if updateRegion(for: refresh) { taken.grown.append(refresh.run) }
      taken.failures[refresh.run.id] = queries[refresh.run.id]?.planRetry(of: refresh)
      if let step = queries[refresh.run.id]?.receive(refresh) {
        taken.steps.append(step)
      }
    }
    takeKnownRows(of: refreshes)
    let known = takeWaitingSinks()
    taken.uses = known.uses
    taken.steps += known.steps
    publishing = refreshes.map(\.run)
    taken.isBusy = hasWork
    return taken
  }

  fileprivate var hasWaitingSinks: Bool { !waitingSinks.isEmpty || !changedUses.isEmpty }

  /// Removes and returns new sinks for known results, and changes of the use on the main actor.
  fileprivate mutating func takeWaitingSinks()
    -> (uses: [MainActorUse], steps: [PublicationStep])
  {
    defer { (waitingSinks, changedUses) = ([], []) }
    let uses = changedUses.compactMap { id in
      queries[id]?.takeChangedUse().flatMap { isUsed in
        queries[id].map { MainActorUse(core: $0.core, isUsed: isUsed) }
      }
    }
    return (
      uses, waitingSinks.compactMap { queries[$0.query]?.takeKnown(for: $0.sink, of: $0.query) }
    )
  }

  /// Registers what a query has read, so that commits that touch it are reported.
  ///
  /// A failed query is read again when something changes that it read before, or when any table
  /// does if that is unknown.
  ///
  /// - Returns: Whether it has read more than it was registered for.
  fileprivate mutating func updateRegion(for refresh: QueryRefresh) -> Bool {
    let id = refresh.run.id
    guard let known = registry.region(of: id) else {
      // The connection failed before it was known what the query reads.
      if case .failure = refresh.loaded, queries[id] != nil {
        registry.insert(id, region: .fullDatabase)
      }
      return false
    }
    if case .success = refresh.loaded {
      guard let read = refresh.region else { return false }
      registry.update(id, region: read, filters: refresh.filters)
    } else {
      let read = refresh.region ?? Region()
      let region = known.isFullDatabase ? read : known.union(read)
      registry.update(id, region: region.isEmpty ? .fullDatabase : region)
    }
    return refresh.region.map { known.union($0) != known } ?? false
  }
}
