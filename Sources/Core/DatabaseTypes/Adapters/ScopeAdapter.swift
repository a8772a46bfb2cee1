/// An adapter that adds named scopes to a row, each made from some of the row's columns.
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
/// A `Decodable` record finds scopes by the names of its properties. If all columns of a scope are
/// NULL, as they can be after an outer join, an optional property is `nil`.
public struct ScopeAdapter: RowAdapter {
  private let base: (any RowAdapter)?
  private let scopes: [String: any RowAdapter]

  /// Creates an adapter whose row keeps all columns.
  ///
  /// - Parameter scopes: The adapters of the scopes, by name.
  public init(_ scopes: [String: any RowAdapter]) {
    base = nil
    self.scopes = scopes
  }

  init(base: any RowAdapter, scopes: [String: any RowAdapter]) {
    self.base = base
    self.scopes = scopes
  }

  /// Returns the columns and scopes that the adapter takes.
  @_documentation(visibility: internal)
  public func _adapt(_ layout: RowLayout) throws -> _AdaptedLayout {
    var adapted =
      try base?._adapt(layout) ?? _AdaptedLayout(layout.columnNames.indices, of: layout)
    for (name, adapter) in scopes { adapted.scopes[name] = try adapter._adapt(layout) }
    return adapted
  }
}
