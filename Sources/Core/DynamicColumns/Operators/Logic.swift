public import TypedSQL

// For the results of comparisons. Only these are for exactly their type: the type checker takes
// them before it tries any others, so a condition with arithmetic on both sides takes little time.
// The others are disfavored, because it would try them for typed conditions, too.
extension SQLExpression {
  /// Returns whether both conditions hold: `(lhs) AND (rhs)`.
  public static func && (lhs: Self, rhs: Self) -> SQLExpression {
    SQLExpression(lhs, " AND ", rhs)
  }

  /// Returns whether one of two conditions holds: `(lhs) OR (rhs)`.
  public static func || (lhs: Self, rhs: Self) -> SQLExpression {
    SQLExpression(lhs, " OR ", rhs)
  }
}

extension SQLExpressible {
  /// Returns whether both conditions hold: `(lhs) AND (rhs)`.
  @_disfavoredOverload
  public static func && (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " AND ", rhs.sqlExpression)
  }

  /// Returns whether one of two conditions holds: `(lhs) OR (rhs)`.
  @_disfavoredOverload
  public static func || (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " OR ", rhs.sqlExpression)
  }

  /// Returns whether both conditions hold, one of which is typed: `(lhs) AND (rhs)`.
  @_disfavoredOverload
  public static func && (lhs: Self, rhs: SQLQueryExpression<Bool>) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " AND ", SQLExpression(fragment: rhs.queryFragment))
  }

  /// Returns whether one of two conditions holds, one of which is typed: `(lhs) OR (rhs)`.
  @_disfavoredOverload
  public static func || (lhs: Self, rhs: SQLQueryExpression<Bool>) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " OR ", SQLExpression(fragment: rhs.queryFragment))
  }

  /// Returns whether a condition does not hold: `NOT (operand)`.
  public static prefix func ! (operand: Self) -> SQLExpression {
    SQLExpression(["NOT ", .operand(operand.sqlExpression)])
  }
}

/// An operator that joins several conditions into one.
public enum SQLExpressionJoin: Sendable {
  /// All conditions hold.
  case and
  /// At least one condition holds.
  case or
}

extension Sequence where Element: SQLExpressible {
  /// Joins the conditions into one; without any, it is true for `and` and false for `or`.
  ///
  /// There may be thousands of conditions, since halves are joined: SQLite allows about 100
  /// parentheses within each other.
  public func joined(operator join: SQLExpressionJoin) -> SQLExpression {
    let conditions = map(\.sqlExpression)
    return conditions[...].joinedHalves(join)
      ?? SQLExpression([.words(join == .and ? "\u{16}21" : "\u{16}20")])
  }
}

extension ArraySlice<SQLExpression> {
  /// Returns the conditions as a tree of little depth; `nil` without any.
  fileprivate func joinedHalves(_ join: SQLExpressionJoin) -> SQLExpression? {
    let middle = startIndex + (count + 1) / 2
    guard count > 1, let left = self[..<middle].joinedHalves(join),
      let right = self[middle...].joinedHalves(join)
    else { return first }
    return SQLExpression(left, join == .and ? " AND " : " OR ", right)
  }
}
