package import DatabaseTypes
public import LiveEngine
public import SQLiteDatabase
package import SQLiteQueries
package import TypedSQL
import Waiting

/// A database object as a source of live queries.
///
/// Commits become visible in the order of their numbers, and the committing thread reports each one
/// before its access ends. So a reader's snapshot contains only reported commits if all commits had
/// ended when it began to read and none has begun since.
package final class SQLiteSource: LiveSource {
  package typealias Snapshot = Database

  let database: any DatabaseWriter
  private let commitSpin = AdaptiveSpin(microseconds: 50)

  /// Whether an engine's thread is woken for upcoming commits.
  private let preparesForCommits: Bool

  /// Creates the source for a database object.
  ///
  /// - Parameter preparesForCommits: Whether the engine's thread is woken for upcoming commits;
  ///   only that of one engine is.
  package init(_ database: any DatabaseWriter, preparesForCommits: Bool = true) {
    (self.database, self.preparesForCommits) = (database, preparesForCommits)
  }

  private var changes: ChangeSource { database.changeSource }

  package func subscribe(
    to region: Region,
    rows: Region,
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> any LiveFeed { changes.subscribe(to: region, rows: rows, receive: receive, end: end) }

  package func onUpcomingCommit(_ notice: @escaping @Sendable () -> Void) {
    if preparesForCommits { changes.onUpcomingCommit(notice) }
  }

  package var startedCount: Int { changes.startedCount }
  package var reportedCount: Int { changes.reportedCount }

  package func read<Output>(_ body: (Database) throws -> Output) throws -> Output {
    try database.read(body)
  }

  /// Reads on a reader without waiting if no commit begins meanwhile.
  ///
  /// If commits keep coming, it asks the writer for a snapshot.
  package func readReported<Output>(_ body: (Database, SnapshotContents) throws -> Output) throws
    -> Output
  {
    for _ in 0..<3 {
      guard commitSpin.wait(until: { reportedCount == startedCount }) else { break }
      let output = try database.readFullyReported { db, number in
        try body(db, SnapshotContents(upTo: number))
      }
      if let output { return output }
    }
    return try database.readLastCommit { db, number in
      try body(db, SnapshotContents(upTo: number))
    }
  }

  package func fault(in region: Region) -> (any Error)? { changes.fault(in: region) }

  package func report(_ message: String) { database.configuration.log(.error, message) }
}

extension ChangeSubscription: LiveFeed {}

extension LiveQueryEngine where Source == SQLiteSource {
  /// The engine of a database object, which all its live queries share.
  package static func engine(of database: any DatabaseWriter) -> LiveQueryEngine {
    database.changeSource.attachment { LiveQueryEngine() }
  }

  /// Delivers the results of a request to a sink, from now on.
  package static func subscribe<Value>(
    _ request: LiveRequest<Value, Database>,
    in database: any DatabaseWriter,
    _ sink: any LiveSink<Value>
  ) -> LiveSubscription {
    engine(of: database).subscribe(request, in: SQLiteSource(database), sink)
  }
}

extension DecodableSelect where Snapshot == Database {
  /// Creates a typed statement of any shape.
  package init<Query: SelectStatement & TypedRowQuery>(_ query: Query)
  where Query.Element == Element { self.init(query, as: query._description) }

  /// Creates a typed statement of any shape from its description.
  package init<Query: SelectStatement & TypedRowQuery>(
    _ query: Query,
    as description: _QueryDescription<Element>
  ) where Query.Element == Element {
    let decoding = description.fixed?.decoding ?? RowDecoding(Query.Shape.self)
    self.init(
      query._parts,
      query.query,
      canCompare: description.areEqual != nil,
      isSame: description.isSame,
      statement: { SQLiteRowStatement($0, decoding) }
    )
  }
}

extension DatabaseWriter {
  /// Statistics of the live queries of this database, in the order in which they were started.
  ///
  /// - Complexity: Linear in the number of live queries; it does not wait for readers.
  public var liveQueryStatistics: [LiveQueryStatistics] {
    LiveQueryEngine.engine(of: self).statistics
  }
}
