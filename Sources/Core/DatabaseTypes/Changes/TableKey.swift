/// The columns that identify the rows of a table in change sets.
package enum TableKey: Sendable, Hashable {
  /// The rowid, under a name that no column of the table has.
  case rowID(String)
  /// The columns of the primary key.
  case primaryKey([String])
}
