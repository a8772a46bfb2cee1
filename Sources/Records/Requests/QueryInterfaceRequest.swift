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
/// It becomes SQL when it is run: `RowDecoder` is what its rows are decoded as, a record, a value, or `Row`.
public struct QueryInterfaceRequest<RowDecoder>: DerivableRequest, FetchRequest {
  /// What its rows are decoded as.
  public typealias Element = RowDecoder

  /// The clauses.
  @_documentation(visibility: internal)
  public var _clauses: _RequestClauses

  init(_ clauses: _RequestClauses) { _clauses = clauses }

  /// Writes the SQL.
  @_documentation(visibility: internal)
  public func _written(_ context: _RequestContext) throws -> _WrittenRequest {
    var writer = RequestWriter(context)
    return try writer.write(_clauses)
  }

  /// Writes the SQL to be run and forgotten: in one go, where it is of one table.
  @_documentation(visibility: internal)
  public func _writtenOnce(_ db: Database, isForFirst: Bool) throws -> _WrittenRequest {
    guard let statement = try _clauses.statementOfOneTable(db, isForFirst: isForFirst) else {
      return try written(db)
    }
    return _WrittenRequest(text: statement)
  }
}

extension QueryInterfaceRequest {
  /// The same rows, decoded as another type.
  public func asRequest<Other>(of type: Other.Type) -> QueryInterfaceRequest<Other> {
    QueryInterfaceRequest<Other>(_clauses)
  }

  /// Selects columns and expressions, decoded as a type: `Item.select(max(Column("quantity")), as: Int.self)`.
  public func select<Other>(
    _ selection: any SQLSelectable...,
    as type: Other.Type
  ) -> QueryInterfaceRequest<Other> { select(selection).asRequest(of: type) }

  /// Selects what SQL says, decoded as a type.
  public func select<Other>(
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    as type: Other.Type
  ) -> QueryInterfaceRequest<Other> {
    select(sql: sql, arguments: arguments).asRequest(of: type)
  }

  /// Selects the primary key, which has one column.
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

  /// Selects what SQL with values in it says, decoded as a type.
  public func select<Other>(literal sql: SQL, as type: Other.Type) -> QueryInterfaceRequest<Other> {
    select(sql).asRequest(of: type)
  }

  /// Selects the identities, which are the primary key.
  public func selectID() -> QueryInterfaceRequest<RowDecoder.ID> where RowDecoder: Identifiable {
    selectPrimaryKey(as: RowDecoder.ID.self)
  }

  /// Keeps a number of rows at most: `LIMIT 10 OFFSET 20`, in place of the limit before.
  public func limit(_ count: Int, offset: Int? = nil) -> Self {
    with { $0.limit = RequestLimit(count: count, offset: offset) }
  }
}

extension QueryInterfaceRequest: SQLExpressible {
  /// The request as a subquery.
  public var sqlExpression: SQLExpression { SQLExpression(subquery: self) }
}

extension FetchRequest {
  /// Whether an expression is in the result: `("item"."id") IN (SELECT …)`.
  public func contains(_ element: some SQLExpressible) -> SQLExpression {
    let (element, request) = (element.sqlExpression, self)
    return SQLExpression { context in
      let query = try request._select(in: context)
      let element = try element._fragment(in: context)
      return "(\(element)) IN (\(query.isEmpty ? .noRows : query))"
    }
  }

  /// Whether a value is in the result: `(?) IN (SELECT …)`.
  @_disfavoredOverload  // An expression is not bound.
  public func contains(_ value: some DatabaseValueConvertible) -> SQLExpression {
    contains(SQLExpression(value))
  }

  /// Whether there is a row: `EXISTS (SELECT …)`.
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
      let query = try request._select(in: context)
      return "(\(query.isEmpty ? .noRows : query))"
    }
  }
}
