public import DatabaseTypes
public import DynamicColumns
public import SQLiteDatabase
import TypedSQL

/// A request that is written as SQL.
///
/// ```swift
/// let request = SQLRequest<Item>(sql: "SELECT * FROM item WHERE quantity > ?", arguments: [3])
/// let same: SQLRequest<Item> = "SELECT * FROM item WHERE quantity > \(3)"
/// ```
public struct SQLRequest<RowDecoder>: FetchRequest {
  /// The type that rows are decoded as.
  public typealias Element = RowDecoder

  private let sql: SQL
  private let adapter: (any RowAdapter)?

  /// Creates a request of SQL text.
  ///
  /// On PostgreSQL, `??` is the operator `?` of `jsonb`, and `??|` is `?|`.
  ///
  /// - Parameters:
  ///   - sql: One statement. Never insert user input into it.
  ///   - arguments: Values for its parameters.
  ///   - adapter: Determines the columns of a row, and their names; `nil` for all columns.
  public init(
    sql: String,
    arguments: StatementArguments = StatementArguments(),
    adapter: (any RowAdapter)? = nil
  ) {
    self.init(literal: SQL(SQLExpression(sql: sql, arguments: arguments)), adapter: adapter)
  }

  /// Creates a request of SQL with values.
  ///
  /// - Parameters:
  ///   - sql: The SQL.
  ///   - adapter: Determines the columns of a row, and their names; `nil` for all columns.
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
  /// Creates a request of SQL text.
  public init(stringLiteral sql: String) { self.init(literal: SQL(stringLiteral: sql)) }

  /// Creates a request of SQL with values.
  public init(stringInterpolation: SQL.StringInterpolation) {
    self.init(literal: SQL(stringInterpolation: stringInterpolation))
  }
}

extension SQLRequest: SQLExpressible {
  /// The request as a subquery.
  public var sqlExpression: SQLExpression { SQLExpression(subquery: self) }
}

extension SQLRequest {
  /// Creates a request of SQL text; `cached` is accepted for compatibility.
  ///
  /// - Parameters:
  ///   - sql: One statement. Never insert user input into it.
  ///   - arguments: Values for its parameters.
  ///   - cached: Ignored: the statements of requests are always cached, up to
  ///     ``Configuration/maximumCachedStatementCount``.
  public init(sql: String, arguments: StatementArguments = StatementArguments(), cached: Bool) {
    self.init(sql: sql, arguments: arguments)
  }
}
