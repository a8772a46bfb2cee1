/// All columns of a table, as a selection: `*`.
///
/// ```swift
/// Item.select(AllColumns(), Column.rowID)
/// ```
///
/// Where a selection is expected, `.allColumns` means the same.
public struct AllColumns: SQLSelectable, Sendable {
  private let excluded: [String]

  /// Selects all columns.
  public init() { excluded = [] }

  /// Selects all columns except some.
  public init(excluding names: [String]) { excluded = names }

  /// Selects all columns except some.
  public init(excluding columns: [any ColumnExpression]) {
    self.init(excluding: columns.map(\.name))
  }

  /// The selection.
  public var sqlSelection: SQLSelection {
    excluded.isEmpty ? .allColumns : .allColumns(excluding: excluded)
  }
}
