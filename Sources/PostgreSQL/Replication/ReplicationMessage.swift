/// A message of PostgreSQL's output plug-in `pgoutput`, version 1.
///
/// https://www.postgresql.org/docs/current/protocol-logicalrep-message-formats.html
public enum ReplicationMessage: Sendable, Hashable {
  /// A transaction begins; all that follows up to the commit belongs to it.
  case begin(lsn: PostgresLSN, microseconds: Int64, xid: UInt32)
  /// The transaction has ended; a rolled-back one is never told.
  case commit(lsn: PostgresLSN, endLSN: PostgresLSN, microseconds: Int64)
  /// What a table looks like: before its first change, and after it was altered.
  case relation(ReplicatedRelation)
  /// The name of a type.
  case type(oid: UInt32, schema: String, name: String)
  /// Where the transaction comes from, if from another server.
  case origin(lsn: PostgresLSN, name: String)
  /// A row was inserted.
  case insert(relation: UInt32, new: [ReplicatedValue])
  /// A row was changed; its old key, or its old values, where the key has changed or the table says so.
  case update(relation: UInt32, old: [ReplicatedValue]?, new: [ReplicatedValue])
  /// A row was deleted; its key, with NULL in the other columns.
  case delete(relation: UInt32, old: [ReplicatedValue])
  /// All rows of some tables were deleted.
  case truncate(relations: [UInt32])
  /// What `pg_logical_emit_message` said.
  case message(isTransactional: Bool, lsn: PostgresLSN, prefix: String, content: [UInt8])
}

/// A table, as the change stream tells it.
public struct ReplicatedRelation: Sendable, Hashable {
  /// A column.
  public struct Column: Sendable, Hashable {
    /// Whether it identifies rows.
    public let isKey: Bool
    /// The name.
    public let name: String
    /// The type's number.
    public let type: UInt32
    /// The type's modifier, or -1.
    public let modifier: Int32
  }

  /// The table's number.
  public let oid: UInt32
  /// The schema; empty for `pg_catalog`.
  public let schema: String
  /// The name.
  public let name: String
  /// What of old rows is told: `d`, the primary key; `n`, nothing; `f`, all; `i`, an index' columns.
  public let identity: UInt8
  /// The columns that are published.
  public let columns: [Column]
}

/// A value of a row, as the change stream tells it.
public enum ReplicatedValue: Sendable, Hashable {
  /// No value.
  case null
  /// A large value that did not change, and is not told.
  case unchanged
  /// A value as the server writes it as text.
  case text([UInt8])
  /// A value in binary.
  case binary([UInt8])
}

/// Bytes that are no message of the change stream.
public struct MalformedMessage: Error, Sendable, Hashable {
  /// The first byte of what was read, which names the message.
  public let kind: UInt8?
}
