/// Rows that belong to a row, each made of some of its columns.
///
/// ```swift
/// let adapter = ScopeAdapter([
///   "player": RangeRowAdapter(0..<4),
///   "team": SuffixRowAdapter(fromIndex: 4),
/// ])
/// let row = try Row.fetchOne(db, sql: sql, adapter: adapter)
/// row?.scopes["team"]
/// ```
///
/// A `Decodable` record finds them by the names of its properties. Where all columns of such a row are NULL, as those of an
/// outer join, an optional property is `nil`.
public struct ScopeAdapter: RowAdapter {
  private let base: (any RowAdapter)?
  private let scopes: [String: any RowAdapter]

  /// - Parameter scopes: The adapters of the rows, by name. The row itself keeps all columns.
  public init(_ scopes: [String: any RowAdapter]) {
    base = nil
    self.scopes = scopes
  }

  init(base: any RowAdapter, scopes: [String: any RowAdapter]) {
    self.base = base
    self.scopes = scopes
  }

  /// The columns that it takes.
  @_documentation(visibility: internal)
  public func _adapt(_ layout: RowLayout) throws -> _AdaptedLayout {
    var adapted =
      try base?._adapt(layout) ?? _AdaptedLayout(layout.columnNames.indices, of: layout)
    for (name, adapter) in scopes { adapted.scopes[name] = try adapter._adapt(layout) }
    return adapted
  }
}
