package import DatabaseTypes
import TypedSQL

extension SQLExpression {
  /// Returns a function of all rows, or of those that meet a condition.
  package static func aggregate(
    _ function: SQLFunction,
    _ argument: SQLExpression?,
    _ second: SQLExpression? = nil,
    isDistinct: Bool = false,
    filter: SQLExpression? = nil
  ) -> SQLExpression {
    var pieces: [Piece] = [.call(function)]
    if isDistinct { pieces.append("DISTINCT ") }
    pieces.append(argument.map { .expression($0) } ?? "*")
    if let second { pieces += [", ", .expression(second)] }
    pieces.append(")")
    if let filter { pieces += [" FILTER (WHERE ", .expression(filter), ")"] }
    let inner = SQLExpression(pieces)
    var expression = SQLExpression { context in
      // The arguments belong to each row.
      var context = context
      context.coversGroup = false
      return try inner.write(context)
    }
    expression.isAggregate = true
    expression.isOfAssociation = inner.isOfAssociation
    return expression
  }
}

/// The number of rows: `count(*)`.
public var countAll: SQLExpression { .aggregate(.count, nil) }

/// Returns the number of values that are not NULL: `count(x)`.
///
/// - Parameter filter: The rows to count.
public func count(_ value: some SQLExpressible, filter: SQLExpression? = nil) -> SQLExpression {
  .aggregate(.count, value.sqlExpression, filter: filter)
}

/// Returns the number of distinct values: `count(DISTINCT x)`.
public func count(distinct value: some SQLExpressible, filter: SQLExpression? = nil)
  -> SQLExpression
{ .aggregate(.count, value.sqlExpression, isDistinct: true, filter: filter) }

/// Returns the average of the values: `avg(x)`.
public func average(
  _ value: some SQLExpressible,
  distinct: Bool = false,
  filter: SQLExpression? = nil
) -> SQLExpression {
  .aggregate(.avg, value.sqlExpression, isDistinct: distinct, filter: filter)
}

/// Returns the sum of the values, or NULL without values: `sum(x)`.
public func sum(
  _ value: some SQLExpressible,
  distinct: Bool = false,
  filter: SQLExpression? = nil
) -> SQLExpression {
  .aggregate(.sum, value.sqlExpression, isDistinct: distinct, filter: filter)
}

/// Returns the sum of the values as a floating-point number, or 0 without values: `total(x)`.
public func total(
  _ value: some SQLExpressible,
  distinct: Bool = false,
  filter: SQLExpression? = nil
) -> SQLExpression {
  .aggregate(.total, value.sqlExpression, isDistinct: distinct, filter: filter)
}

/// Returns the greatest of the values: `max(x)`.
public func max(_ value: some SQLExpressible, filter: SQLExpression? = nil) -> SQLExpression {
  .aggregate(.max, value.sqlExpression, filter: filter)
}

/// Returns the smallest of the values: `min(x)`.
public func min(_ value: some SQLExpressible, filter: SQLExpression? = nil) -> SQLExpression {
  .aggregate(.min, value.sqlExpression, filter: filter)
}

/// Returns the greatest of several expressions in each row: `max(a, b)`.
public func max(
  _ first: some SQLExpressible,
  _ second: some SQLExpressible
) -> SQLExpression { .function(.max, [first.sqlExpression, second.sqlExpression]) }

/// Returns the smallest of several expressions in each row: `min(a, b)`.
public func min(
  _ first: some SQLExpressible,
  _ second: some SQLExpressible
) -> SQLExpression { .function(.min, [first.sqlExpression, second.sqlExpression]) }
