public import DatabaseTypes

/// An error of reading or writing a record.
///
/// Its description shows no values, which may be private.
public enum RecordError: Error, Sendable, Hashable {
  /// There is no row with the key.
  case recordNotFound(databaseTableName: String, key: [String: DatabaseValue])
  /// A conflict skipped the insertion of the record, so there is nothing to fetch.
  case notInserted(databaseTableName: String)
  /// The record gives no value to any column.
  case emptyContainer(databaseTableName: String)
  /// The record gives no value to a column that it needs.
  case missingColumn(String, databaseTableName: String)
  /// The table has no key of these columns.
  case noUniqueKey([String], databaseTableName: String)
  /// The table has no key, or one of several columns, but a single-column key is needed.
  case noSingleColumnKey(databaseTableName: String)
  /// An `around…` callback did not call its closure exactly once.
  case callback(String, callCount: Int, databaseTableName: String)
  /// A value of a column cannot be stored.
  case cannotBeStored(column: String, record: String, ConversionFailure)
  /// The type is not encoded with keys, so it has no columns.
  case notKeyed(String)
}

extension RecordError: _SelfDescribingError {
  /// The problem, in a sentence or two that also say what to do.
  public var description: String {
    switch self {
    case .recordNotFound(let table, let key):
      let columns = key.keys.sorted().joined(separator: ", ")
      return
        "The table “\(table)” has no row with this key\(columns.isEmpty ? "" : " (\(columns))"). It may have been "
        + "deleted; use upsert or save to insert it again."
    case .notInserted(let table):
      return
        "The record was not inserted into “\(table)”: a conflict skipped the insertion. Fetch the row that "
        + "exists, or use upsert."
    case .emptyContainer(let table):
      return "The record encodes no columns of “\(table)”. Encode some in `encode(to:)`."
    case .missingColumn(let column, let table):
      return "The record encodes no value for the column “\(column)” of “\(table)”. Encode it."
    case .noUniqueKey(let columns, let table):
      return
        "“\(table)” has no unique key of \(columns.sorted().joined(separator: ", ")). Use the columns of "
        + "its primary key or of a unique index."
    case .noSingleColumnKey(let table):
      return "“\(table)” has no single-column key. Pass a key by names, such as [\"email\": …]."
    case .callback(let name, let count, let table):
      return
        "\(name) of the record of “\(table)” called its closure \(count) times; it must call it exactly once."
    case .cannotBeStored(let column, let record, let failure):
      return "The value of the column “\(column)” of \(record) cannot be stored: \(failure)."
    case .notKeyed(let type):
      return "\(type) is not encoded with keys, so it has no columns. Implement `encode(to:)`."
    }
  }
}
