public import DatabaseTypes
public import TypedSQL

// Each operator has so few overloads as possible, and none for a type that typed columns use: more of them slow down the
// type checker for all conditions.

extension SQLExpressible {
  /// Whether two expressions are equal: `(lhs) = (rhs)`.
  public static func == (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    .equality(lhs.sqlExpression, rhs.sqlExpression)
  }

  /// Whether two expressions are equal: `(lhs) = (rhs)`.
  public static func == (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    .equality(lhs.sqlExpression, SQLExpression(rhs))
  }

  /// Whether two expressions are equal: `(lhs) = (rhs)`.
  public static func == (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    .equality(SQLExpression(lhs), rhs.sqlExpression)
  }

  /// Whether two expressions are different: `(lhs) <> (rhs)`.
  public static func != (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    .inequality(lhs.sqlExpression, rhs.sqlExpression)
  }

  /// Whether two expressions are different: `(lhs) <> (rhs)`.
  public static func != (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    .inequality(lhs.sqlExpression, SQLExpression(rhs))
  }

  /// Whether two expressions are different: `(lhs) <> (rhs)`.
  public static func != (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    .inequality(SQLExpression(lhs), rhs.sqlExpression)
  }

  /// Whether an expression is less than another: `(lhs) < (rhs)`.
  public static func < (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " < ", rhs.sqlExpression)
  }

  /// Whether an expression is less than another: `(lhs) < (rhs)`.
  public static func < (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " < ", SQLExpression(rhs))
  }

  /// Whether an expression is less than another: `(lhs) < (rhs)`.
  public static func < (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), " < ", rhs.sqlExpression)
  }

  /// Whether an expression is at most another: `(lhs) <= (rhs)`.
  public static func <= (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " <= ", rhs.sqlExpression)
  }

  /// Whether an expression is at most another: `(lhs) <= (rhs)`.
  public static func <= (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " <= ", SQLExpression(rhs))
  }

  /// Whether an expression is at most another: `(lhs) <= (rhs)`.
  public static func <= (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), " <= ", rhs.sqlExpression)
  }

  /// Whether an expression is greater than another: `(lhs) > (rhs)`.
  public static func > (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " > ", rhs.sqlExpression)
  }

  /// Whether an expression is greater than another: `(lhs) > (rhs)`.
  public static func > (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " > ", SQLExpression(rhs))
  }

  /// Whether an expression is greater than another: `(lhs) > (rhs)`.
  public static func > (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), " > ", rhs.sqlExpression)
  }

  /// Whether an expression is at least another: `(lhs) >= (rhs)`.
  public static func >= (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " >= ", rhs.sqlExpression)
  }

  /// Whether an expression is at least another: `(lhs) >= (rhs)`.
  public static func >= (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " >= ", SQLExpression(rhs))
  }

  /// Whether an expression is at least another: `(lhs) >= (rhs)`.
  public static func >= (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), " >= ", rhs.sqlExpression)
  }

  /// Whether an expression has no value: `(lhs) IS (NULL)`.
  public static func == (lhs: Self, rhs: _NullLiteral) -> SQLExpression {
    .equality(lhs.sqlExpression, SQLExpression(.stored(.null)))
  }

  /// Whether an expression has a value: `(lhs) IS NOT (NULL)`.
  public static func != (lhs: Self, rhs: _NullLiteral) -> SQLExpression {
    .inequality(lhs.sqlExpression, SQLExpression(.stored(.null)))
  }

  /// Whether two expressions are the same, also where both have no value: `(lhs) IS (rhs)`.
  public static func === (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, MarkedSQL.is, rhs.sqlExpression)
  }

  /// Whether an expression is a value, also where both are NULL: `(lhs) IS (rhs)`.
  public static func === (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, MarkedSQL.is, SQLExpression(rhs))
  }

  /// Whether an expression is a value, also where both are NULL: `(lhs) IS (rhs)`.
  public static func === (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), MarkedSQL.is, rhs.sqlExpression)
  }

  /// Whether an expression has no value: `(lhs) IS (NULL)`.
  public static func === (lhs: Self, rhs: _NullLiteral) -> SQLExpression { lhs == rhs }

  /// Whether two expressions are not the same, also where one has no value: `(lhs) IS NOT (rhs)`.
  public static func !== (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, MarkedSQL.isNot, rhs.sqlExpression)
  }

  /// Whether an expression is not a value, also where one is NULL: `(lhs) IS NOT (rhs)`.
  public static func !== (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, MarkedSQL.isNot, SQLExpression(rhs))
  }

  /// Whether an expression is not a value, also where one is NULL: `(lhs) IS NOT (rhs)`.
  public static func !== (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), MarkedSQL.isNot, rhs.sqlExpression)
  }

  /// Whether an expression has a value: `(lhs) IS NOT (NULL)`.
  public static func !== (lhs: Self, rhs: _NullLiteral) -> SQLExpression { lhs != rhs }

  /// Whether two expressions are the same, also where both have no value: `(lhs) IS (rhs)`.
  public func `is`(_ other: some SQLExpressible) -> SQLExpression {
    SQLExpression(sqlExpression, MarkedSQL.is, other.sqlExpression)
  }

  /// Whether two expressions are not the same, also where one has no value: `(lhs) IS NOT (rhs)`.
  public func isNot(_ other: some SQLExpressible) -> SQLExpression {
    SQLExpression(sqlExpression, MarkedSQL.isNot, other.sqlExpression)
  }
}

extension SQLExpression {
  /// Whether two expressions are equal, where a value that is NULL is looked for as such.
  static func equality(_ left: SQLExpression, _ right: SQLExpression) -> SQLExpression {
    if right.isNull { return left.comparedWithNull(MarkedSQL.is) }
    if left.isNull { return right.comparedWithNull(MarkedSQL.is) }
    return SQLExpression(left, " = ", right)
  }

  static func inequality(_ left: SQLExpression, _ right: SQLExpression) -> SQLExpression {
    if right.isNull { return left.comparedWithNull(MarkedSQL.isNot) }
    if left.isNull { return right.comparedWithNull(MarkedSQL.isNot) }
    return SQLExpression(left, " <> ", right)
  }

  private var isNull: Bool { value?.isNull ?? false }

  private func comparedWithNull(_ operation: StaticString) -> SQLExpression {
    SQLExpression([.operand(self), .words(operation), "(NULL)"])
  }
}
