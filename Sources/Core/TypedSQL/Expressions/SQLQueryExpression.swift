/// A statement in SQL text, whose columns may have any types.
public protocol SQLText<QueryValue>: Statement {}

/// SQL text that has a value.
///
/// `#sql` creates it. For several types, `#sql` creates a ``SQLRowsQuery`` unless an expression is
/// required. Operators and functions also return it. It is a statement if its text is one.
public struct SQLQueryExpression<QueryValue>: SQLText, Sendable {
  /// The table that is selected from: unknown.
  public typealias From = Never

  /// The SQL.
  public let queryFragment: QueryFragment

  /// The SQL as a statement.
  public var query: QueryFragment { queryFragment }

  /// Creates an expression from SQL.
  @inlinable
  public init(_ queryFragment: QueryFragment, as: QueryValue.Type = QueryValue.self) {
    self.queryFragment = queryFragment
  }

  /// Creates a statement without a result.
  @inlinable
  public init(_ queryFragment: QueryFragment) where QueryValue == () {
    self.queryFragment = queryFragment
  }

  /// Creates an expression from another one and keeps only the type of its value.
  @inlinable @_disfavoredOverload  // A literal is SQL, not a text.
  public init<Expression: QueryExpression>(_ expression: Expression)
  where Expression.QueryValue == QueryValue {
    queryFragment = expression.queryFragment
  }
}

extension SQLQueryExpression {
  /// The SQL of the expression in a `SELECT` or `RETURNING` list.
  public var _selectionFragment: QueryFragment { queryFragment }

  /// The individual columns: those of a row if the text lists them.
  public var _allColumns: [any QueryExpression] {
    guard let row = QueryValue.self as? any QueryExpression.Type, row._columnWidth > 1 else {
      return [self]
    }
    let items = queryFragment.listItems
    guard items.count == row._columnWidth else { return [self] }
    return items.map { SQLQueryExpression<Never>($0) }
  }
}

/// A value bound as a parameter.
///
/// `#bind` creates it.
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
