/// A view of the rows of a statement with other columns, column names and scopes.
///
/// An adapter lets records read the rows of SQL that they did not write, such as a join:
///
/// ```swift
/// let sql = "SELECT player.*, team.* FROM player LEFT JOIN team ON team.id = player.teamID"
/// let parts = splittingRowAdapters(columnCounts: [4])
/// let adapter = ScopeAdapter(["player": parts[0], "team": parts[1]])
/// for row in try Row.fetchAll(db, sql: sql, adapter: adapter) {
///   let player: Player = try row["player"]
///   let team: Team? = try row["team"]   // nil if all its columns are NULL
/// }
/// ```
///
/// Adapted rows are copies, so reading them takes longer than reading the rows of the statement
/// directly.
public protocol RowAdapter: Sendable {
  /// Returns the columns of a result that the adapter takes.
  ///
  /// - Throws: ``RowAdapterError`` if the result lacks these columns.
  @_documentation(visibility: internal)
  func _adapt(_ layout: RowLayout) throws -> _AdaptedLayout
}

extension RowAdapter {
  /// Returns the adapter with additional scopes: rows made from columns of the same statement.
  ///
  /// - Parameter scopes: The adapters of the scopes, by name.
  public func addingScopes(_ scopes: [String: any RowAdapter]) -> ScopeAdapter {
    ScopeAdapter(base: self, scopes: scopes)
  }
}

/// The columns and scopes that an adapter takes from a result.
@_documentation(visibility: internal)
public struct _AdaptedLayout: Sendable {
  /// The columns: their indexes in the result, and their new names.
  var columns: [(index: Int, name: String)]
  /// The layouts of the scopes, by name.
  var scopes: [String: _AdaptedLayout] = [:]

  init(_ indexes: some Sequence<Int>, of layout: RowLayout) {
    columns = indexes.map { ($0, layout.columnNames[$0]) }
  }

  init(columns: [(index: Int, name: String)]) { self.columns = columns }
}

/// An adapter that does not fit the columns of a statement.
public enum RowAdapterError: Error, Hashable {
  /// A column with this name does not exist; with the names of the existing columns.
  case noColumn(String, among: [String])
  /// A range of columns does not exist; with the range's bounds and the number of columns.
  case noColumns(from: Int, to: Int, count: Int)
}

extension RowAdapterError: _SelfDescribingError {
  /// A sentence with the columns that are missing and those that exist.
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

/// An adapter resolved for the columns of a result, once for all of its rows.
package struct ResolvedRowAdapter: Sendable {
  private let layout: RowLayout
  private let indexes: [Int]
  private let scopes: [String: ResolvedRowAdapter]

  /// Resolves an adapter for the columns of a result.
  ///
  /// - Throws: ``RowAdapterError`` if the result lacks the columns.
  package init(_ adapter: some RowAdapter, _ whole: RowLayout) throws {
    self.init(try adapter._adapt(whole), whole)
  }

  private init(_ adapted: _AdaptedLayout, _ whole: RowLayout) {
    indexes = adapted.columns.map(\.index)
    layout = RowLayout(
      columnNames: adapted.columns.map(\.name),
      origins: indexes.map { whole.origins[$0] },
      areTimestamps: whole.areTimestamps.isEmpty ? [] : indexes.map { whole.areTimestamps[$0] },
      hasDecimals: whole.hasDecimals,
      areDecimals: whole.areDecimals.isEmpty ? [] : indexes.map { whole.areDecimals[$0] }
    )
    scopes = adapted.scopes.mapValues { ResolvedRowAdapter($0, whole) }
  }

  /// Returns the adapted row for a row of the result.
  package func row(_ whole: Row) -> Row {
    var row = Row(layout: layout, values: indexes.map { whole.values[$0] })
    if !scopes.isEmpty {
      row.related = RelatedRows(
        scopes: scopes.mapValues { $0.row(whole) },
        treatsNullsAsMissing: true
      )
    }
    return row
  }
}
