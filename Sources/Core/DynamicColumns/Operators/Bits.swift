public import DatabaseTypes
import TypedSQL

extension SQLExpressible {
  /// Returns the bits that are set in both expressions: `(lhs) & (rhs)`.
  public static func & (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " & ", rhs.sqlExpression)
  }

  /// Returns the bits that are set in both expressions: `(lhs) & (rhs)`.
  public static func & (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " & ", SQLExpression(rhs))
  }

  /// Returns the bits that are set in both expressions: `(lhs) & (rhs)`.
  public static func & (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), " & ", rhs.sqlExpression)
  }

  /// Returns the bits that are set in at least one of two expressions: `(lhs) | (rhs)`.
  public static func | (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " | ", rhs.sqlExpression)
  }

  /// Returns the bits that are set in at least one of two expressions: `(lhs) | (rhs)`.
  public static func | (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " | ", SQLExpression(rhs))
  }

  /// Returns the bits that are set in at least one of two expressions: `(lhs) | (rhs)`.
  public static func | (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), " | ", rhs.sqlExpression)
  }

  /// Shifts the bits of an expression to the left by another: `(lhs) << (rhs)`.
  public static func << (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, SQLOperator.shiftedLeft.sql, rhs.sqlExpression)
  }

  /// Shifts the bits of an expression to the left by another: `(lhs) << (rhs)`.
  public static func << (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, SQLOperator.shiftedLeft.sql, SQLExpression(rhs))
  }

  /// Shifts the bits of an expression to the left by another: `(lhs) << (rhs)`.
  public static func << (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), SQLOperator.shiftedLeft.sql, rhs.sqlExpression)
  }

  /// Shifts the bits of an expression to the right by another: `(lhs) >> (rhs)`.
  public static func >> (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, SQLOperator.shiftedRight.sql, rhs.sqlExpression)
  }

  /// Shifts the bits of an expression to the right by another: `(lhs) >> (rhs)`.
  public static func >> (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, SQLOperator.shiftedRight.sql, SQLExpression(rhs))
  }

  /// Shifts the bits of an expression to the right by another: `(lhs) >> (rhs)`.
  public static func >> (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), SQLOperator.shiftedRight.sql, rhs.sqlExpression)
  }

  /// Inverts the bits of an expression: `~(operand)`.
  public static prefix func ~ (operand: Self) -> SQLExpression {
    SQLExpression(["~", .operand(operand.sqlExpression)])
  }
}
