/// Another view of the rows of a statement: which columns a row has, by which names, and which rows belong to it.
///
/// It helps records to read the rows of SQL that they did not write, as of a join:
///
/// ```swift
/// let sql = "SELECT player.*, team.* FROM player LEFT JOIN team ON team.id = player.teamID"
/// let parts = splittingRowAdapters(columnCounts: [4])
/// let adapter = ScopeAdapter(["player": parts[0], "team": parts[1]])
/// for row in try Row.fetchAll(db, sql: sql, adapter: adapter) {
///   let player: Player = try row["player"]
///   let team: Team? = try row["team"]   // nil where all its columns are NULL
/// }
/// ```
///
/// Rows that are adapted are copied, so reading them takes longer than reading those of the statement.
public protocol RowAdapter: Sendable {
  /// Which columns of a result it takes.
  ///
  /// - Throws: ``RowAdapterError`` where the result does not have them.
  @_documentation(visibility: internal)
  func _adapt(_ layout: RowLayout) throws -> _AdaptedLayout
}

extension RowAdapter {
  /// The adapter with rows that belong to its row, which are made of the same columns of the statement.
  ///
  /// - Parameter scopes: The adapters of the rows, by name.
  public func addingScopes(_ scopes: [String: any RowAdapter]) -> ScopeAdapter {
    ScopeAdapter(base: self, scopes: scopes)
  }
}

/// What an adapter takes of a result.
@_documentation(visibility: internal)
public struct _AdaptedLayout: Sendable {
  /// The columns: their places in the result, and the names that they get.
  var columns: [(index: Int, name: String)]
  /// What the rows are that belong to a row.
  var scopes: [String: _AdaptedLayout] = [:]

  init(_ indexes: some Sequence<Int>, of layout: RowLayout) {
    columns = indexes.map { ($0, layout.columnNames[$0]) }
  }

  init(columns: [(index: Int, name: String)]) { self.columns = columns }
}

/// An adapter that does not fit the columns of a statement.
public enum RowAdapterError: Error, Hashable {
  /// There is no column with this name; the columns that there are.
  case noColumn(String, among: [String])
  /// There are no such columns, from an index to one that is not among them; how many there are.
  case noColumns(from: Int, to: Int, count: Int)
}

extension RowAdapterError: _DescribedError {
  /// What does not fit, and what there is.
  public var description: String {
    switch self {
    case .noColumn(let name, let names):
      "The adapter maps a column “\(name)”, which the statement does not have; its columns are "
        + "\(names.joined(separator: ", "))."
    case .noColumns(let start, let end, let count):
      "The adapter takes the columns from index \(start) to before \(end), but the statement has \(count) columns, counted "
        + "from 0."
    }
  }
}

/// How the rows of a result are adapted: found once for all of its rows.
package struct RowAdaptation: Sendable {
  private let layout: RowLayout
  private let indexes: [Int]
  private let scopes: [String: RowAdaptation]

  /// - Throws: ``RowAdapterError`` where the result does not have the columns.
  package init(_ adapter: some RowAdapter, _ whole: RowLayout) throws {
    self.init(try adapter._adapt(whole), whole)
  }

  private init(_ adapted: _AdaptedLayout, _ whole: RowLayout) {
    indexes = adapted.columns.map(\.index)
    layout = RowLayout(
      columnNames: adapted.columns.map(\.name),
      origins: indexes.map { whole.origins[$0] },
      moments: whole.moments.isEmpty ? [] : indexes.map { whole.moments[$0] }
    )
    scopes = adapted.scopes.mapValues { RowAdaptation($0, whole) }
  }

  /// The row that is made of a row of the result.
  package func row(_ whole: Row) -> Row {
    var row = Row(layout: layout, values: indexes.map { whole.values[$0] })
    if !scopes.isEmpty {
      row.related = RelatedRows(scopes: scopes.mapValues { $0.row(whole) }, areNullsAbsent: true)
    }
    return row
  }
}
