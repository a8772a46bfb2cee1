/// What tells the rows of a table apart, in the words of change sets.
package enum TableKey: Sendable, Hashable {
  /// The row's number, by a name that is no column's.
  case rowID(String)
  /// The columns of the primary key.
  case primaryKey([String])
}
