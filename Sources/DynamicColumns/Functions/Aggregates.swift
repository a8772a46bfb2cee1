package import TypedSQL

extension SQLExpression {
  /// A function of all rows, or of those where a condition holds.
  package static func aggregate(
    _ name: QueryFragment,
    _ argument: SQLExpression?,
    _ second: SQLExpression? = nil,
    isDistinct: Bool = false,
    filter: SQLExpression? = nil
  ) -> SQLExpression {
    var pieces: [Piece] = [
      .sql(name), .words(isDistinct ? MarkedSQL.callDistinct : MarkedSQL.call),
    ]
    pieces.append(argument.map { .expression($0) } ?? "*")
    if let second { pieces += [", ", .expression(second)] }
    pieces.append(")")
    if let filter { pieces += [" FILTER (WHERE ", .expression(filter), ")"] }
    let inner = SQLExpression(pieces)
    var expression = SQLExpression { context in
      // What it is a function of belongs to each row.
      var context = context
      context.isOfGroup = false
      return try inner.write(context)
    }
    expression.isAggregate = true
    expression.isOfAssociation = inner.isOfAssociation
    return expression
  }
}

/// The number of rows: `count(*)`.
public var countAll: SQLExpression { .aggregate("count", nil) }

/// The number of values that are not NULL: `count(x)`.
///
/// - Parameter filter: What rows to count.
public func count(_ value: some SQLExpressible, filter: SQLExpression? = nil) -> SQLExpression {
  .aggregate("count", value.sqlExpression, filter: filter)
}

/// The number of different values: `count(DISTINCT x)`.
public func count(distinct value: some SQLExpressible, filter: SQLExpression? = nil)
  -> SQLExpression
{ .aggregate("count", value.sqlExpression, isDistinct: true, filter: filter) }

/// The mean of the values: `avg(x)`.
public func average(
  _ value: some SQLExpressible,
  distinct: Bool = false,
  filter: SQLExpression? = nil
) -> SQLExpression {
  .aggregate("avg", value.sqlExpression, isDistinct: distinct, filter: filter)
}

/// The sum of the values, NULL where there are none: `sum(x)`.
public func sum(
  _ value: some SQLExpressible,
  distinct: Bool = false,
  filter: SQLExpression? = nil
) -> SQLExpression {
  .aggregate("sum", value.sqlExpression, isDistinct: distinct, filter: filter)
}

/// The sum of the values as a floating-point number, 0 where there are none: `total(x)`.
public func total(
  _ value: some SQLExpressible,
  distinct: Bool = false,
  filter: SQLExpression? = nil
) -> SQLExpression {
  .aggregate("total", value.sqlExpression, isDistinct: distinct, filter: filter)
}

/// The greatest of the values: `max(x)`.
public func max(_ value: some SQLExpressible, filter: SQLExpression? = nil) -> SQLExpression {
  .aggregate("max", value.sqlExpression, filter: filter)
}

/// The least of the values: `min(x)`.
public func min(_ value: some SQLExpressible, filter: SQLExpression? = nil) -> SQLExpression {
  .aggregate("min", value.sqlExpression, filter: filter)
}

/// The greatest of several expressions in each row: `max(a, b)`.
public func max(
  _ first: some SQLExpressible,
  _ second: some SQLExpressible
) -> SQLExpression { .function("max", [first.sqlExpression, second.sqlExpression]) }

/// The least of several expressions in each row: `min(a, b)`.
public func min(
  _ first: some SQLExpressible,
  _ second: some SQLExpressible
) -> SQLExpression { .function("min", [first.sqlExpression, second.sqlExpression]) }
