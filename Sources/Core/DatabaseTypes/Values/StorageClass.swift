/// The way a database stores a value.
///
/// These are the [storage classes of SQLite](https://www.sqlite.org/datatype3.html); a database
/// with richer types maps them to these. The raw values are SQLite's codes.
public enum StorageClass: UInt8, Sendable, Hashable, CaseIterable {
  /// A signed 64-bit integer.
  case integer = 1
  /// A 64-bit floating-point number.
  case real = 2
  /// Text in UTF-8.
  case text = 3
  /// Bytes.
  case blob = 4
  /// NULL.
  case null = 5
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
