public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase
import TypedSQL

/// A table that a request names first, made of another request.
///
/// ```swift
/// let large = CommonTableExpression<Item>(named: "large", request: Item.filter(Column("quantity") > 100))
/// try large.all().with(large).fetchAll(db)
/// // WITH "large" AS (SELECT * FROM "item" WHERE …) SELECT * FROM "large"
/// ```
public struct CommonTableExpression<RowDecoder>: Sendable {
  let table: RequestedCommonTable

  /// Its name.
  public var tableName: String { table.name }

  var requested: RequestedTable { RequestedTable(table, of: RowDecoder.self) }

  /// Names the rows of a request.
  ///
  /// - Parameters:
  ///   - isRecursive: Whether it selects from itself.
  ///   - name: The name.
  ///   - columns: The names of its columns; those of the request unless given.
  ///   - request: What makes its rows.
  public init(
    recursive isRecursive: Bool = false,
    named name: String,
    columns: [String] = [],
    request: some FetchRequest
  ) {
    table = RequestedCommonTable(
      name: name,
      columns: columns,
      isRecursive: isRecursive,
      body: SQLExpression(subquery: request)
    )
  }

  /// Names the rows of a statement in SQL.
  ///
  /// - Parameters:
  ///   - isRecursive: Whether it selects from itself.
  ///   - name: The name.
  ///   - columns: The names of its columns; those of the statement unless given.
  ///   - sql: The statement. Text of a user has no place in it.
  ///   - arguments: Values for its parameters.
  public init(
    recursive isRecursive: Bool = false,
    named name: String,
    columns: [String] = [],
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) {
    self.init(
      recursive: isRecursive,
      named: name,
      columns: columns,
      request: SQLRequest<RowDecoder>(sql: sql, arguments: arguments)
    )
  }

  /// Names the rows of a statement in SQL with values in it.
  ///
  /// - Parameters:
  ///   - isRecursive: Whether it selects from itself.
  ///   - name: The name.
  ///   - columns: The names of its columns; those of the statement unless given.
  ///   - sql: The statement.
  public init(
    recursive isRecursive: Bool = false,
    named name: String,
    columns: [String] = [],
    literal sql: SQL
  ) {
    self.init(
      recursive: isRecursive,
      named: name,
      columns: columns,
      request: SQLRequest<RowDecoder>(literal: sql)
    )
  }

  /// A request for its rows; the request has to name the table too: `large.all().with(large)`.
  public func all() -> QueryInterfaceRequest<RowDecoder> {
    QueryInterfaceRequest(_RequestClauses(requested))
  }
}

// Without a type, rows are rows.

extension CommonTableExpression where RowDecoder == Row {
  /// Makes a table of a request, whose rows are fetched as they are.
  public init(
    recursive isRecursive: Bool = false,
    named name: String,
    columns: [String] = [],
    request: some FetchRequest
  ) {
    let body = SQLExpression(subquery: request)
    table = RequestedCommonTable(
      name: name,
      columns: columns,
      isRecursive: isRecursive,
      body: body
    )
  }

  /// Makes a table of SQL, whose rows are fetched as they are.
  public init(
    recursive isRecursive: Bool = false,
    named name: String,
    columns: [String] = [],
    sql: String,
    arguments: StatementArguments = StatementArguments()
  ) {
    let request = SQLRequest<Row>(sql: sql, arguments: arguments)
    self.init(recursive: isRecursive, named: name, columns: columns, request: request)
  }

  /// Makes a table of SQL with values in it, whose rows are fetched as they are.
  public init(
    recursive isRecursive: Bool = false,
    named name: String,
    columns: [String] = [],
    literal sql: SQL
  ) {
    let request = SQLRequest<Row>(literal: sql)
    self.init(recursive: isRecursive, named: name, columns: columns, request: request)
  }
}
