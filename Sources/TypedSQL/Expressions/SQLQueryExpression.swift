/// A statement that is SQL text, whose columns may be anything.
public protocol SQLText<QueryValue>: Statement {}

/// SQL text that has a value.
///
/// `#sql` makes it; of several types it makes a ``SQLRowsQuery`` unless an expression is wanted. It is also what operators and functions give, and a statement where its text is one.
public struct SQLQueryExpression<QueryValue>: SQLText, Sendable {
  /// The table that is selected from: unknown.
  public typealias From = Never

  /// The SQL.
  public let queryFragment: QueryFragment

  /// The SQL as a statement.
  public var query: QueryFragment { queryFragment }

  /// Makes an expression of SQL.
  @inlinable
  public init(_ queryFragment: QueryFragment, as: QueryValue.Type = QueryValue.self) {
    self.queryFragment = queryFragment
  }

  /// Makes a statement without a result.
  @inlinable
  public init(_ queryFragment: QueryFragment) where QueryValue == () {
    self.queryFragment = queryFragment
  }

  /// Forgets an expression's type but for that of its value.
  @inlinable @_disfavoredOverload  // A literal is SQL, not a text.
  public init<Expression: QueryExpression>(_ expression: Expression)
  where Expression.QueryValue == QueryValue {
    queryFragment = expression.queryFragment
  }
}

extension SQLQueryExpression {
  /// The SQL where it is selected or returned.
  public var _selectionFragment: QueryFragment { queryFragment }
}

/// A value bound as a parameter.
///
/// `#bind` makes it.
public struct BindQueryExpression<QueryValue: QueryRepresentable & QueryExpression>: QueryExpression
{
  /// The SQL: a placeholder.
  public let queryFragment: QueryFragment

  /// Binds a value.
  public init(_ value: QueryValue.QueryOutput, as: QueryValue.Type = QueryValue.self) {
    queryFragment = QueryValue(queryOutput: value).queryFragment
  }
}
extension BindQueryExpression: Sendable {}
