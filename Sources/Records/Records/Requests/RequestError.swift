public import DatabaseTypes

/// An error of a request that cannot be written as SQL or fetched in the requested way.
public enum RequestError: Error, Sendable, Hashable {
  /// The table, such as a view, has no primary key.
  case noPrimaryKey(table: String)
  /// The primary key of the table has several columns, but a single value was given.
  case severalKeyColumns([String], table: String)
  /// The request prefetches associated rows, so it cannot be fetched by a cursor.
  case cursorOfPrefetchedRows
  /// The request groups its rows, so they cannot be updated or deleted.
  case groupedBatch(table: String)
  /// The record has no value for the column that refers to associated rows.
  case missingAssociationValue(column: String, table: String)
  /// Rows of an association would count several times in a group: once for each path to them.
  case repeatedRows(association: String)
  /// The request already includes associations or has an adapter, so its rows cannot be adapted.
  case adaptedTwice
  /// The type is neither a record, a row nor a value, so it cannot be decoded from rows.
  case undecodable(_ type: String)
  /// The request has a part that only works with SQLite.
  case onlyOnSQLite(_ what: String)
}

extension RequestError: _SelfDescribingError {
  /// The problem, and what to do about it.
  public var description: String {
    switch self {
    case .onlyOnSQLite(let what):
      "\(what) works only on SQLite. Query the other database first, and build the request from the result."
    case .noPrimaryKey(let table):
      "“\(table)” has no primary key. Filter by a column instead."
    case .severalKeyColumns(let columns, let table):
      "The primary key of “\(table)” has the columns \(columns.joined(separator: ", ")). Pass a value for "
        + "each: filter(key: [\"\(columns[0])\": …])."
    case .cursorOfPrefetchedRows:
      "A request that includes all rows of an association cannot be read by a cursor. Use fetchAll or fetchOne."
    case .groupedBatch(let table):
      "Grouped rows of “\(table)” cannot be updated or deleted. Filter them instead."
    case .missingAssociationValue(let column, let table):
      "A record of “\(table)” has no value for its column “\(column)”, which its association needs. "
        + "Select that column too."
    case .repeatedRows(let association):
      "In groups, rows of “\(association)” would count several times. To count each once, also join the "
        + "association, as with joining(optional:); for a sum or an average, do not join other to-many associations."
    case .adaptedTwice:
      "A request that includes associations or has an adapter cannot be adapted. Adapt a request of SQL or of "
        + "one table."
    case .undecodable(let type):
      "\(type) is neither a FetchableRecord nor a DatabaseValueConvertible. Conform it to one of them, or "
        + "specify with asRequest(of:) what rows are decoded as."
    }
  }
}
