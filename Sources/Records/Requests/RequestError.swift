public import DatabaseTypes

/// A request cannot be written as SQL, or its result cannot be fetched in the way that was asked for.
public enum RequestError: Error, Sendable, Hashable {
  /// The table has no primary key, as a view has none.
  case noPrimaryKey(table: String)
  /// The table's primary key has several columns, where one value was given.
  case severalKeyColumns([String], table: String)
  /// The rows that belong to others are fetched after them, which a cursor cannot wait for.
  case cursorOfPrefetchedRows
  /// A batch of rows that are put into groups cannot be written.
  case groupedBatch(table: String)
  /// The value with which a row refers to those of an association is not among its columns.
  case missingAssociationValue(column: String, table: String)
  /// Rows of an association would count several times in a group: once for each way that leads to them.
  case repeatedRows(association: String)
  /// The rows of a request that includes associations, or has an adapter, have another shape already.
  case adaptedTwice
  /// The type is no record, no row and no value, so that no row can be decoded as it.
  case undecodable(_ type: String)
  /// The request has something that is for SQLite alone.
  case onSQLiteAlone(_ what: String)
}

extension RequestError: _DescribedError {
  /// What happened, and what to do.
  public var description: String {
    switch self {
    case .onSQLiteAlone(let what):
      "\(what) is for SQLite alone: ask the other database first, and make the request of what it says."
    case .noPrimaryKey(let table):
      "“\(table)” has no primary key: filter by a column instead."
    case .severalKeyColumns(let columns, let table):
      "The primary key of “\(table)” has the columns \(columns.joined(separator: ", ")): give a value for each, as "
        + "filter(key: [\"\(columns[0])\": …])."
    case .cursorOfPrefetchedRows:
      "A request that includes all rows of an association has no cursor: use fetchAll or fetchOne."
    case .groupedBatch(let table):
      "Rows of “\(table)” that are put into groups cannot be updated or deleted: filter them instead."
    case .missingAssociationValue(let column, let table):
      "A record of “\(table)” gives no value to its column “\(column)”, by which it is associated with others."
    case .repeatedRows(let association):
      "In groups, rows of “\(association)” would count several times. To count each once, join the association too, as "
        + "joining(optional:); for a sum or a mean, join nothing else that leads to many rows."
    case .adaptedTwice:
      "A request that includes associations, or has an adapter, takes no adapter besides: adapt a request of SQL or of one "
        + "table."
    case .undecodable(let type):
      "\(type) is neither a FetchableRecord nor a DatabaseValueConvertible. Make it one of them, or say with "
        + "asRequest(of:) what rows are decoded as."
    }
  }
}
