/// The rows attached to a row, by name: those of joined tables, and those made by adapters.
///
/// ```swift
/// let team = row.scopes["team"]
/// let coach = row.scopes["team"]?.scopes["coach"]
/// ```
public struct RowScopes: Sendable {
  private let rows: [(name: String, row: Row)]

  init(_ related: RelatedRows?) {
    rows = (related?.scopes ?? [:]).sorted { $0.key < $1.key }
      .compactMap { name, row in row.map { (name, $0) } }
  }

  /// The names of the rows.
  public var names: Set<String> { Set(rows.map(\.name)) }

  /// The row with a name; `nil` if it does not exist, as for a joined table without a match.
  public subscript(name: String) -> Row? { rows.first { $0.name == name }?.row }
}

extension RowScopes: RandomAccessCollection {
  /// The position of the first row.
  public var startIndex: Int { rows.startIndex }

  /// The position after the last row.
  public var endIndex: Int { rows.endIndex }

  /// The name and the row at a position; rows are ordered by name.
  public subscript(position: Int) -> (name: String, row: Row) { rows[position] }
}

/// The rows attached to a row, and recursively the rows attached to these.
///
/// ```swift
/// let coach = row.scopesTree["coach"] // also finds the coach of the row's team
/// ```
public struct RowScopesTree: Sendable {
  private let root: Row

  init(_ root: Row) { self.root = root }

  /// The names of the rows.
  public var names: Set<String> {
    root.scopes.reduce(into: root.scopes.names) { $0.formUnion($1.row.scopesTree.names) }
  }

  /// The nearest row with a name; of several, the one whose parent has the first name.
  public subscript(name: String) -> Row? {
    var level = [root]
    while !level.isEmpty {
      for row in level { if let found = row.scopes[name] { return found } }
      level = level.flatMap { $0.scopes.map(\.row) }
    }
    return nil
  }
}

/// The rows prefetched for a row, by association key: `row.prefetchedRows["books"]`.
public struct PrefetchedRows: Sendable {
  private let rows: [String: [Row]]

  init(_ related: RelatedRows?) { rows = related?.prefetched ?? [:] }

  /// The keys of the associations.
  public var keys: Set<String> { Set(rows.keys) }

  /// Whether no rows were requested.
  public var isEmpty: Bool { rows.isEmpty }

  /// The rows of an association; `nil` if they were not requested.
  public subscript(key: String) -> [Row]? { rows[key] }
}

extension Row {
  /// The rows prefetched for this row, by association key.
  public var prefetchedRows: PrefetchedRows { PrefetchedRows(related) }

  /// The rows attached to this row, by name.
  public var scopes: RowScopes { RowScopes(related) }

  /// The rows attached to this row, and recursively the rows attached to these.
  public var scopesTree: RowScopesTree { RowScopesTree(self) }

  /// The row without its related rows.
  public var unscoped: Row {
    var row = self
    row.related = nil
    return row
  }
}
