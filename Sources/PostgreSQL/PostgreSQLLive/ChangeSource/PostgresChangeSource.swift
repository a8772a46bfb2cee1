public import DatabaseTypes
public import IncrementalQueries
public import PostgreSQL

/// A source that reports the commits of a database, and determines which of them a reader sees.
///
/// It has four operations, and live queries are exact as long as these fit together:
///
/// 1. **Changes**: it reports which rows each commit touched, as a ``/LiveSQL/ChangeSet`` of their
///    keys.
/// 2. **Snapshot**: it begins a transaction that sees one snapshot.
/// 3. **Barrier**: it waits until all commits that the snapshot shows have been reported.
/// 4. **Visibility**: it determines which of the reported commits the snapshot does not show yet.
///
/// There are three sources, from which ``PostgresChanges`` chooses: the server's change stream, a
/// log that triggers write, and polling. Another database that speaks PostgreSQL's protocol can
/// have a custom one. These are the operations on different databases:
///
/// - **PostgreSQL, change stream**: The changes are the messages of a slot. The snapshot is
///   `pg_current_snapshot()`, together with the flush LSN. The barrier is that the stream has
///   passed this LSN. The snapshot determines visibility.
/// - **PostgreSQL, trigger log**: The changes are rows of a table. The snapshot is
///   `pg_current_snapshot()`. The barrier is that the table is read in the snapshot, which also
///   determines visibility.
/// - **CockroachDB**: The changes come from `CREATE CHANGEFEED`, without a sink. The snapshot is
///   `AS OF SYSTEM TIME` of the last `resolved`. No barrier is needed, because everything up to
///   that time has been reported. The time determines visibility.
/// - **YugabyteDB**: The changes come from a slot with `HYBRID_TIME`. The snapshot is
///   `SET yb_read_time` to the time that was streamed. Again, no barrier is needed, and the time
///   determines visibility.
/// - **Citus**: The changes come from a slot on each worker. There is no snapshot of all nodes, so
///   each commit would be read again.
///
/// If the barrier cannot be reached, another snapshot is taken. All calls except those of
/// subscriptions may block.
public protocol PostgresChangeSource: AnyObject, Sendable {
  /// A snapshot that a transaction sees.
  associatedtype Moment: Sendable

  // MARK: Changes

  /// Returns the tables whose changes are reported, and the columns that identify their rows.
  ///
  /// It is called when the first live query is read, and when the schema may have changed.
  ///
  /// - Parameter connection: The connection on which live queries are read; it may be in a
  ///   transaction, which must not be ended.
  /// - Throws: An error that explains why changes cannot be reported, and what to do.
  func reportedTables(_ connection: PostgresConnection) throws -> PostgresReportedTables

  /// Returns whether a table may have changed since the last call; then all plans are made again.
  func consumeSchemaInvalidation() -> Bool

  /// The reason why results cannot be patched and are read completely each time, if that is so.
  var rerunReason: LivePlan.Reason? { get }

  /// Reports each commit that may touch a region, until the subscription is cancelled or released.
  ///
  /// A reported commit has a greater number than all that were reported before.
  /// ``PostgresChangeReporter`` implements this: see ``PostgresReportingSource``.
  ///
  /// - Parameters:
  ///   - region: The relevant tables and columns.
  ///   - receive: A closure that receives each change set; it must not block.
  ///   - end: A closure that is called once, after the last change set.
  func subscribe(
    to region: Region,
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> PostgresChangeSubscription

  /// Reports each commit that may touch a region, with the values of changed rows.
  ///
  /// - Parameter rows: The tables for which the values are wanted; the source may omit them.
  func subscribe(
    to region: Region,
    rows: Region,
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> PostgresChangeSubscription

  /// The region of all subscribers together.
  var region: Region { get }

  /// The number of commits that have been received.
  var heardCount: Int { get }

  /// The number of commits that have been reported to all subscribers.
  var reportedCount: Int { get }

  // MARK: Snapshot

  /// Begins a read-only transaction that sees one snapshot.
  ///
  /// - Parameters:
  ///   - connection: The connection, which is not in a transaction; if this throws, it must not
  ///     leave one open.
  ///   - tables: The tables to read, which `TRUNCATE` must not empty meanwhile. If one is
  ///     locked, it throws ``SQLState/lockNotAvailable`` instead of waiting.
  ///   - savepoint: The name of a savepoint to set, to which the reader rolls back after an error.
  ///   - limit: The maximum time to wait until changes are available at all.
  func beginMoment(
    on connection: PostgresConnection,
    reading tables: [PostgresTable],
    savepoint: String,
    within limit: Duration
  ) throws -> Moment

  // MARK: Barrier

  /// Waits until all commits that a snapshot shows have been reported.
  ///
  /// - Parameters:
  ///   - moment: The snapshot.
  ///   - connection: The connection in the transaction that sees it.
  ///   - limit: The maximum time to wait.
  /// - Returns: `false` if this cannot be known for this snapshot, so that another must be taken.
  func awaitReported(_ moment: Moment, on connection: PostgresConnection, within limit: Duration)
    throws
    -> Bool

  /// Waits until all earlier commits have been reported; live queries may be read meanwhile.
  ///
  /// - Parameters:
  ///   - limit: The maximum time to wait.
  ///   - lend: A function that calls a closure with the connection on which live queries are read,
  ///     outside of a transaction.
  func awaitCommitted(
    within limit: Duration,
    _ lend: (_ body: (PostgresConnection) throws -> Void) throws -> Void
  ) throws

  // MARK: Visibility

  /// Returns which of the reported commits a snapshot shows; called after the barrier.
  ///
  /// - Returns: `nil` if this is no longer known, so that another snapshot must be taken.
  func shown(in moment: Moment) -> PostgresShownChanges?

  /// Stops reporting, ends all subscriptions, and ends pending waits.
  func close()
}

extension PostgresChangeSource {
  /// Returns `false`: by default, tables do not change.
  public func consumeSchemaInvalidation() -> Bool { false }

  /// Subscribes without row values: by default, only keys are reported.
  public func subscribe(
    to region: Region,
    rows: Region,
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> PostgresChangeSubscription { subscribe(to: region, receive: receive, end: end) }

  /// By default, results are patched.
  public var rerunReason: LivePlan.Reason? { nil }
}

/// The reported change sets that a snapshot shows: all up to a number, with exceptions.
public struct PostgresShownChanges: Sendable {
  /// The number of the last reported change set.
  public let number: Int
  /// The change sets that the snapshot does not show, or not completely.
  public let hidden: [ChangeSet]

  /// Creates a description of the change sets that a snapshot shows.
  public init(upTo number: Int, except hidden: [ChangeSet] = []) {
    (self.number, self.hidden) = (number, hidden)
  }
}
