public import TypedSQL

extension SQLExpressible {
  /// Whether both conditions hold: `(lhs) AND (rhs)`.
  public static func && (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " AND ", rhs.sqlExpression)
  }

  /// Whether one of two conditions holds: `(lhs) OR (rhs)`.
  public static func || (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " OR ", rhs.sqlExpression)
  }

  /// Whether both conditions hold, of which one is typed: `(lhs) AND (rhs)`.
  public static func && (lhs: Self, rhs: SQLQueryExpression<Bool>) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " AND ", SQLExpression(fragment: rhs.queryFragment))
  }

  /// Whether one of two conditions holds, of which one is typed: `(lhs) OR (rhs)`.
  public static func || (lhs: Self, rhs: SQLQueryExpression<Bool>) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " OR ", SQLExpression(fragment: rhs.queryFragment))
  }

  /// Whether a condition does not hold: `NOT (operand)`.
  public static prefix func ! (operand: Self) -> SQLExpression {
    SQLExpression(["NOT ", .operand(operand.sqlExpression)])
  }
}

/// Several conditions as one.
public enum SQLExpressionJoin: Sendable {
  /// All of them hold.
  case and
  /// One of them holds.
  case or
}

extension Sequence where Element: SQLExpressible {
  /// The conditions as one; without any it is true for `and`, and false for `or`.
  public func joined(operator join: SQLExpressionJoin) -> SQLExpression {
    let conditions = map(\.sqlExpression)
    guard let first = conditions.first else {
      return SQLExpression([.words(join == .and ? "\u{16}21" : "\u{16}20")])
    }
    return conditions.dropFirst().reduce(first) { all, condition in
      SQLExpression(all, join == .and ? " AND " : " OR ", condition)
    }
  }
}
