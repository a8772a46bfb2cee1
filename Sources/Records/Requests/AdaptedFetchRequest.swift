public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase

/// A request whose rows are seen by an adapter.
public struct AdaptedFetchRequest<RowDecoder>: FetchRequest {
  /// What it fetches.
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
    if context.isElsewhere {
      throw RequestError.onSQLiteAlone("An adapter whose closure gets SQLite's connection")
    }
    guard let database = context.database else { throw NeedsDatabase() }
    var written = try base._written(context)
    guard written.isPlain else { throw RequestError.adaptedTwice }
    written.adapter = try adapter(database)
    return written
  }
}

extension AdaptedFetchRequest: SQLExpressible {
  /// The request as a subquery, whose rows no adapter sees.
  public var sqlExpression: SQLExpression { SQLExpression(subquery: self) }
}

extension FetchRequest {
  /// The request with rows that an adapter sees, which is made when it runs.
  ///
  /// ```swift
  /// let request = SQLRequest<PlayerInfo>(sql: "SELECT player.*, team.* FROM player JOIN team ON …").adapted { db in
  ///   let parts = splittingRowAdapters(columnCounts: [try Player.numberOfSelectedColumns(db)])
  ///   return ScopeAdapter(["player": parts[0], "team": parts[1]])
  /// }
  /// ```
  ///
  /// - Parameter adapter: Makes the adapter.
  public func adapted(
    _ adapter: @escaping @Sendable (Database) throws -> any RowAdapter
  ) -> AdaptedFetchRequest<RowDecoder> { AdaptedFetchRequest(self, adapter) }
}
