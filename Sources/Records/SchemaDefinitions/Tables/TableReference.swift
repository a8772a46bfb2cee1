import SQLiteDatabase
import TypedSQL

/// The target of a foreign key, with its actions.
struct TableReference {
  var table: String
  /// The columns of the other table; `nil` for its primary key.
  var columns: [String]?
  var onDelete: ForeignKeyInfo.Action?
  var onUpdate: ForeignKeyInfo.Action?
  var isDeferred: Bool
}

extension TableReference {
  /// Returns `REFERENCES "author"("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED`.
  ///
  /// - Parameters:
  ///   - table: The name of the other table, as SQL.
  ///   - columns: Its columns.
  func fragment(to table: QueryFragment, columns: [String]) -> QueryFragment {
    var fragment: QueryFragment = "REFERENCES \(table)\(columnList(columns))"
    if let onDelete { fragment.append(" ON DELETE \(raw: onDelete.rawValue)") }
    if let onUpdate { fragment.append(" ON UPDATE \(raw: onUpdate.rawValue)") }
    if isDeferred { fragment.append(" DEFERRABLE INITIALLY DEFERRED") }
    return fragment
  }
}
