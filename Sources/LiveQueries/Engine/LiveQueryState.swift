import DatabaseTypes
import SQLiteDatabase

/// Why a query has to be read again.
struct LiveQueryMark: Sendable {
  let cause: LiveQueryUpdate.Cause
  let noticed: ContinuousClock.Instant
  private(set) var commitCount = 0
  /// Who waits until it has been read.
  private(set) var waiters: [LoadWaiter] = []

  init(cause: LiveQueryUpdate.Cause, noticed: ContinuousClock.Instant = .now) {
    self.cause = cause
    self.noticed = noticed
  }

  mutating func addCommit() { commitCount += 1 }

  mutating func add(_ waiter: LoadWaiter) { waiters.append(waiter) }

  mutating func add(_ other: LiveQueryMark) {
    commitCount += other.commitCount
    waiters += other.waiters
  }
}

/// A query that is about to be read.
struct LiveQueryRun: Sendable {
  let id: Int
  let request: AnyLiveRequest
  /// What it gave last.
  let latest: LiveSnapshot?
  var mark: LiveQueryMark
}

/// What reading a query gave.
struct LiveQueryResult: Sendable {
  let run: LiveQueryRun
  let outcome: Result<LiveSnapshot, any Error>
  /// Whether it is what the query gave last.
  var isSame = false
  /// What it read, as far as it came.
  var region = Region()
}

extension LiveQueryRun {
  /// Runs the query.
  func read(_ db: Database, number: Int) -> LiveQueryResult {
    let start = ContinuousClock.now
    let (reading, region) = db.recordingReads { try request.read(db) }
    let duration = ContinuousClock.now - start
    let outcome = reading.map {
      LiveSnapshot(reading: $0, number: number, duration: duration, mark: mark)
    }
    var isSame = false
    if let latest, case .success(let reading) = reading {
      isSame = request.isSame(latest.reading, reading)
    }
    return LiveQueryResult(run: self, outcome: outcome, isSame: isSame, region: region)
  }

  func failed(_ error: any Error) -> LiveQueryResult {
    LiveQueryResult(run: self, outcome: .failure(error))
  }
}

/// A live query, what it gave last, and who is told of its results.
struct LiveQueryState: Sendable {
  let request: AnyLiveRequest
  let database: any DatabaseWriter
  private(set) var latest: LiveSnapshot?
  private(set) var hasFailed = false
  private var sinks: [Int: any LiveSink] = [:]
  /// Those that have been told nothing yet.
  private var newSinks: Set<Int> = []

  init(_ request: AnyLiveRequest, _ database: any DatabaseWriter) {
    self.request = request
    self.database = database
  }

  var isUnused: Bool { sinks.isEmpty }

  /// All who are told of its results.
  var allSinks: [any LiveSink] { Array(sinks.values) }

  mutating func add(_ sink: any LiveSink, as id: Int) {
    sinks[id] = sink
    newSinks.insert(id)
  }

  mutating func remove(_ id: Int) -> (any LiveSink)? {
    newSinks.remove(id)
    return sinks.removeValue(forKey: id)
  }

  /// The result that a new sink can be told at once, where it is known.
  mutating func takeKnown(for id: Int) -> LiveEvent? {
    guard let latest, !hasFailed else { return nil }
    newSinks.remove(id)
    return .result(latest)
  }

  /// Takes in a result.
  ///
  /// - Returns: Who is told what: all, or, where nothing has changed, those who have been told nothing yet.
  mutating func receive(_ result: LiveQueryResult) -> (sinks: [any LiveSink], event: LiveEvent) {
    defer { newSinks = [] }
    switch result.outcome {
    case .failure(let error):
      hasFailed = true
      return (allSinks, .failure(error))
    case .success(let snapshot):
      if result.isSame, !hasFailed, let latest {
        // Those who have loaded it again are told that it is loaded.
        let isLoaded = !result.run.mark.waiters.isEmpty
        return (isLoaded ? allSinks : newSinks.compactMap { sinks[$0] }, .result(latest))
      }
      hasFailed = false
      latest = snapshot
      return (allSinks, .result(snapshot))
    }
  }
}
