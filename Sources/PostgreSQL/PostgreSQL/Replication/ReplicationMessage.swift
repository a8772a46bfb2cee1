/// A message of PostgreSQL's output plug-in `pgoutput`, version 1.
///
/// https://www.postgresql.org/docs/current/protocol-logicalrep-message-formats.html
public enum ReplicationMessage: Sendable, Hashable {
  /// The start of a transaction, to which all messages up to the commit belong.
  case begin(lsn: PostgresLSN, microseconds: Int64, xid: UInt32)
  /// The end of a transaction; one that was rolled back is never reported.
  case commit(lsn: PostgresLSN, endLSN: PostgresLSN, microseconds: Int64)
  /// The description of a table, sent before its first change and after it was altered.
  case relation(ReplicatedRelation)
  /// The name of a type.
  case type(oid: UInt32, schema: String, name: String)
  /// The server from which the transaction was replicated, if it is another one.
  case origin(lsn: PostgresLSN, name: String)
  /// An inserted row.
  case insert(relation: UInt32, new: [ReplicatedValue])
  /// An updated row.
  ///
  /// The old key or the old values are included if the key changed, or if the table's replica
  /// identity requires them.
  case update(relation: UInt32, old: [ReplicatedValue]?, new: [ReplicatedValue])
  /// A deleted row: its key, with NULL in the other columns.
  case delete(relation: UInt32, old: [ReplicatedValue])
  /// The truncation of tables.
  case truncate(relations: [UInt32])
  /// A message of `pg_logical_emit_message`.
  case message(isTransactional: Bool, lsn: PostgresLSN, prefix: String, content: [UInt8])
}

/// The description of a table in the change stream.
public struct ReplicatedRelation: Sendable, Hashable {
  /// A column of a replicated table.
  public struct Column: Sendable, Hashable {
    /// Whether the column is part of the key that identifies rows.
    public let isKey: Bool
    /// The name.
    public let name: String
    /// The OID of the type.
    public let type: UInt32
    /// The type's modifier, or -1.
    public let modifier: Int32
  }

  /// The OID of the table.
  public let oid: UInt32
  /// The schema; empty for `pg_catalog`.
  public let schema: String
  /// The name.
  public let name: String
  /// The replica identity, which determines what is sent of old rows.
  ///
  /// `d` means the primary key, `n` nothing, `f` all columns, and `i` the columns of an index.
  public let identity: UInt8
  /// The published columns.
  public let columns: [Column]
}

/// A value of a row in the change stream.
public enum ReplicatedValue: Sendable, Hashable {
  /// NULL.
  case null
  /// A large value that did not change and was not sent.
  case unchanged
  /// A value in the server's text format.
  case text([UInt8])
  /// A value in the server's binary format.
  case binary([UInt8])
}

/// An error for bytes that are not a valid message of the change stream.
public struct MalformedMessage: Error, Sendable, Hashable {
  /// The first byte of the message, which identifies its kind; `nil` for an empty message.
  public let kind: UInt8?
}

extension ReplicatedValue {
  /// Decodes the value as its PostgreSQL type; `nil` if it was not sent, or if its type is not
  /// built in.
  ///
  /// - Parameter oid: The OID of the column's type, from the stream.
  /// - Throws: ``PostgresError`` if the bytes are not a valid value of the type.
  package func value(ofType oid: UInt32) throws(PostgresError) -> PostgresValue? {
    guard let type = PostgresType.builtIn[oid] else { return nil }
    switch self {
    case .null: return .null
    case .unchanged: return nil
    case .text(let bytes): return try .text(String(decoding: bytes, as: UTF8.self), as: type)
    case .binary(let bytes):
      var result: Result<PostgresValue, PostgresError> = .success(.null)
      unsafe bytes.withUnsafeBytes { bytes in
        do throws(PostgresError) { result = .success(try unsafe .binary(bytes, as: type)) } catch {
          result = .failure(error)
        }
      }
      return try result.get()
    }
  }
}
