/// An adapter that takes the columns of a row from an index on.
///
/// ```swift
/// let sql = "SELECT 1 AS a, 2 AS b, 3 AS c"
/// try Row.fetchOne(db, sql: sql, adapter: SuffixRowAdapter(fromIndex: 1))   // b: 2, c: 3
/// ```
public struct SuffixRowAdapter: RowAdapter {
  private let index: Int

  /// Creates an adapter.
  ///
  /// - Parameter index: The first column, counted from 0.
  public init(fromIndex index: Int) { self.index = index }

  /// Returns the columns that the adapter takes.
  @_documentation(visibility: internal)
  public func _adapt(_ layout: RowLayout) throws -> _AdaptedLayout {
    let count = layout.columnNames.count
    guard 0...count ~= index else {
      throw RowAdapterError.noColumns(from: index, to: count, count: count)
    }
    return _AdaptedLayout(index..<count, of: layout)
  }
}

/// An adapter that takes a range of the columns of a row.
///
/// ```swift
/// let sql = "SELECT 1 AS a, 2 AS b, 3 AS c"
/// try Row.fetchOne(db, sql: sql, adapter: RangeRowAdapter(1..<2))   // b: 2
/// ```
public struct RangeRowAdapter: RowAdapter {
  private let start: Int
  private let end: Int

  /// Creates an adapter.
  ///
  /// - Parameter range: The indexes of the columns, counted from 0.
  public init(_ range: Range<Int>) { self.init(from: range.lowerBound, to: range.upperBound) }

  /// Creates an adapter.
  ///
  /// - Parameter range: The indexes of the columns, counted from 0.
  public init(_ range: ClosedRange<Int>) {
    self.init(from: range.lowerBound, to: range.upperBound &+ 1)
  }

  init(from start: Int, to end: Int) {
    self.start = start
    self.end = end
  }

  /// Returns the columns that the adapter takes.
  @_documentation(visibility: internal)
  public func _adapt(_ layout: RowLayout) throws -> _AdaptedLayout {
    let count = layout.columnNames.count
    guard start >= 0, end >= start, end <= count else {
      throw RowAdapterError.noColumns(from: start, to: end, count: count)
    }
    return _AdaptedLayout(start..<end, of: layout)
  }
}

/// An adapter that takes no columns, for a row that only has scopes.
public struct EmptyRowAdapter: RowAdapter {
  /// Creates an adapter.
  public init() {}

  /// Returns the columns that the adapter takes.
  @_documentation(visibility: internal)
  public func _adapt(_ layout: RowLayout) -> _AdaptedLayout { _AdaptedLayout(columns: []) }
}

/// An adapter that takes some columns of a row under other names.
///
/// ```swift
/// let sql = "SELECT 1 AS a, 2 AS b"
/// try Row.fetchOne(db, sql: sql, adapter: ColumnMapping(["id": "b"]))   // id: 2
/// ```
public struct ColumnMapping: RowAdapter {
  private let mapping: [String: String]

  /// Creates an adapter.
  ///
  /// - Parameter mapping: The columns of the statement, by their new names. The columns keep the
  ///   order of the statement.
  public init(_ mapping: [String: String]) { self.mapping = mapping }

  /// Returns the columns that the adapter takes.
  @_documentation(visibility: internal)
  public func _adapt(_ layout: RowLayout) throws -> _AdaptedLayout {
    let columns = try mapping.map { name, column in
      guard let index = layout.index(ofColumn: column) else {
        throw RowAdapterError.noColumn(column, among: layout.columnNames)
      }
      return (index: index, name: name)
    }
    return _AdaptedLayout(columns: columns.sorted { ($0.index, $0.name) < ($1.index, $1.name) })
  }
}

/// An adapter that renames all columns of a row.
///
/// ```swift
/// RenameColumnAdapter { $0.lowercased() }
/// ```
public struct RenameColumnAdapter: RowAdapter {
  private let rename: @Sendable (String) -> String

  /// Creates an adapter.
  ///
  /// - Parameter rename: Returns the new name of a column, given its name in the statement.
  public init(_ rename: @escaping @Sendable (String) -> String) { self.rename = rename }

  /// Returns the columns that the adapter takes.
  @_documentation(visibility: internal)
  public func _adapt(_ layout: RowLayout) -> _AdaptedLayout {
    _AdaptedLayout(columns: layout.columnNames.enumerated().map { ($0, rename($1)) })
  }
}

/// Returns adapters for consecutive parts of a row, and one for the remaining columns.
///
/// ```swift
/// let sql = "SELECT player.*, team.*, 'x' FROM player JOIN team ON …"
/// let parts = splittingRowAdapters(columnCounts: [Player.numberOfSelectedColumns(db), 2])
/// ScopeAdapter(["player": parts[0], "team": parts[1]])
/// ```
///
/// - Parameter columnCounts: The number of columns of each part.
public func splittingRowAdapters(columnCounts: [Int]) -> [any RowAdapter] {
  var start = 0
  var adapters: [any RowAdapter] = []
  for count in columnCounts {
    adapters.append(RangeRowAdapter(from: start, to: start &+ count))
    start &+= count
  }
  return adapters + [SuffixRowAdapter(fromIndex: start)]
}
