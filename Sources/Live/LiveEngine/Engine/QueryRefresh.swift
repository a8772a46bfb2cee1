import DatabaseTypes
import IncrementalQueries

/// A query that is about to be read.
struct LiveQueryRun: Sendable {
  let id: Int
  let core: any AnyLiveQueryCore
  let mark: LiveQueryMark
  /// The table whose rows kept by the query are known.
  var tableOfKnownRows: TableName?
  /// The tables whose changed rows are reported with values.
  var reportedRows = Region()
  /// The tables that it is known to read.
  var region = Region()
  /// The tables that it has read in this run, if they may differ from the known ones.
  var readRegion: Region?
}

/// The outcome of reading one live query in a snapshot: how its result changes, and what it reads.
struct QueryRefresh: Sendable {
  /// The change of the result, without its type.
  enum Change: Sendable {
    case unchanged
    /// The result is another one, with the difference if it is known.
    case changed(any ShownChange, (any LiveDifference)?)
    /// Reading failed; whether reading again may succeed without a commit.
    case failed(any Error, isTransient: Bool)
  }

  let run: LiveQueryRun
  let change: Change
  /// The tables and columns that it reads now, if that may have changed.
  var region: Region?
  /// The rows that it can see, for tables for which that is known.
  var filters: [TableName: RowFilter] = [:]
  /// Whether only touched rows were read.
  var isPatch = false
  /// A fault of the library, for the log.
  var report: String?
  /// The number of the last change set that the result includes.
  var number = 0
  var duration = Duration.zero
  /// The number of rows that the database stepped through.
  var steppedRowCount = 0
  /// The rows that it keeps; `nil` if that does not matter, or it was not read.
  var knownRows: KnownRows?
}

extension QueryRefresh {
  /// Creates the refresh of a query that could not be read.
  ///
  /// - Parameter region: The tables that it has read, if they may differ from the known ones.
  init<Snapshot: LiveSnapshot>(
    _ run: LiveQueryRun,
    failedWith error: any Error,
    in snapshot: Snapshot.Type,
    region: Region? = nil
  ) {
    self.init(
      run: run,
      change: .failed(error, isTransient: Snapshot.isTransient(error)),
      region: region
    )
  }

  /// Records what a plan reads.
  mutating func read(_ analyzed: AnalyzedSelect?) {
    region = analyzed?.region
    filters = analyzed?.filters ?? [:]
  }

  /// The outcome for the waiters until the query is read.
  var loaded: Result<Void, any Error> {
    if case .failed(let error, _) = change { .failure(error) } else { .success(()) }
  }
}

extension LiveQueryRun {
  /// Runs the query.
  func read<Snapshot: LiveSnapshot>(
    _ db: Snapshot,
    by core: any LiveQueryReading<Snapshot>,
    number: Int
  ) -> QueryRefresh {
    let start = ContinuousClock.now
    let stepped = db.steppedRowCount
    var refresh = core.read(db, self)
    refresh.number = number
    refresh.duration = ContinuousClock.now - start
    refresh.steppedRowCount = db.steppedRowCount - stepped
    if !db.reportsOldRows {
      refresh.knownRows = core.knownRows(after: self, isNew: refresh.region != nil)
    }
    return refresh
  }

  /// Returns the refresh, or the error of what it reads if its changes can no longer be followed.
  func checked<Source: LiveSource>(_ refresh: QueryRefresh, by source: Source) -> QueryRefresh {
    if case .failed = refresh.change { return refresh }
    guard let fault = source.fault(in: refresh.region ?? region) else { return refresh }
    // Commits to tables that it did not read before matter too, once they can be followed.
    return failed(fault, in: Source.Snapshot.self, region: refresh.region)
  }

  /// Returns the refresh if the connection failed, before the query was read or after it.
  ///
  /// - Parameter region: The tables that it has read, if they may differ from the known ones.
  func failed<Snapshot: LiveSnapshot>(
    _ error: any Error,
    in snapshot: Snapshot.Type,
    region: Region? = nil
  ) -> QueryRefresh {
    core.forgetMaintenance()
    return QueryRefresh(self, failedWith: error, in: snapshot, region: region)
  }
}
