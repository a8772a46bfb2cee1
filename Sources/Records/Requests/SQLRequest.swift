public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase
import TypedSQL

/// A request in SQL.
///
/// ```swift
/// let request = SQLRequest<Item>(sql: "SELECT * FROM item WHERE quantity > ?", arguments: [3])
/// let same: SQLRequest<Item> = "SELECT * FROM item WHERE quantity > \(3)"
/// ```
public struct SQLRequest<RowDecoder>: FetchRequest {
  /// What its rows are decoded as.
  public typealias Element = RowDecoder

  private let sql: SQL
  private let adapter: (any RowAdapter)?

  /// Makes a request of SQL text.
  ///
  /// - Parameters:
  ///   - sql: One statement. Text of a user has no place in it.
  ///   - arguments: Values for its parameters.
  ///   - adapter: Which columns of the statement a row has, and by which names; all, if `nil`.
  public init(
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    adapter: (any RowAdapter)? = nil
  ) {
    self.init(literal: SQL(SQLExpression(sql: sql, arguments: arguments)), adapter: adapter)
  }

  /// Makes a request of SQL with values in it.
  ///
  /// - Parameters:
  ///   - sql: The SQL.
  ///   - adapter: Which columns of the statement a row has, and by which names; all, if `nil`.
  public init(literal sql: SQL, adapter: (any RowAdapter)? = nil) {
    self.sql = sql
    self.adapter = adapter
  }

  /// Writes the SQL.
  @_documentation(visibility: internal)
  public func _written(_ context: _RequestContext) throws -> _WrittenRequest {
    var written = _WrittenRequest(
      text: try sql.sqlExpression._fragment(in: context.expressionContext)
    )
    written.adapter = adapter
    return written
  }
}

extension SQLRequest: ExpressibleByStringInterpolation {
  /// Makes a request of SQL text.
  public init(stringLiteral sql: String) { self.init(literal: SQL(stringLiteral: sql)) }

  /// Makes a request of SQL with values in it.
  public init(stringInterpolation: SQL.StringInterpolation) {
    self.init(literal: SQL(stringInterpolation: stringInterpolation))
  }
}

extension SQLRequest: SQLExpressible {
  /// The request as a subquery.
  public var sqlExpression: SQLExpression { SQLExpression(subquery: self) }
}
