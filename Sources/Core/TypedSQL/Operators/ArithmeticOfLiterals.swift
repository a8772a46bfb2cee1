// A literal, or a value, on the left of a column: `10 + $0.stock`, `1.19 * $0.price`.
//
// The operators of `PlainArithmetic.swift` accept these too. But they are generic in both operands,
// so the type checker tries each of them with each type of the literal, for each operator of the
// expression: one such literal in a chain of nine operators took 1.3 s, and two of them more time
// than the compiler gives an expression. These take about 30 ms.

extension _Operand
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped == Int {
  /// Adds to a number: `(1) + (rhs)`.
  public static func + (lhs: Int, rhs: Self) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(lhs.queryFragment.operated(" + ", with: rhs.queryFragment))
  }

  /// Subtracts from a number: `(1) - (rhs)`.
  public static func - (lhs: Int, rhs: Self) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(lhs.queryFragment.operated(" - ", with: rhs.queryFragment))
  }

  /// Multiplies a number: `(2) * (rhs)`.
  public static func * (lhs: Int, rhs: Self) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(lhs.queryFragment.operated(" * ", with: rhs.queryFragment))
  }

  /// Divides a number: `(2) / (rhs)`; without a remainder, and by zero to NULL.
  public static func / (lhs: Int, rhs: Self) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(lhs.queryFragment.operated(SQLOperator.divided.sql, with: rhs.queryFragment))
  }
}

extension _Operand
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped == Double {
  /// Adds to a number: `(1.5) + (rhs)`.
  public static func + (lhs: Double, rhs: Self) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(lhs.queryFragment.operated(" + ", with: rhs.queryFragment))
  }

  /// Subtracts from a number: `(1.5) - (rhs)`.
  public static func - (lhs: Double, rhs: Self) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(lhs.queryFragment.operated(" - ", with: rhs.queryFragment))
  }

  /// Multiplies a number: `(1.5) * (rhs)`.
  public static func * (lhs: Double, rhs: Self) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(lhs.queryFragment.operated(" * ", with: rhs.queryFragment))
  }

  /// Divides a number: `(1.5) / (rhs)`; by zero to NULL.
  public static func / (lhs: Double, rhs: Self) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(lhs.queryFragment.operated(SQLOperator.divided.sql, with: rhs.queryFragment))
  }
}

extension _Operand
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped == String {
  /// Joins texts: `('#') || (rhs)`.
  public static func + (lhs: String, rhs: Self) -> SQLQueryExpression<QueryValue> {
    SQLQueryExpression(lhs.queryFragment.operated(" || ", with: rhs.queryFragment))
  }
}
