public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase

/// A request whose rows an adapter presents.
public struct AdaptedFetchRequest<RowDecoder>: FetchRequest {
  /// The type that rows are decoded as.
  public typealias Element = RowDecoder

  private let base: any FetchRequest
  private let adapter: @Sendable (Database) throws -> any RowAdapter

  init(
    _ base: some FetchRequest<RowDecoder>,
    _ adapter: @escaping @Sendable (Database) throws -> any RowAdapter
  ) {
    self.base = base
    self.adapter = adapter
  }

  /// Writes the request.
  @_documentation(visibility: internal)
  public func _written(_ context: _RequestContext) throws -> _WrittenRequest {
    if context.isOtherDatabase {
      throw RequestError.onlyOnSQLite("An adapter whose closure receives SQLite's connection")
    }
    guard let database = context.database else { throw NeedsDatabase() }
    var written = try base._written(context)
    guard written.isPlain else { throw RequestError.adaptedTwice }
    written.adapter = try adapter(database)
    return written
  }
}

extension AdaptedFetchRequest: SQLExpressible {
  /// The request as a subquery, to which the adapter does not apply.
  public var sqlExpression: SQLExpression { SQLExpression(subquery: self) }
}

extension FetchRequest {
  /// Returns the request with rows that an adapter presents.
  ///
  /// ```swift
  /// let sql = "SELECT player.*, team.* FROM player JOIN team ON …"
  /// let request = SQLRequest<PlayerInfo>(sql: sql).adapted { db in
  ///   let parts = splittingRowAdapters(columnCounts: [try Player.numberOfSelectedColumns(db)])
  ///   return ScopeAdapter(["player": parts[0], "team": parts[1]])
  /// }
  /// ```
  ///
  /// - Parameter adapter: Creates the adapter, when the request runs.
  public func adapted(
    _ adapter: @escaping @Sendable (Database) throws -> any RowAdapter
  ) -> AdaptedFetchRequest<RowDecoder> { AdaptedFetchRequest(self, adapter) }
}
