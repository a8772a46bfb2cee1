package import DatabaseQueries
package import DatabaseTypes
package import LiveEngine
package import SQLiteDatabase
package import TypedSQL

/// A database object as live queries see it.
///
/// Commits become visible in the order of their numbers, and are told by the thread that commits before its access ends: so
/// a reader shows nothing that is not told where no commit has begun since all had ended when it began to read.
package final class SQLiteSource: LiveSource {
  package typealias Snapshot = Database

  let database: any DatabaseWriter

  /// The source that a database object is.
  package init(_ database: any DatabaseWriter) { self.database = database }

  private var changes: ChangeSource { database.changeSource }

  package func subscribe(
    to region: Region,
    rows: Region,
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> any LiveFeed { changes.subscribe(to: region, rows: rows, receive: receive, end: end) }

  package func whenCommitIsNear(_ notice: @escaping @Sendable () -> Void) {
    changes.whenCommitIsNear(notice)
  }

  package var begunCount: Int { changes.begunCount }
  package var toldCount: Int { changes.toldCount }

  package func read<Output>(_ body: (Database) throws -> Output) throws -> Output {
    try database.read(body)
  }

  /// On a reader alone, which waits for nobody, where no commit begins meanwhile; where commits keep coming, at a moment
  /// that the writer is asked for.
  package func readTold<Output>(_ body: (Database, SnapshotContents) throws -> Output) throws
    -> Output
  {
    for _ in 0..<3 {
      guard spin(until: { toldCount == begunCount }) else { break }
      let output = try database.readKnown { db, number in
        try body(db, SnapshotContents(upTo: number))
      }
      if let output { return output }
    }
    return try database.readLastCommit { db, number in
      try body(db, SnapshotContents(upTo: number))
    }
  }

  package func report(_ message: String) { database.configuration.log(.error, message) }
}

extension ChangeSubscription: LiveFeed {}

extension LiveQueryEngine where Source == SQLiteSource {
  /// The engine of a database object, which all its live queries share.
  package static func engine(of database: any DatabaseWriter) -> LiveQueryEngine {
    database.changeSource.attachment { LiveQueryEngine() }
  }

  /// Tells a sink of the results of a request, from now on.
  package static func subscribe<Value>(
    _ request: LiveRequest<Value, Database>,
    in database: any DatabaseWriter,
    _ sink: any LiveSink<Value>
  ) -> LiveSubscription {
    engine(of: database).subscribe(request, in: SQLiteSource(database), sink)
  }
}

extension DecodableSelect where Snapshot == Database {
  /// A typed statement of any shape.
  package init<Query: SelectStatement & TypedRowQuery>(_ query: Query)
  where Query.Element == Element { self.init(query, as: query._description) }

  /// A typed statement of any shape, as it was described.
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
