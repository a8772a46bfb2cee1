public import DatabaseTypes
import TypedSQL

extension SQLExpressible {
  /// The bits that both expressions have: `(lhs) & (rhs)`.
  public static func & (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " & ", rhs.sqlExpression)
  }

  /// The bits that both expressions have: `(lhs) & (rhs)`.
  public static func & (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " & ", SQLExpression(rhs))
  }

  /// The bits that both expressions have: `(lhs) & (rhs)`.
  public static func & (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), " & ", rhs.sqlExpression)
  }

  /// The bits that one of two expressions has: `(lhs) | (rhs)`.
  public static func | (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " | ", rhs.sqlExpression)
  }

  /// The bits that one of two expressions has: `(lhs) | (rhs)`.
  public static func | (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " | ", SQLExpression(rhs))
  }

  /// The bits that one of two expressions has: `(lhs) | (rhs)`.
  public static func | (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), " | ", rhs.sqlExpression)
  }

  /// The bits of an expression, moved up by as many places as another says: `(lhs) << (rhs)`.
  public static func << (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, MarkedSQL.shiftedLeft, rhs.sqlExpression)
  }

  /// The bits of an expression, moved up by as many places as another says: `(lhs) << (rhs)`.
  public static func << (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, MarkedSQL.shiftedLeft, SQLExpression(rhs))
  }

  /// The bits of an expression, moved up by as many places as another says: `(lhs) << (rhs)`.
  public static func << (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), MarkedSQL.shiftedLeft, rhs.sqlExpression)
  }

  /// The bits of an expression, moved down by as many places as another says: `(lhs) >> (rhs)`.
  public static func >> (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, MarkedSQL.shiftedRight, rhs.sqlExpression)
  }

  /// The bits of an expression, moved down by as many places as another says: `(lhs) >> (rhs)`.
  public static func >> (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, MarkedSQL.shiftedRight, SQLExpression(rhs))
  }

  /// The bits of an expression, moved down by as many places as another says: `(lhs) >> (rhs)`.
  public static func >> (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), MarkedSQL.shiftedRight, rhs.sqlExpression)
  }

  /// The bits that an expression does not have: `~(operand)`.
  public static prefix func ~ (operand: Self) -> SQLExpression {
    SQLExpression(["~", .operand(operand.sqlExpression)])
  }
}
