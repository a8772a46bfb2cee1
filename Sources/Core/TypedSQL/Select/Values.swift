/// A row of values: `SELECT 1, 'Hello', 1`.
///
/// ```swift
/// Values(1, "Hello", true)
/// // SELECT 1, 'Hello', 1
/// ```
public struct Values<QueryValue>: PartialSelectStatement, Sendable {
  /// The table that is selected from: none.
  public typealias From = Never

  /// The SQL.
  public let query: QueryFragment

  /// Creates a row of one value.
  public init<Value: QueryExpression>(_ value: Value) where QueryValue == Value.QueryValue {
    var query: QueryFragment = "SELECT "
    query.append(value._selectionFragment)
    self.query = query
  }

  /// Creates a row.
  @_disfavoredOverload
  public init<each Value: QueryExpression>(
    _ values: repeat each Value
  ) where QueryValue == (repeat (each Value).QueryValue) {
    var fragments: [QueryFragment] = []
    for value in repeat each values { fragments.append(value._selectionFragment) }
    var query: QueryFragment = "SELECT "
    query.append(list: fragments)
    self.query = query
  }
}
