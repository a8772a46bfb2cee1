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

  /// Makes a request of SQL text.
  ///
  /// - Parameters:
  ///   - sql: One statement. Text of a user has no place in it.
  ///   - arguments: Values for its parameters.
  public init(sql: String, arguments: StatementArguments = StatementArguments()) {
    self.sql = SQL(SQLExpression(sql: sql, arguments: arguments))
  }

  /// Makes a request of SQL with values in it.
  public init(literal sql: SQL) { self.sql = sql }

  /// Writes the SQL.
  @_documentation(visibility: internal)
  public func _written(_ context: _RequestContext) throws -> _WrittenRequest {
    _WrittenRequest(text: try sql.sqlExpression._fragment(in: context.expressionContext))
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

extension SQL.StringInterpolation {
  /// Appends a request as a subquery: `(SELECT …)`.
  public mutating func appendInterpolation<Decoder>(_ request: QueryInterfaceRequest<Decoder>) {
    append(request.sqlExpression)
  }

  /// Appends the name of a record's table.
  public mutating func appendInterpolation<Record: TableRecord>(_ record: Record.Type) {
    append(SQLExpression(fragment: "\(quote: record.databaseTableName)"))
  }
}
