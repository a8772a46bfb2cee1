/// An index of a table.
///
/// https://www.sqlite.org/pragma.html#pragma_index_list
public struct IndexInfo: Sendable, Hashable {
  /// What made an index.
  public enum Origin: String, Sendable, Hashable {
    /// A `CREATE INDEX` statement.
    case createIndex = "c"
    /// A `UNIQUE` constraint.
    case uniqueConstraint = "u"
    /// A `PRIMARY KEY` constraint.
    case primaryKey = "pk"
  }

  /// Its name.
  public let name: String
  /// Its columns, in its order; `nil` where it has an expression or the row number.
  public let columns: [String?]
  /// Whether no two rows may have the same values.
  public let isUnique: Bool
  /// What made it.
  public let origin: Origin
  /// Whether it has only the rows of its `WHERE` clause. https://www.sqlite.org/partialindex.html
  public let isPartial: Bool
}
