public import PostgreSQL

/// A log of what commits touch, which triggers write: for databases whose change stream may not be read.
///
/// It needs no right to replicate and no `wal_level`, but triggers on the tables. An owner of the tables sets it up once, with SQL that
/// is shown before it is run:
///
/// ```swift
/// let log = PostgresTriggerLog(readers: ["app"])
/// print(log.setUpSQL(tables: [PostgresTable("items"), PostgresTable("lists")]))
/// ```
///
/// Triggers of each statement write one row for it, with the keys of the rows that it touched, in the transaction itself: so the log is
/// exact by construction. While nobody reads it, nothing is written, and a single-row statement takes some 5 µs longer; where
/// somebody does, some 20 µs.
///
/// A transaction that has written while somebody reads the log can not be prepared (`PREPARE TRANSACTION`), as none can that notifies;
/// with `notifies` off it can. What a subscription of logical replication writes fires no such triggers, and is not told.
public struct PostgresTriggerLog: Sendable, Hashable {
  /// The schema that holds the log and its functions, and nothing else.
  public var schema: String
  /// The roles that may read the log, besides its owner and superusers.
  public var readers: [String]
  /// Whether a transaction wakes those who read the log; otherwise they look at it at intervals.
  ///
  /// Transactions that notify commit one after the other, on the whole server: where many write at once, leave it off.
  public var notifies: Bool
  /// How often the log is looked at in any case.
  public var interval: Duration

  /// Describes a log.
  ///
  /// - Parameters:
  ///   - schema: The schema that holds the log, and nothing else.
  ///   - readers: The roles that may read it, besides its owner and superusers.
  ///   - notifies: Whether a transaction wakes those who read.
  ///   - interval: How often it is looked at in any case: each second, or, where nothing wakes, each 50 ms.
  public init(
    schema: String = "livesql",
    readers: [String] = [],
    notifies: Bool = true,
    interval: Duration? = nil
  ) {
    (self.schema, self.readers, self.notifies) = (schema, readers, notifies)
    self.interval = interval ?? (notifies ? .seconds(1) : .milliseconds(50))
  }

  /// The SQL that makes the log, and the triggers of tables; an owner of the tables runs it.
  ///
  /// It can be run again, with other tables, and has to be where the key of a table has changed, or a partition was added. It locks each
  /// table for a moment, as `CREATE TRIGGER` does. PostgreSQL 14 is the oldest that runs it.
  ///
  /// - Parameter tables: The tables that live queries read; of one that consists of partitions the table itself.
  public func setUpSQL(tables: [PostgresTable]) -> String {
    ([schemaSQL] + tables.map(tellSQL)).joined(separator: "\n\n") + "\n"
  }

  /// The SQL that has one more table told, once the log is there.
  public func tellSQL(_ table: PostgresTable) -> String {
    "SELECT \(name).tell(\(Self.literal(table.quotedName)));"
  }

  /// The SQL that removes the log, and all its triggers.
  public var removalSQL: String { "DROP SCHEMA IF EXISTS \(name) CASCADE;\n" }
}

extension PostgresTable {
  /// The name as SQL has it.
  var quotedName: String {
    (schema.map { PostgresConnection.quoted($0) + "." } ?? "") + PostgresConnection.quoted(name)
  }
}
