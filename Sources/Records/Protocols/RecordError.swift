public import DatabaseTypes

/// What went wrong with a record.
///
/// Its description tells no values, which may be private.
public enum RecordError: Error, Sendable, Hashable {
  /// There is no row with the key.
  case recordNotFound(databaseTableName: String, key: [String: DatabaseValue])
  /// The record was left out by a conflict, so that there is nothing to fetch.
  case notInserted(databaseTableName: String)
  /// The record gives no value to any column.
  case emptyContainer(databaseTableName: String)
  /// The record gives no value to a column that it needs.
  case missingColumn(String, databaseTableName: String)
  /// The table has no key of these columns.
  case noUniqueKey([String], databaseTableName: String)
  /// The table has a key of several columns, or none, where one is needed.
  case noSingleColumnKey(databaseTableName: String)
  /// A callback that begins with `around` did not call its closure once.
  case callback(String, callCount: Int, databaseTableName: String)
  /// A value of a column cannot be stored.
  case unstorable(column: String, record: String, ConversionFailure)
  /// The type is not encoded with keys, so that it has no columns.
  case notInColumns(String)
}

extension RecordError: _DescribedError {
  /// What happened, in a sentence or two that also say what to do.
  public var description: String {
    switch self {
    case .recordNotFound(let table, let key):
      let columns = key.keys.sorted().joined(separator: ", ")
      return "There is no row in “\(table)” with this key\(columns.isEmpty ? "" : " (\(columns))")."
    case .notInserted(let table):
      return "The record was not inserted into “\(table)”: a conflict left it out."
    case .emptyContainer(let table):
      return "The record gives no value to any column of “\(table)”: set some in `encode(to:)`."
    case .missingColumn(let column, let table):
      return "The record gives no value to the column “\(column)” of “\(table)”: encode it."
    case .noUniqueKey(let columns, let table):
      return "“\(table)” has no unique key of \(columns.sorted().joined(separator: ", ")): use the "
        + "columns of its primary key or of a unique index."
    case .noSingleColumnKey(let table):
      return "“\(table)” has no key of one column: give a key by names, as [\"email\": …]."
    case .callback(let name, let count, let table):
      return
        "\(name) of the record of “\(table)” called its closure \(count) times: it has to call "
        + "it once."
    case .unstorable(let column, let record, let failure):
      return "The value of the column “\(column)” of \(record) cannot be stored: \(failure)."
    case .notInColumns(let type):
      return "\(type) is not encoded with keys, so that it has no columns: write `encode(to:)`."
    }
  }
}
