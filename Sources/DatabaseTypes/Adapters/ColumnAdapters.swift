/// The columns of a row from an index on.
///
/// ```swift
/// try Row.fetchOne(db, sql: "SELECT 1 AS a, 2 AS b, 3 AS c", adapter: SuffixRowAdapter(fromIndex: 1))
/// // b: 2, c: 3
/// ```
public struct SuffixRowAdapter: RowAdapter {
  private let index: Int

  /// - Parameter index: The first column, from 0.
  public init(fromIndex index: Int) { self.index = index }

  /// The columns that it takes.
  @_documentation(visibility: internal)
  public func _adapt(_ layout: RowLayout) throws -> _AdaptedLayout {
    let count = layout.columnNames.count
    guard 0...count ~= index else {
      throw RowAdapterError.noColumns(from: index, to: count, count: count)
    }
    return _AdaptedLayout(index..<count, of: layout)
  }
}

/// A range of the columns of a row.
///
/// ```swift
/// try Row.fetchOne(db, sql: "SELECT 1 AS a, 2 AS b, 3 AS c", adapter: RangeRowAdapter(1..<2))   // b: 2
/// ```
public struct RangeRowAdapter: RowAdapter {
  private let start: Int
  private let end: Int

  /// - Parameter range: The indexes of the columns, from 0.
  public init(_ range: Range<Int>) { self.init(from: range.lowerBound, to: range.upperBound) }

  /// - Parameter range: The indexes of the columns, from 0.
  public init(_ range: ClosedRange<Int>) {
    self.init(from: range.lowerBound, to: range.upperBound &+ 1)
  }

  init(from start: Int, to end: Int) {
    self.start = start
    self.end = end
  }

  /// The columns that it takes.
  @_documentation(visibility: internal)
  public func _adapt(_ layout: RowLayout) throws -> _AdaptedLayout {
    let count = layout.columnNames.count
    guard start >= 0, end >= start, end <= count else {
      throw RowAdapterError.noColumns(from: start, to: end, count: count)
    }
    return _AdaptedLayout(start..<end, of: layout)
  }
}

/// No column of a row, as for one that has rows of its own only.
public struct EmptyRowAdapter: RowAdapter {
  /// Makes an adapter.
  public init() {}

  /// The columns that it takes.
  @_documentation(visibility: internal)
  public func _adapt(_ layout: RowLayout) -> _AdaptedLayout { _AdaptedLayout(columns: []) }
}

/// Some columns of a row, by other names.
///
/// ```swift
/// try Row.fetchOne(db, sql: "SELECT 1 AS a, 2 AS b", adapter: ColumnMapping(["id": "b"]))   // id: 2
/// ```
public struct ColumnMapping: RowAdapter {
  private let mapping: [String: String]

  /// - Parameter mapping: The columns of the statement, by the names that they get. Their order is that of the statement.
  public init(_ mapping: [String: String]) { self.mapping = mapping }

  /// The columns that it takes.
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

/// All columns of a row, by the names that a closure gives them.
///
/// ```swift
/// RenameColumnAdapter { $0.lowercased() }
/// ```
public struct RenameColumnAdapter: RowAdapter {
  private let rename: @Sendable (String) -> String

  /// - Parameter rename: Gives a column's name the one that it gets.
  public init(_ rename: @escaping @Sendable (String) -> String) { self.rename = rename }

  /// The columns that it takes.
  @_documentation(visibility: internal)
  public func _adapt(_ layout: RowLayout) -> _AdaptedLayout {
    _AdaptedLayout(columns: layout.columnNames.enumerated().map { ($0, rename($1)) })
  }
}

/// Adapters for parts of a row that lie one after the other, and one more for the columns that are left.
///
/// ```swift
/// let sql = "SELECT player.*, team.*, 'x' FROM player JOIN team ON …"
/// let parts = splittingRowAdapters(columnCounts: [Player.numberOfSelectedColumns(db), 2])
/// ScopeAdapter(["player": parts[0], "team": parts[1]])
/// ```
///
/// - Parameter columnCounts: How many columns each part has.
public func splittingRowAdapters(columnCounts: [Int]) -> [any RowAdapter] {
  var start = 0
  var adapters: [any RowAdapter] = []
  for count in columnCounts {
    adapters.append(RangeRowAdapter(from: start, to: start &+ count))
    start &+= count
  }
  return adapters + [SuffixRowAdapter(fromIndex: start)]
}
