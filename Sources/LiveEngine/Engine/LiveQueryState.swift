import DatabaseTypes
import IncrementalQueries

/// Why a query has to be read again.
struct LiveQueryMark: Sendable {
  let cause: LiveQueryUpdate.Cause
  let noticed: ContinuousClock.Instant
  private(set) var commitCount = 0
  /// Who waits until it has been read.
  private(set) var waiters: [LoadWaiter] = []
  private var changes: [ChangeSet] = []
  private var keyCount = 0
  /// Whether the changes are not all that may have come: it could not be read, or has read tables of which it was not
  /// told before.
  private var isRetry = false
  /// Whether the changes are no commit's alone.
  private var isOfManyCommits = false

  /// So many keys are not worth keeping: the result is read as a whole.
  private static let mostKeys = 20_000

  init(cause: LiveQueryUpdate.Cause, noticed: ContinuousClock.Instant = .now) {
    self.cause = cause
    self.noticed = noticed
  }

  /// That of a query that is read again as a whole.
  init(retryAfter cause: LiveQueryUpdate.Cause) {
    self.init(cause: cause)
    isRetry = true
  }

  mutating func add(_ changes: ChangeSet) {
    commitCount += 1
    keyCount += changes.rowCount
    if keyCount <= Self.mostKeys {
      self.changes.append(changes)
    } else {
      let isSchema = changes.changesSchema || self.changes.contains(where: \.changesSchema)
      isOfManyCommits = true
      self.changes = [.anything(changesSchema: isSchema, number: changes.number)]
    }
  }

  mutating func add(_ waiter: LoadWaiter) { waiters.append(waiter) }

  /// Adds what came later.
  mutating func add(_ other: LiveQueryMark) {
    for changes in other.changes { add(changes) }
    commitCount += other.commitCount - other.changes.count
    waiters += other.waiters
    isRetry = isRetry || other.isRetry
  }

  /// Whether a commit is one of those for which it has to be read.
  func contains(_ number: Int) -> Bool { changes.contains { $0.number == number } }

  /// Whether it has to be read for commits after a number.
  func hasChanges(after number: Int) -> Bool { changes.contains { $0.number > number } }

  /// Whether it has to be read for commits after a number, and for nothing else.
  func isOnly(after number: Int) -> Bool {
    !isRetry && !changes.isEmpty && changes.allSatisfy { $0.number > number }
  }

  /// Whether there is anything to read in a snapshot.
  func isToRead(in contents: SnapshotContents) -> Bool {
    cause == .initial || isRetry || !waiters.isEmpty || isOfManyCommits && !changes.isEmpty
      || changes.contains { contents.contains($0.number) }
  }

  /// Takes out what a snapshot does not show.
  ///
  /// - Returns: What was taken out; `nil` where it shows all.
  mutating func takeChanges(notIn contents: SnapshotContents) -> LiveQueryMark? {
    guard let first = changes.first(where: { !contents.contains($0.number) }) else { return nil }
    var later = LiveQueryMark(cause: LiveQueryUpdate.Cause(first.origin), noticed: noticed)
    for changes in changes where !contents.contains(changes.number) { later.add(changes) }
    // Some of what many commits changed together may be shown.
    if !isOfManyCommits { changes.removeAll { !contents.contains($0.number) } }
    commitCount -= later.commitCount
    return later
  }

  /// What each of the commits changed; `nil` where that is not known of all.
  var changesOfCommits: [ChangeSet]? { isRetry || isOfManyCommits ? nil : changes }

  /// What changed; `nil` where the query has not been read before, or could not be.
  ///
  /// Who waits for the query to be loaded wants all of it read.
  var mergedChanges: ChangeSet? {
    if cause == .initial || isRetry, changes.isEmpty, waiters.isEmpty { return nil }
    if isRetry || !waiters.isEmpty {
      return .anything(changesSchema: changes.contains(where: \.changesSchema))
    }
    return changes.count == 1 ? changes[0] : ChangeSet(merging: changes)
  }
}

extension LiveQueryUpdate.Cause {
  /// The one that a commit is.
  init(_ origin: ChangeSet.Origin) {
    self = origin == .thisProcess ? .thisProcess : .otherProcess
  }
}

/// A query that is about to be read.
struct LiveQueryRun: Sendable {
  let id: Int
  let core: any AnyLiveQueryCore
  let mark: LiveQueryMark
  /// The table of which it is known which rows the query keeps.
  var tableOfKnownRows: TableName?
  /// The tables of whose changed rows the values are told.
  var toldRows = Region()
}

/// The result of reading a query.
struct LiveQueryResult: Sendable {
  let run: LiveQueryRun
  let outcome: LiveOutcome
  /// The number of the last change set that it holds.
  var number = 0
  var duration = Duration.zero
  /// How many rows the database gave for it.
  var steppedRowCount = 0
  /// Which rows it keeps; `nil` where that does not matter, or it was not read.
  var knownRows: KnownRows?
}

extension LiveQueryRun {
  /// Runs the query.
  func read<Snapshot: LiveSnapshot>(
    _ db: Snapshot,
    by core: any LiveQueryReading<Snapshot>,
    number: Int
  ) -> LiveQueryResult {
    let start = ContinuousClock.now
    let stepped = db.steppedRowCount
    let outcome = core.read(db, mark)
    return LiveQueryResult(
      run: self,
      outcome: outcome,
      number: number,
      duration: ContinuousClock.now - start,
      steppedRowCount: db.steppedRowCount - stepped,
      knownRows: db.tellsOldRows ? nil : core.knownRows(after: self, isNew: outcome.region != nil)
    )
  }

  /// The result where the connection failed, before the query was read or after it.
  func failed<Snapshot: LiveSnapshot>(
    _ error: any Error,
    in snapshot: Snapshot.Type
  ) -> LiveQueryResult {
    core.forgetMaintenance()
    return LiveQueryResult(run: self, outcome: .failed(error, in: snapshot))
  }
}

/// A live query, what it gave last, and who is told of its results.
struct LiveQueryState: Sendable {
  let core: any AnyLiveQueryCore
  private(set) var counts = LiveQueryCounts()
  private(set) var latest: ResultStamp?
  private(set) var hasFailed = false
  /// How many failures in a row there were that may pass.
  private var failureCount = 0
  /// What made the query run that is to be read again.
  private var retryCause: LiveQueryUpdate.Cause?
  private var sinks: [Int: any AnyLiveSink] = [:]
  /// Those that have been told nothing yet.
  private var newSinks: Set<Int> = []
  private var mainActorSinkCount = 0
  /// Whether its core has a result for the main actor.
  private var hasMainActorResult = false

  init(_ core: any AnyLiveQueryCore) { self.core = core }

  var isUnused: Bool { sinks.isEmpty }

  /// All who are told of its results.
  var allSinks: [any AnyLiveSink] { Array(sinks.values) }

  /// Whether a new sink can be told of a result though nothing is read.
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

  /// The news for a sink that has been told nothing yet: the result that is known.
  mutating func takeKnown(for sinkID: Int, of query: Int) -> LivePublication.Delivery? {
    guard let latest, !hasFailed, newSinks.remove(sinkID) != nil, let sink = sinks[sinkID] else {
      return nil
    }
    return .init(id: query, sinks: [sink], event: .result(latest, nil))
  }

  /// Whether somebody is told on the main actor now, where nobody was before, or the other way round.
  mutating func takeChangedUse() -> Bool? {
    let isUsed = mainActorSinkCount > 0
    if isUsed == hasMainActorResult { return nil }
    hasMainActorResult = isUsed
    return isUsed
  }

  /// Takes in a result.
  ///
  /// - Returns: Who is told what: all, or, where nothing has changed, those who have been told nothing yet.
  mutating func receive(_ result: LiveQueryResult) -> LivePublication.Delivery {
    let id = result.run.id
    defer { newSinks = [] }
    counts.add(result)
    switch result.outcome.change {
    case .failed(let error, let mayPass):
      hasFailed = true
      if !mayPass { failureCount = 0 }
      return .init(id: id, sinks: allSinks, event: .failure(error))
    case .changed(let change, let difference):
      (failureCount, hasFailed) = (0, false)
      let stamp = ResultStamp(result, version: (latest?.version ?? 0) + 1)
      latest = stamp
      return .init(id: id, change: change, sinks: allSinks, event: .result(stamp, difference))
    case .unchanged:
      failureCount = 0
      guard let latest else { return .init(id: id, sinks: [], event: .end) }
      // Those who have loaded it again are told that it is loaded, and all that it does not fail any more.
      let isForAll = !result.run.mark.waiters.isEmpty || hasFailed
      hasFailed = false
      let told = isForAll ? allSinks : newSinks.compactMap { sinks[$0] }
      return .init(id: id, sinks: told, event: .result(latest, nil))
    }
  }

  /// A patch did not fit the result.
  mutating func patchFailed() { counts.patchFailed() }

  /// Plans to read it again after a failure that may pass, unless that is planned.
  ///
  /// - Returns: How many failures in a row there were; `nil` where there is nothing to plan.
  mutating func planRetry(of result: LiveQueryResult) -> Int? {
    guard case .failed(_, mayPass: true) = result.outcome.change else { return nil }
    failureCount += 1
    defer { retryCause = result.run.mark.cause }
    return retryCause == nil ? failureCount : nil
  }

  /// The time has come to read it again.
  ///
  /// - Returns: What made the query run; `nil` where it has been read meanwhile.
  mutating func takeRetry() -> LiveQueryUpdate.Cause? {
    defer { retryCause = nil }
    return hasFailed ? retryCause : nil
  }
}
