public import DatabaseTypes
public import IncrementalQueries
public import PostgreSQL

/// What tells the commits of a database to its live queries, and says which of them a reader sees.
///
/// It does four things, and live queries are exact as long as these fit together:
///
/// 1. **Changes**: it tells of each commit which rows it touched, as a ``/DatabaseTypes/ChangeSet`` of their keys.
/// 2. **Snapshot**: it begins a transaction that sees one moment.
/// 3. **Barrier**: it waits until all commits that the moment shows have been told.
/// 4. **Visibility**: it says which of those that were told the moment does not show yet.
///
/// There are three, and ``PostgresChanges`` chooses: the server's change stream, a log that triggers write, and asking again. Another
/// database that speaks PostgreSQL's protocol can have one of its own. What its four operations would be:
///
/// | | changes | snapshot | barrier | visibility |
/// |---|---|---|---|---|
/// | PostgreSQL, stream | a slot's messages | `pg_current_snapshot()`, and the flush LSN | the stream has passed the LSN | by the snapshot |
/// | PostgreSQL, log | rows of a table | `pg_current_snapshot()` | reads the table in the snapshot | by the snapshot |
/// | CockroachDB | `CREATE CHANGEFEED`, without a sink | `AS OF SYSTEM TIME` of the last `resolved` | nothing: all up to it is told | by time |
/// | YugabyteDB | a slot with `HYBRID_TIME` | `SET yb_read_time` to what was streamed | nothing, as above | by time |
/// | Citus | a slot on each worker | no moment of all nodes: each commit again | – | – |
///
/// A moment is taken again where the barrier says that it cannot be reached. All calls but those of subscriptions may block.
public protocol PostgresChangeSource: AnyObject, Sendable {
  /// A moment that a transaction sees.
  associatedtype Moment: Sendable

  // MARK: Changes

  /// The tables whose changes are told, and what tells their rows apart.
  ///
  /// Asked for when the first live query is read, and where the schema may be another one.
  ///
  /// - Parameter connection: Where live queries are read; it may be in a transaction, which must not be ended.
  /// - Throws: Why it cannot tell changes, with what to do.
  func toldTables(_ connection: PostgresConnection) throws -> PostgresToldTables

  /// Whether a table may be another one than when this was asked last; then all plans are made anew.
  func takeSchemaDoubt() -> Bool

  /// Why no result can be patched, where it cannot: each is read as a whole then.
  var rerunReason: LivePlan.Reason? { get }

  /// Tells of each commit that may touch a region, until the subscription is cancelled or let go.
  ///
  /// A commit that is told has a greater number than all that were told before. ``PostgresChangeTeller`` does this.
  ///
  /// - Parameters:
  ///   - region: The tables that matter.
  ///   - receive: Called for each change set; it does not block.
  ///   - end: Called once when nothing comes any more.
  func subscribe(
    to region: Region,
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> PostgresChangeSubscription

  /// The same, where the values of changed rows are wanted as well.
  ///
  /// - Parameter rows: The tables of which they are wanted; they may be told all the same without.
  func subscribe(
    to region: Region,
    rows: Region,
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> PostgresChangeSubscription

  /// The tables of all who have subscribed.
  var region: Region { get }

  /// How many commits have been heard of.
  var heardCount: Int { get }

  /// How many commits have been told to all.
  var toldCount: Int { get }

  // MARK: Snapshot

  /// Begins a transaction that only reads, and sees one moment.
  ///
  /// - Parameters:
  ///   - connection: Where it is begun. It is in no transaction; where this throws, it has to be in none.
  ///   - tables: What will be read: `TRUNCATE` must not empty these for the moment. Where one is locked, it throws
  ///     ``SQLState/lockNotAvailable`` rather than wait.
  ///   - savepoint: The name of a savepoint to set, to which the reader goes back after an error.
  ///   - limit: How long to wait until there are changes at all.
  func beginMoment(
    on connection: PostgresConnection,
    reading tables: [PostgresTable],
    savepoint: String,
    within limit: Duration
  ) throws -> Moment

  // MARK: Barrier

  /// Returns when all commits have been told that a moment shows.
  ///
  /// - Parameters:
  ///   - moment: The moment.
  ///   - connection: The transaction that sees it.
  ///   - limit: How long to wait.
  /// - Returns: `false` where that cannot be known of this moment, so that another one has to be taken.
  func awaitTold(_ moment: Moment, on connection: PostgresConnection, within limit: Duration) throws
    -> Bool

  /// Returns when all has been told that was committed before; live queries may be read meanwhile.
  ///
  /// - Parameters:
  ///   - limit: How long to wait.
  ///   - lend: Calls a closure with the connection on which live queries are read, in no transaction.
  func awaitCommitted(
    within limit: Duration,
    _ lend: (_ body: (PostgresConnection) throws -> Void) throws -> Void
  ) throws

  // MARK: Visibility

  /// Which of the commits that were told a moment shows; called once the barrier has been passed.
  ///
  /// - Returns: `nil` where that is not known any more, so that another moment has to be taken.
  func shown(in moment: Moment) -> PostgresShownChanges?

  /// Tells nothing any more, ends all subscriptions, and ends what others wait for here.
  func close()
}

extension PostgresChangeSource {
  /// It is the same.
  public func takeSchemaDoubt() -> Bool { false }

  /// Keys are told alone.
  public func subscribe(
    to region: Region,
    rows: Region,
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> PostgresChangeSubscription { subscribe(to: region, receive: receive, end: end) }

  /// They are patched.
  public var rerunReason: LivePlan.Reason? { nil }
}

/// Which of the change sets that were told a moment shows: all up to a number, but some.
public struct PostgresShownChanges: Sendable {
  /// The number of the last one that was told.
  public let number: Int
  /// Those that it does not show, or not wholly.
  public let hidden: [ChangeSet]

  /// Names what a moment shows.
  public init(upTo number: Int, except hidden: [ChangeSet] = []) {
    (self.number, self.hidden) = (number, hidden)
  }
}
