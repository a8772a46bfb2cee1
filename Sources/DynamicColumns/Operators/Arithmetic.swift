public import DatabaseTypes
import TypedSQL

extension SQLExpressible {
  /// The sum of two expressions: `(lhs) + (rhs)`.
  public static func + (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " + ", rhs.sqlExpression)
  }

  /// The sum of two expressions: `(lhs) + (rhs)`.
  public static func + (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " + ", SQLExpression(rhs))
  }

  /// The sum of two expressions: `(lhs) + (rhs)`.
  public static func + (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), " + ", rhs.sqlExpression)
  }

  /// The difference of two expressions: `(lhs) - (rhs)`.
  public static func - (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " - ", rhs.sqlExpression)
  }

  /// The difference of two expressions: `(lhs) - (rhs)`.
  public static func - (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " - ", SQLExpression(rhs))
  }

  /// The difference of two expressions: `(lhs) - (rhs)`.
  public static func - (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), " - ", rhs.sqlExpression)
  }

  /// The product of two expressions: `(lhs) * (rhs)`.
  public static func * (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " * ", rhs.sqlExpression)
  }

  /// The product of two expressions: `(lhs) * (rhs)`.
  public static func * (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " * ", SQLExpression(rhs))
  }

  /// The product of two expressions: `(lhs) * (rhs)`.
  public static func * (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), " * ", rhs.sqlExpression)
  }

  /// The quotient of two expressions; of two integers it is one: `(lhs) / (rhs)`.
  public static func / (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, MarkedSQL.divided, rhs.sqlExpression)
  }

  /// The quotient of two expressions; of two integers it is one: `(lhs) / (rhs)`.
  public static func / (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, MarkedSQL.divided, SQLExpression(rhs))
  }

  /// The quotient of two expressions; of two integers it is one: `(lhs) / (rhs)`.
  public static func / (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), MarkedSQL.divided, rhs.sqlExpression)
  }

  /// The expression with the other sign: `-(x)`.
  public static prefix func - (operand: Self) -> SQLExpression {
    SQLExpression(["-", .operand(operand.sqlExpression)])
  }
}
