/// All columns of a table, as what is selected: `*`.
///
/// ```swift
/// Item.select(AllColumns(), Column.rowID)
/// ```
///
/// `.allColumns` is the same where a selection is expected.
public struct AllColumns: SQLSelectable, Sendable {
  private let excluded: [String]

  /// All columns.
  public init() { excluded = [] }

  /// All columns but some.
  public init(excluding names: [String]) { excluded = names }

  /// All columns but some.
  public init(excluding columns: [any ColumnExpression]) {
    self.init(excluding: columns.map(\.name))
  }

  /// What is selected.
  public var sqlSelection: SQLSelection {
    excluded.isEmpty ? .allColumns : .allColumns(excluding: excluded)
  }
}
