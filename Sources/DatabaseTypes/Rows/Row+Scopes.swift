/// The rows that belong to a row, by their names: those of joined tables, and those that adapters make of its columns.
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

  /// The row with a name; `nil` where there is none, as for a joined table that has no row.
  public subscript(name: String) -> Row? { rows.first { $0.name == name }?.row }
}

extension RowScopes: RandomAccessCollection {
  /// The place of the first row.
  public var startIndex: Int { rows.startIndex }

  /// The place after the last row.
  public var endIndex: Int { rows.endIndex }

  /// The name and the row at a place; they are in the order of the names.
  public subscript(position: Int) -> (name: String, row: Row) { rows[position] }
}

/// The rows that belong to a row, and those that belong to these, at any depth.
///
/// ```swift
/// let coach = row.scopesTree["coach"]   // of the team of the row, as well
/// ```
public struct RowScopesTree: Sendable {
  private let root: Row

  init(_ root: Row) { self.root = root }

  /// The names of the rows.
  public var names: Set<String> {
    root.scopes.reduce(into: root.scopes.names) { $0.formUnion($1.row.scopesTree.names) }
  }

  /// The row with a name; of several, the nearest, and of those the one whose row has the first name.
  public subscript(name: String) -> Row? {
    var level = [root]
    while !level.isEmpty {
      for row in level { if let found = row.scopes[name] { return found } }
      level = level.flatMap { $0.scopes.map(\.row) }
    }
    return nil
  }
}

/// The rows that were fetched for a row, by the keys of their associations: `row.prefetchedRows["books"]`.
public struct PrefetchedRows: Sendable {
  private let rows: [String: [Row]]

  init(_ related: RelatedRows?) { rows = related?.prefetched ?? [:] }

  /// The keys of the associations.
  public var keys: Set<String> { Set(rows.keys) }

  /// Whether no rows were asked for.
  public var isEmpty: Bool { rows.isEmpty }

  /// The rows of an association; `nil` where none were asked for.
  public subscript(key: String) -> [Row]? { rows[key] }
}

extension Row {
  /// The rows that were fetched for this one, by the keys of their associations.
  public var prefetchedRows: PrefetchedRows { PrefetchedRows(related) }

  /// The rows that belong to this one, by their names.
  public var scopes: RowScopes { RowScopes(related) }

  /// The rows that belong to this one, and those that belong to these, at any depth.
  public var scopesTree: RowScopesTree { RowScopesTree(self) }

  /// The row without those that belong to it.
  public var unscoped: Row {
    var row = self
    row.related = nil
    return row
  }
}
