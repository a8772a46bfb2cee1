public import DatabaseTypes
import TypedSQL

extension SQLExpressible {
  /// Returns the sum of two expressions: `(lhs) + (rhs)`.
  public static func + (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " + ", rhs.sqlExpression)
  }

  /// Returns the sum of two expressions: `(lhs) + (rhs)`.
  public static func + (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " + ", SQLExpression(rhs))
  }

  /// Returns the sum of two expressions: `(lhs) + (rhs)`.
  public static func + (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), " + ", rhs.sqlExpression)
  }

  /// Returns the difference of two expressions: `(lhs) - (rhs)`.
  public static func - (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " - ", rhs.sqlExpression)
  }

  /// Returns the difference of two expressions: `(lhs) - (rhs)`.
  public static func - (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " - ", SQLExpression(rhs))
  }

  /// Returns the difference of two expressions: `(lhs) - (rhs)`.
  public static func - (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), " - ", rhs.sqlExpression)
  }

  /// Returns the product of two expressions: `(lhs) * (rhs)`.
  public static func * (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " * ", rhs.sqlExpression)
  }

  /// Returns the product of two expressions: `(lhs) * (rhs)`.
  public static func * (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " * ", SQLExpression(rhs))
  }

  /// Returns the product of two expressions: `(lhs) * (rhs)`.
  public static func * (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), " * ", rhs.sqlExpression)
  }

  /// Returns the quotient of two expressions, an integer if both are: `(lhs) / (rhs)`.
  public static func / (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, SQLOperator.divided.sql, rhs.sqlExpression)
  }

  /// Returns the quotient of two expressions, an integer if both are: `(lhs) / (rhs)`.
  public static func / (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, SQLOperator.divided.sql, SQLExpression(rhs))
  }

  /// Returns the quotient of two expressions, an integer if both are: `(lhs) / (rhs)`.
  public static func / (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), SQLOperator.divided.sql, rhs.sqlExpression)
  }

  /// Negates an expression: `-(x)`.
  public static prefix func - (operand: Self) -> SQLExpression {
    SQLExpression(["-", .operand(operand.sqlExpression)])
  }
}
