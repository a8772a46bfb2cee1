public import PostgreSQL

/// A log of the rows that commits touch, written by triggers.
///
/// It is meant for databases whose change stream may not be read.
///
/// It needs neither the REPLICATION attribute nor `wal_level`, but triggers on the tables. The
/// owner of the tables sets it up once, with SQL that can be reviewed before it runs:
///
/// ```swift
/// let log = PostgresTriggerLog(readers: ["app"])
/// print(log.setUpSQL(tables: [PostgresTable("items"), PostgresTable("lists")]))
/// ```
///
/// The triggers run once for each statement, and write one row with the keys of the rows that it
/// touched, in the same transaction, so the log is exact by construction. While no one reads the
/// log, nothing is written, and a single-row statement takes about 5 µs longer; while someone reads
/// it, about 20 µs.
///
/// A transaction that has written while someone reads the log cannot be prepared
/// (`PREPARE TRANSACTION`), like every transaction that notifies; with `notifies` off it can.
/// Subscriptions of logical replication do not fire these triggers, so their changes are not
/// reported.
public struct PostgresTriggerLog: Sendable, Hashable {
  /// The schema that contains only the log and its functions.
  public var schema: String
  /// The roles that may read the log, in addition to its owner and superusers.
  public var readers: [String]
  /// Whether a transaction notifies the readers of the log; otherwise they poll it.
  ///
  /// Transactions that notify commit one after another, on the whole server: turn this off if many
  /// clients write concurrently.
  public var notifies: Bool
  /// The interval at which the log is read in any case.
  public var interval: Duration

  /// Creates a description of a log.
  ///
  /// - Parameters:
  ///   - schema: The schema that contains only the log.
  ///   - readers: The roles that may read it, in addition to its owner and superusers.
  ///   - notifies: Whether a transaction notifies the readers.
  ///   - interval: The interval at which it is read in any case: by default one second, or 50 ms
  ///     without notifications.
  public init(
    schema: String = "livesql",
    readers: [String] = [],
    notifies: Bool = true,
    interval: Duration? = nil
  ) {
    (self.schema, self.readers, self.notifies) = (schema, readers, notifies)
    self.interval = interval ?? (notifies ? .seconds(1) : .milliseconds(50))
  }

  /// Returns the SQL that creates the log and the triggers of tables; an owner of the tables runs
  /// it.
  ///
  /// It can be run again with other tables, and must be run again if the key of a table has
  /// changed, or a partition was added. It locks each table briefly, as `CREATE TRIGGER` does. It
  /// requires PostgreSQL 14 or later.
  ///
  /// - Parameter tables: The tables that live queries read; for a partitioned table, the table
  ///   itself.
  public func setUpSQL(tables: [PostgresTable]) -> String {
    ([schemaSQL] + tables.map(tellSQL)).joined(separator: "\n\n") + "\n"
  }

  /// Returns the SQL that adds a table to an existing log.
  public func tellSQL(_ table: PostgresTable) -> String {
    "SELECT \(name).tell(\(Self.literal(table.quotedName)));"
  }

  /// The SQL that removes the log, and all its triggers.
  public var removalSQL: String { "DROP SCHEMA IF EXISTS \(name) CASCADE;\n" }
}

extension PostgresTable {
  /// The name, quoted for SQL.
  var quotedName: String {
    (schema.map { PostgresConnection.quoted($0) + "." } ?? "") + PostgresConnection.quoted(name)
  }
}
