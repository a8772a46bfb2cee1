/// An index of a table.
///
/// https://www.sqlite.org/pragma.html#pragma_index_list
public struct IndexInfo: Sendable, Hashable {
  /// The origin of an index.
  public enum Origin: String, Sendable, Hashable {
    /// A `CREATE INDEX` statement.
    case createIndex = "c"
    /// A `UNIQUE` constraint.
    case uniqueConstraint = "u"
    /// A `PRIMARY KEY` constraint.
    case primaryKey = "pk"
  }

  /// The index's name.
  public let name: String
  /// The columns, in order; `nil` for an expression or the rowid.
  public let columns: [String?]
  /// Whether the index prevents two rows from having the same values.
  public let isUnique: Bool
  /// The origin of the index.
  public let origin: Origin
  /// Whether the index is limited by a `WHERE` clause. https://www.sqlite.org/partialindex.html
  public let isPartial: Bool
}
