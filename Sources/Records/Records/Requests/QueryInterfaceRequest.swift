public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase
import TypedSQL

/// A request for the rows of a table, as a value that can be refined.
///
/// ```swift
/// let request = Item.filter(Column("quantity") > 3).order(Column("name")).limit(10)
/// let items = try database.read { db in try request.fetchAll(db) }
/// // SELECT * FROM "item" WHERE (("item"."quantity") > (3)) ORDER BY "item"."name" LIMIT 10
/// ```
///
/// It becomes SQL when it runs. `RowDecoder` is the type that its rows are decoded as: a record, a
/// value, or `Row`.
public struct QueryInterfaceRequest<RowDecoder>: DerivableRequest, FetchRequest {
  /// The type that rows are decoded as.
  public typealias Element = RowDecoder

  /// The clauses of the request.
  @_documentation(visibility: internal)
  public var _clauses: _RequestClauses

  init(_ clauses: _RequestClauses) { _clauses = clauses }

  /// Writes the SQL.
  @_documentation(visibility: internal)
  public func _written(_ context: _RequestContext) throws -> _WrittenRequest {
    var writer = RequestWriter(context)
    return try writer.write(_clauses)
  }

  /// Writes the SQL for a single use; in one pass, if it reads one table.
  @_documentation(visibility: internal)
  public func _writtenForSingleUse(_ db: Database, isForFirst: Bool) throws -> _WrittenRequest {
    guard let statement = try _clauses.singleTableStatement(db, isForFirst: isForFirst) else {
      return try written(db)
    }
    return _WrittenRequest(text: statement)
  }
}

extension QueryInterfaceRequest {
  /// Returns a request for the same rows, decoded as another type.
  public func asRequest<Other>(of type: Other.Type) -> QueryInterfaceRequest<Other> {
    QueryInterfaceRequest<Other>(_clauses)
  }

  /// Selects columns and expressions, decoded as a type.
  ///
  /// ```swift
  /// Item.select(max(Column("quantity")), as: Int.self)
  /// ```
  public func select<Other>(
    _ selection: any SQLSelectable...,
    as type: Other.Type
  ) -> QueryInterfaceRequest<Other> { select(selection).asRequest(of: type) }

  /// Selects columns and expressions, written as SQL and decoded as a type.
  public func select<Other>(
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    as type: Other.Type
  ) -> QueryInterfaceRequest<Other> {
    select(sql: sql, arguments: arguments).asRequest(of: type)
  }

  /// Selects the primary key, which must have one column.
  public func selectPrimaryKey<Key>(as type: Key.Type) -> QueryInterfaceRequest<Key> {
    let table = _clauses.table.name
    let key = SQLExpression { context in
      try Column(context.schema.singleKey(of: table)).sqlExpression._fragment(in: context)
    }
    return select(key).asRequest(of: type)
  }

  /// Selects columns and expressions, decoded as a type.
  public func select<Other>(
    _ selection: [any SQLSelectable],
    as type: Other.Type
  ) -> QueryInterfaceRequest<Other> { select(selection).asRequest(of: type) }

  /// Selects columns and expressions, written as SQL with values and decoded as a type.
  public func select<Other>(literal sql: SQL, as type: Other.Type) -> QueryInterfaceRequest<Other> {
    select(sql).asRequest(of: type)
  }

  /// Selects the identifiers, which are the primary key.
  public func selectID() -> QueryInterfaceRequest<RowDecoder.ID> where RowDecoder: Identifiable {
    selectPrimaryKey(as: RowDecoder.ID.self)
  }

  /// Limits the number of rows: `LIMIT 10 OFFSET 20`, replacing an earlier limit.
  public func limit(_ count: Int, offset: Int? = nil) -> Self {
    with { $0.limit = RequestLimit(count: count, offset: offset) }
  }
}

extension QueryInterfaceRequest: SQLExpressible {
  /// The request as a subquery.
  public var sqlExpression: SQLExpression { SQLExpression(subquery: self) }
}

extension FetchRequest {
  /// Returns whether the result contains an expression: `("item"."id") IN (SELECT …)`.
  public func contains(_ element: some SQLExpressible) -> SQLExpression {
    let (element, request) = (element.sqlExpression, self)
    return SQLExpression { context in
      let query = try request.subquery(in: context)
      let element = try element._fragment(in: context)
      return "(\(element)) IN (\(query))"
    }
  }

  /// Returns whether the result contains a value: `(?) IN (SELECT …)`.
  @_disfavoredOverload  // Expressions are not bound.
  public func contains(_ value: some DatabaseValueConvertible) -> SQLExpression {
    contains(SQLExpression(value))
  }

  /// Returns whether the result has a row: `EXISTS (SELECT …)`.
  public func exists() -> SQLExpression {
    let request = self
    return SQLExpression { context in
      let query = try request._select(in: context)
      return query.isEmpty ? .truth(false) : "EXISTS (\(query))"
    }
  }
}

extension SQLExpression {
  init(subquery request: some FetchRequest) {
    self.init { context in
      let query = try request.subquery(in: context)
      return "(\(query))"
    }
  }
}
