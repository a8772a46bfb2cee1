/// A value that identifies a row of a table.
public enum RowKey: Sendable, Hashable {
  /// The rowid, for a table that has one. https://www.sqlite.org/rowidtable.html
  case rowID(Int64)
  /// The values of the primary key, for a `WITHOUT ROWID` table.
  case primaryKey([DatabaseValue])
}

extension RowKey: CustomStringConvertible, CustomDebugStringConvertible {
  /// The kind of the key.
  ///
  /// Values may be private, so only `debugDescription` shows them.
  public var description: String {
    switch self {
    case .rowID: "rowid"
    case .primaryKey(let values): "primary key of \(values.count)"
    }
  }

  /// The key's values.
  public var debugDescription: String {
    switch self {
    case .rowID(let id): "\(id)"
    case .primaryKey(let values): "(" + values.map(\.sqlLiteral).joined(separator: ", ") + ")"
    }
  }
}
