import DatabaseTypes
package import IncrementalQueries
import LiveEngine
package import PostgreSQL
import SQLSyntax
import TypedSQL

extension PostgresTextQuery {
  /// Returns the plan of a live query whose changes are read from the change stream.
  ///
  /// The query does not run, and no replication slot is created. This blocks.
  ///
  /// - Parameters:
  ///   - connection: A connection in a transaction.
  ///   - publications: The publications whose tables the stream reports.
  /// - Throws: ``PostgresError``, also if the changes of a table are not reported.
  package func plan(on connection: PostgresConnection, publications: [String]) throws -> LivePlan {
    guard let parts = SelectParts.reading(fragment, as: .postgres) else { return .rerun(.text) }
    let name = PostgresConnection.quoted(PostgresSnapshotReader.savepoint)
    try connection.execute(script: "SAVEPOINT \(name)")
    let reader = PostgresSnapshotReader(
      connection,
      UnstartedChanges(publications: publications),
      answerTimeout: .seconds(30),
      schemaVersion: 0
    )
    return try located {
      try PlanAnalysis.plan(parts, query: fragment, readFrom: fragment, reader).plan
    }
  }
}

/// The change stream as plans know it: its tables, but no commits.
private final class UnstartedChanges: PostgresChangeSource {
  private let publications: [String]

  init(publications: [String]) { self.publications = publications }

  func reportedTables(_ connection: PostgresConnection) throws -> PostgresReportedTables {
    try PublishedTables.read(connection, publications: publications)
  }

  func subscribe(
    to region: Region,
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> PostgresChangeSubscription { PostgresChangeSubscription {} }

  var region: Region { Region() }
  var heardCount: Int { 0 }
  var reportedCount: Int { 0 }

  func beginMoment(
    on connection: PostgresConnection,
    reading tables: [PostgresTable],
    savepoint: String,
    within limit: Duration
  ) throws -> Never { throw StreamUnavailable(reason: .closed) }

  func awaitReported(_ moment: Never, on connection: PostgresConnection, within limit: Duration)
    -> Bool
  {}

  func awaitCommitted(
    within limit: Duration,
    _ lend: (_ body: (PostgresConnection) throws -> Void) throws -> Void
  ) throws { throw StreamUnavailable(reason: .closed) }

  func shown(in moment: Never) -> PostgresShownChanges? {}

  func close() {}
}
