import DatabaseTypes
public import DynamicColumns
public import SQLQueries
public import SQLiteDatabase
public import SQLiteQueries
public import TypedSQL

/// A request that can be fetched, for records, values or rows.
///
/// ```swift
/// try database.read { db in
///   let items = try Item.order(Column("name")).fetchAll(db)          // [Item]
///   let first = try Item.order(Column("name")).fetchOne(db)          // Item?
///   let count = try Item.filter(Column("quantity") > 3).fetchCount(db)
/// }
/// ```
public protocol FetchRequest<RowDecoder>: SQLSubqueryable, _SQLiteRequest
where Element == RowDecoder {
  /// The type that rows are decoded as.
  associatedtype RowDecoder

  /// Writes the SQL.
  @_documentation(visibility: internal)
  func _written(_ context: _RequestContext) throws -> _WrittenRequest

  /// Writes the SQL for a single use, for which the text of the statement is sufficient.
  ///
  /// - Parameter isForFirst: Whether only the first row is needed.
  @_documentation(visibility: internal)
  func _writtenForSingleUse(_ db: Database, isForFirst: Bool) throws -> _WrittenRequest
}

extension FetchRequest {
  /// Writes the SQL for a single use.
  @_documentation(visibility: internal)
  public func _writtenForSingleUse(_ db: Database, isForFirst: Bool) throws -> _WrittenRequest {
    try written(db)
  }
}

extension FetchRequest {
  /// Writes the request as a `SELECT`.
  @_documentation(visibility: internal)
  public func _select(in context: _ExpressionContext) throws -> QueryFragment {
    try _written(_RequestContext(within: context)).query
  }

  /// Writes the request as a subquery, which has columns also if it is known to have no rows.
  func subquery(in context: _ExpressionContext) throws -> QueryFragment {
    try _written(_RequestContext(within: context)).subquery
  }

  /// Writes the request for a connection.
  package func written(_ db: any RecordSource) throws -> _WrittenRequest {
    try _written(_RequestContext(db))
  }

  /// Returns the number of rows.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, ``RequestError`` or ``AssociationError``.
  public func fetchCount<Connection: SQLConnection>(_ db: Connection) throws -> Int {
    guard let db = db as? Database else {
      let source = try db.recordSource
      return try source.rows(of: countQuery(source)).first?.decode(Int.self, at: 0) ?? 0
    }
    guard let statement = try db.statement(binding: written(db).countQuery) else { return 0 }
    return try statement.firstRow { try $0.value(Int.self) } ?? 0
  }

  /// Returns whether there are no rows.
  ///
  /// - Throws: `DatabaseError` or `PostgresError`, ``RequestError`` or ``AssociationError``.
  public func isEmpty<Connection: SQLConnection>(_ db: Connection) throws -> Bool {
    guard let db = db as? Database else {
      let source = try db.recordSource
      return try source.rows(of: existenceQuery(source)).first
        .map { row in try !row.decode(Bool.self, at: 0) } ?? true
    }
    guard let statement = try db.statement(binding: written(db).existenceQuery) else { return true }
    return try statement.firstRow { try !$0.value(Bool.self) } ?? true
  }
}

extension PreparedStatement {
  /// Returns the value of the first column.
  func value<Value: DatabaseValueConvertible>(_ type: Value.Type) throws -> Value {
    do { return try CurrentRow(self).decode(type, at: 0) } catch { throw error.with(sql: sql) }
  }
}

extension FetchRequest {
  /// Returns the number of columns of the rows.
  func selectedColumnCount(_ db: Database) throws -> Int {
    try db.statement(binding: written(db).query)?.columnCount ?? 0
  }

  /// Returns the SQL with the values in it, for tests and logs; never run it.
  ///
  /// - Throws: ``RequestError`` or ``AssociationError``.
  public func sql(_ db: Database) throws -> String {
    try written(db).query.description(layout: .singleLine)
  }
}
