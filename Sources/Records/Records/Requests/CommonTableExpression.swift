public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase
import TypedSQL

/// A common table expression: a table that a request defines by another request, in a `WITH`
/// clause.
///
/// ```swift
/// let items = Item.filter(Column("quantity") > 100)
/// let large = CommonTableExpression<Item>(named: "large", request: items)
/// try large.all().with(large).fetchAll(db)
/// // WITH "large" AS (SELECT * FROM "item" WHERE …) SELECT * FROM "large"
/// ```
public struct CommonTableExpression<RowDecoder>: Sendable {
  let table: RequestedCommonTable

  /// The name of the table.
  public var tableName: String { table.name }

  var requested: RequestedTable { RequestedTable(table, of: RowDecoder.self) }

  /// Creates a table from a request.
  ///
  /// - Parameters:
  ///   - isRecursive: Whether the table selects from itself.
  ///   - name: The name of the table.
  ///   - columns: The names of its columns; those of the request unless given.
  ///   - request: The request that produces its rows.
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

  /// Creates a table from SQL.
  ///
  /// - Parameters:
  ///   - isRecursive: Whether the table selects from itself.
  ///   - name: The name of the table.
  ///   - columns: The names of its columns; those of the statement unless given.
  ///   - sql: The statement. Never insert user input into it.
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

  /// Creates a table from SQL with values.
  ///
  /// - Parameters:
  ///   - isRecursive: Whether the table selects from itself.
  ///   - name: The name of the table.
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

  /// Returns a request for its rows, which has to include the table: `large.all().with(large)`.
  public func all() -> QueryInterfaceRequest<RowDecoder> {
    QueryInterfaceRequest(_RequestClauses(requested))
  }
}

// Without a type, rows are fetched as `Row`.

extension CommonTableExpression where RowDecoder == Row {
  /// Creates a table from a request, whose rows are fetched as ``Row``.
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

  /// Creates a table from SQL, whose rows are fetched as ``Row``.
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

  /// Creates a table from SQL with values, whose rows are fetched as ``Row``.
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
