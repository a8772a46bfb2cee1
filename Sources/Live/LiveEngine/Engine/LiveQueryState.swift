import DatabaseTypes
import IncrementalQueries

/// A task that waits until a query has been read again.
struct RequestedLoad: Sendable {
  let waiter: LoadWaiter
  /// The number of snapshots that had begun to be opened when it asked.
  let snapshot: Int
}

/// The reasons for which a query has to be read again.
struct LiveQueryMark: Sendable {
  let cause: LiveQueryUpdate.Cause
  let noticed: ContinuousClock.Instant
  private(set) var commitCount = 0
  /// The tasks that wait until it has been read, each in a snapshot opened after it had asked.
  private var loads: [RequestedLoad] = []
  private var changes: [ChangeSet] = []
  private var keyCount = 0
  /// Whether the changes may be incomplete.
  ///
  /// The query could not be read, or has read tables whose commits were not reported before.
  private var isRetry = false
  /// Whether the changes are those of several commits together.
  private var isOfManyCommits = false

  /// The largest number of keys worth keeping; with more, the result is read as a whole.
  private static let maxKeys = 20_000

  init(cause: LiveQueryUpdate.Cause, noticed: ContinuousClock.Instant = .now) {
    self.cause = cause
    self.noticed = noticed
  }

  /// Creates a mark for a query that is read again as a whole.
  init(retryAfter cause: LiveQueryUpdate.Cause) {
    self.init(cause: cause)
    isRetry = true
  }

  mutating func add(_ changes: ChangeSet) {
    commitCount += 1
    keyCount += changes.rowCount
    if keyCount <= Self.maxKeys {
      self.changes.append(changes)
    } else {
      let isSchema = changes.changesSchema || self.changes.contains(where: \.changesSchema)
      isOfManyCommits = true
      self.changes = [.anything(changesSchema: isSchema, number: changes.number)]
    }
  }

  /// The tasks that wait until it has been read.
  var waiters: [LoadWaiter] { loads.map(\.waiter) }

  mutating func add(_ load: RequestedLoad) { loads.append(load) }

  /// Removes and returns the loads that were requested since a snapshot began to be opened, which
  /// may not show what was committed before they were.
  mutating func takeLoads(since snapshot: Int) -> [RequestedLoad] {
    let late = loads.filter { $0.snapshot >= snapshot }
    loads.removeAll { $0.snapshot >= snapshot }
    return late
  }

  /// Adds a later mark.
  mutating func add(_ other: LiveQueryMark) {
    for changes in other.changes { add(changes) }
    commitCount += other.commitCount - other.changes.count
    loads += other.loads
    isRetry = isRetry || other.isRetry
  }

  /// Whether there is no reason, beside that a query may not have been read before.
  var isEmpty: Bool { cause == .initial && !isRetry && changes.isEmpty && loads.isEmpty }

  /// Returns whether a commit is one of the reasons.
  func contains(_ number: Int) -> Bool { changes.contains { $0.number == number } }

  /// Returns whether commits after a number are among the reasons.
  func hasChanges(after number: Int) -> Bool { changes.contains { $0.number > number } }

  /// Returns whether commits after a number are the only reasons.
  func isOnly(after number: Int) -> Bool {
    !isRetry && !changes.isEmpty && changes.allSatisfy { $0.number > number }
  }

  /// Returns whether there is anything to read in a snapshot.
  func isToRead(in contents: SnapshotContents) -> Bool {
    cause == .initial || isRetry || !loads.isEmpty || isOfManyCommits && !changes.isEmpty
      || changes.contains { contents.contains($0.number) }
  }

  /// Removes the changes that a snapshot does not show.
  ///
  /// - Returns: A mark with these changes; `nil` if the snapshot shows all of them.
  mutating func takeChanges(notIn contents: SnapshotContents) -> LiveQueryMark? {
    guard let first = changes.first(where: { !contents.contains($0.number) }) else { return nil }
    var later = LiveQueryMark(cause: LiveQueryUpdate.Cause(first.origin), noticed: noticed)
    for changes in changes where !contents.contains(changes.number) { later.add(changes) }
    // If changes of several commits were merged, the snapshot may show some of them.
    if !isOfManyCommits { changes.removeAll { !contents.contains($0.number) } }
    commitCount -= later.commitCount
    return later
  }

  /// The changes of each commit; `nil` if they are not known for all.
  var changesOfCommits: [ChangeSet]? { isRetry || isOfManyCommits ? nil : changes }

  /// All changes; `nil` if the query has not been read before, or could not be read.
  ///
  /// A task that waits for the query to be loaded has all of it read.
  var mergedChanges: ChangeSet? {
    if cause == .initial || isRetry, changes.isEmpty, loads.isEmpty { return nil }
    if isRetry || !loads.isEmpty {
      return .anything(changesSchema: changes.contains(where: \.changesSchema))
    }
    return changes.count == 1 ? changes[0] : ChangeSet(merging: changes)
  }
}

extension LiveQueryUpdate.Cause {
  /// Creates the cause for a commit.
  init(_ origin: ChangeSet.Origin) {
    self = origin == .thisProcess ? .thisProcess : .otherProcess
  }
}

/// A live query, its latest result, and its subscribers.
struct LiveQueryState: Sendable {
  let core: any AnyLiveQueryCore
  private(set) var counts = LiveQueryCounts()
  private(set) var latest: ResultVersion?
  private(set) var hasFailed = false
  /// The number of consecutive transient failures.
  private var failureCount = 0
  /// The cause of the failed run, if it is to be repeated.
  private var retryCause: LiveQueryUpdate.Cause?
  private var sinks: [Int: any AnyLiveSink] = [:]
  /// The sinks that have not been notified of anything yet.
  private var newSinks: Set<Int> = []
  private var mainActorSinkCount = 0
  /// Whether its core has a result for the main actor.
  private var hasMainActorResult = false

  init(_ core: any AnyLiveQueryCore) { self.core = core }

  var isUnused: Bool { sinks.isEmpty }

  /// All subscribers to its results.
  var allSinks: [any AnyLiveSink] { Array(sinks.values) }

  /// Whether a new sink can be given a result without reading anything.
  var isKnown: Bool { latest != nil && !hasFailed }

  mutating func add(_ sink: any AnyLiveSink, as id: Int) {
    if sink.delivery.isOnMainActor { mainActorSinkCount += 1 }
    sinks[id] = sink
    newSinks.insert(id)
  }

  mutating func remove(_ id: Int) -> (any AnyLiveSink)? {
    newSinks.remove(id)
    let sink = sinks.removeValue(forKey: id)
    if sink?.delivery.isOnMainActor == true { mainActorSinkCount -= 1 }
    return sink
  }

  /// Returns the step that gives the known result to a sink that has not been notified yet.
  mutating func takeKnown(for sinkID: Int, of query: Int) -> PublicationStep? {
    guard let latest, !hasFailed, newSinks.remove(sinkID) != nil, let sink = sinks[sinkID] else {
      return nil
    }
    return .init(query: query, sinks: [sink], event: .result(latest, nil))
  }

  /// Returns whether the query is now used on the main actor, if that has changed.
  mutating func takeChangedUse() -> Bool? {
    let isUsed = mainActorSinkCount > 0
    if isUsed == hasMainActorResult { return nil }
    hasMainActorResult = isUsed
    return isUsed
  }

  /// Records a result.
  ///
  /// - Returns: The step of its publication: for all subscribers, or, if nothing has changed, for
  ///   those that have not been notified yet.
  mutating func receive(_ refresh: QueryRefresh) -> PublicationStep {
    let id = refresh.run.id
    defer { newSinks = [] }
    counts.add(refresh)
    switch refresh.change {
    case .failed(let error, let isTransient):
      hasFailed = true
      if !isTransient { failureCount = 0 }
      return .init(query: id, sinks: allSinks, event: .failure(error))
    case .changed(let change, let difference):
      (failureCount, hasFailed) = (0, false)
      let stamp = ResultVersion(refresh, version: (latest?.version ?? 0) + 1)
      latest = stamp
      return .init(query: id, change: change, sinks: allSinks, event: .result(stamp, difference))
    case .unchanged:
      failureCount = 0
      guard let latest else { return .init(query: id, sinks: [], event: .end) }
      // A subscriber that has loaded it again learns that it is loaded, and after a failure all
      // learn that it no longer fails.
      let isForAll = !refresh.run.mark.waiters.isEmpty || hasFailed
      hasFailed = false
      let reported = isForAll ? allSinks : newSinks.compactMap { sinks[$0] }
      return .init(query: id, sinks: reported, event: .result(latest, nil))
    }
  }

  /// Records that a patch did not fit the result.
  mutating func patchFailed() { counts.patchFailed() }

  /// Plans to read it again after a transient failure, unless that is already planned.
  ///
  /// - Returns: The number of consecutive failures; `nil` if there is nothing to plan.
  mutating func planRetry(of refresh: QueryRefresh) -> Int? {
    guard case .failed(_, isTransient: true) = refresh.change else { return nil }
    failureCount += 1
    defer { retryCause = refresh.run.mark.cause }
    return retryCause == nil ? failureCount : nil
  }

  /// Takes the planned retry when its time has come.
  ///
  /// - Returns: The cause of the failed run; `nil` if the query has been read since.
  mutating func takeRetry() -> LiveQueryUpdate.Cause? {
    defer { retryCause = nil }
    return hasFailed ? retryCause : nil
  }
}
