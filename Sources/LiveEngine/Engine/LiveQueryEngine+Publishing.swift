import DatabaseTypes
import IncrementalQueries
import Synchronization

extension LiveQueryEngine {
  /// Makes all results visible in one step, and wakes who waits for one.
  ///
  /// - Parameters:
  ///   - begunCount: How many commits had begun before they were read.
  ///   - hidesCommits: Whether commits were told that the snapshot does not show.
  /// - Returns: Whether something was written while they were read.
  func publish(
    _ results: [LiveQueryResult],
    _ source: Source,
    begunBefore begunCount: Int,
    hidesCommits: Bool = false
  ) -> Bool {
    let publication = LivePublication(stage)
    let (isBusy, failures, grown) = turn.withLock { _ in
      let taken = state.withLock { $0.take(results) }
      publication.apply(taken.uses)
      publication.store(taken.deliveries)
      return (taken.isBusy, taken.failures, taken.grown)
    }
    tellNewcomers()
    planRetry(of: failures)
    for report in results.compactMap(\.outcome.report) { source.report(report) }
    // Before anybody is woken and writes: who subscribes during a transaction is told that any table may have changed.
    subscribeToChanges(source)
    // A commit that came meanwhile was compared with what they read before.
    if !grown.isEmpty, hidesCommits || source.begunCount != begunCount { readAgain(grown) }
    let waited = results.filter { !$0.run.mark.waiters.isEmpty }
    publication.wake {
      for result in waited {
        for waiter in result.run.mark.waiters {
          waiter.resume(result.outcome.loaded)
        }
      }
    }
    didPublish(results)
    return isBusy
  }

  /// Tells sinks that came lately what is known.
  ///
  /// Where somebody makes results visible, that thread does it afterwards: who subscribes waits for nobody.
  func tellNewcomers() {
    while state.withLock({ $0.hasNewcomers }) {
      let publication = LivePublication(stage)
      let isDone = turn.withLockIfAvailable { _ in
        let (uses, deliveries) = state.withLock { $0.takeNewcomers() }
        publication.apply(uses)
        publication.store(deliveries)
        return true
      }
      if isDone == nil { return }
      publication.wake()
    }
  }

  /// Marks queries of which it is not known whether a commit touched them.
  private func readAgain(_ runs: [LiveQueryRun]) {
    state.withLock { state in
      for run in runs { state.mark(run.id, as: LiveQueryMark(retryAfter: run.mark.cause)) }
    }
  }

  /// Has a query read as a whole of which a patch did not fit its result.
  ///
  /// On the thread that reads, which therefore reads nothing meanwhile.
  func heal(_ failed: FailedPatch) {
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

/// Results on their way out of the engine's state.
private struct TakenResults: Sendable {
  var deliveries: [LivePublication.Delivery] = []
  var uses: [MainActorUse] = []
  /// How many failures in a row there were of each query that is to be read again.
  var failures: [Int: Int] = [:]
  /// Those that have read more than was known.
  var grown: [LiveQueryRun] = []
  var isBusy = false
}

extension LiveQueryEngine.State {
  /// Takes in results, and tells who is told of them.
  fileprivate mutating func take(_ results: [LiveQueryResult]) -> TakenResults {
    var taken = TakenResults()
    // What was put down is marked before it is found by the rows that queries keep.
    if results.contains(where: { $0.knownRows != nil }) { markTouched() }
    for result in results {
      running[result.run.id] = nil
      if updateRegion(for: result) { taken.grown.append(result.run) }
      taken.failures[result.run.id] = queries[result.run.id]?.planRetry(of: result)
      if let delivery = queries[result.run.id]?.receive(result) {
        taken.deliveries.append(delivery)
      }
    }
    takeKnownRows(of: results)
    let known = takeNewcomers()
    taken.uses = known.uses
    taken.deliveries += known.deliveries
    publishing = results.map(\.run)
    taken.isBusy = hasWork
    return taken
  }

  fileprivate var hasNewcomers: Bool { !newcomers.isEmpty || !changedUses.isEmpty }

  /// Takes out the sinks that can be told what is known, and of which queries others than before are told on the main actor.
  fileprivate mutating func takeNewcomers()
    -> (uses: [MainActorUse], deliveries: [LivePublication.Delivery])
  {
    defer { (newcomers, changedUses) = ([], []) }
    let uses = changedUses.compactMap { id in
      queries[id]?.takeChangedUse().flatMap { isUsed in
        queries[id].map { MainActorUse(core: $0.core, isUsed: isUsed) }
      }
    }
    return (uses, newcomers.compactMap { queries[$0.query]?.takeKnown(for: $0.sink, of: $0.query) })
  }

  /// Registers what a query has read, so that commits which touch it are told.
  ///
  /// What has failed is read again where what it read before changes, or any table does if none is known.
  ///
  /// - Returns: Whether it has read more than it was registered for.
  fileprivate mutating func updateRegion(for result: LiveQueryResult) -> Bool {
    let id = result.run.id
    guard let known = registry.region(of: id) else { return false }
    if case .success = result.outcome.loaded {
      guard let read = result.outcome.region else { return false }
      registry.update(id, region: read, filters: result.outcome.filters)
    } else {
      let read = result.outcome.region ?? Region()
      let region = known.isFullDatabase ? read : known.union(read)
      registry.update(id, region: region.isEmpty ? .fullDatabase : region)
    }
    return result.outcome.region.map { known.union($0) != known } ?? false
  }
}
