/// How a database stores a value.
///
/// These are the [storage classes of SQLite](https://www.sqlite.org/datatype3.html); a database with
/// richer types maps them to these.
public enum StorageClass: UInt8, Sendable, Hashable, CaseIterable {
  /// No value.
  case null
  /// A signed integer of 64 bits.
  case integer
  /// A floating-point number of 64 bits.
  case real
  /// Text in UTF-8.
  case text
  /// Bytes.
  case blob
}

extension StorageClass: CustomStringConvertible {
  /// SQL's name: `NULL`, `INTEGER`, `REAL`, `TEXT` or `BLOB`.
  public var description: String {
    switch self {
    case .null: "NULL"
    case .integer: "INTEGER"
    case .real: "REAL"
    case .text: "TEXT"
    case .blob: "BLOB"
    }
  }
}
