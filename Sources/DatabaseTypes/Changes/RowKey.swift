/// What identifies a row of a table.
public enum RowKey: Sendable, Hashable {
  /// The row's number, for a table that has one. https://www.sqlite.org/rowidtable.html
  case rowID(Int64)
  /// The values of the primary key, for a table without row numbers.
  case primaryKey([DatabaseValue])
}

extension RowKey: CustomStringConvertible, CustomDebugStringConvertible {
  /// The kind of the key: values may be private, so that only `debugDescription` shows them.
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
