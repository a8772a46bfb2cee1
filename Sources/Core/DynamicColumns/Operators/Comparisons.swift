public import DatabaseTypes
public import TypedSQL

// Each operator has as few overloads as possible, and none for a type that typed columns use: more
// of them would slow down the type checker for all conditions.

extension SQLExpressible {
  /// Returns whether two expressions are equal: `(lhs) = (rhs)`.
  public static func == (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    .equality(lhs.sqlExpression, rhs.sqlExpression)
  }

  /// Returns whether two expressions are equal: `(lhs) = (rhs)`.
  public static func == (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    .equality(lhs.sqlExpression, SQLExpression(rhs))
  }

  /// Returns whether two expressions are equal: `(lhs) = (rhs)`.
  public static func == (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    .equality(SQLExpression(lhs), rhs.sqlExpression)
  }

  /// Returns whether two expressions are different: `(lhs) <> (rhs)`.
  public static func != (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    .inequality(lhs.sqlExpression, rhs.sqlExpression)
  }

  /// Returns whether two expressions are different: `(lhs) <> (rhs)`.
  public static func != (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    .inequality(lhs.sqlExpression, SQLExpression(rhs))
  }

  /// Returns whether two expressions are different: `(lhs) <> (rhs)`.
  public static func != (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    .inequality(SQLExpression(lhs), rhs.sqlExpression)
  }

  /// Returns whether an expression is less than another: `(lhs) < (rhs)`.
  public static func < (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " < ", rhs.sqlExpression)
  }

  /// Returns whether an expression is less than another: `(lhs) < (rhs)`.
  public static func < (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " < ", SQLExpression(rhs))
  }

  /// Returns whether an expression is less than another: `(lhs) < (rhs)`.
  public static func < (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), " < ", rhs.sqlExpression)
  }

  /// Returns whether an expression is at most another: `(lhs) <= (rhs)`.
  public static func <= (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " <= ", rhs.sqlExpression)
  }

  /// Returns whether an expression is at most another: `(lhs) <= (rhs)`.
  public static func <= (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " <= ", SQLExpression(rhs))
  }

  /// Returns whether an expression is at most another: `(lhs) <= (rhs)`.
  public static func <= (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), " <= ", rhs.sqlExpression)
  }

  /// Returns whether an expression is greater than another: `(lhs) > (rhs)`.
  public static func > (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " > ", rhs.sqlExpression)
  }

  /// Returns whether an expression is greater than another: `(lhs) > (rhs)`.
  public static func > (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " > ", SQLExpression(rhs))
  }

  /// Returns whether an expression is greater than another: `(lhs) > (rhs)`.
  public static func > (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), " > ", rhs.sqlExpression)
  }

  /// Returns whether an expression is at least another: `(lhs) >= (rhs)`.
  public static func >= (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " >= ", rhs.sqlExpression)
  }

  /// Returns whether an expression is at least another: `(lhs) >= (rhs)`.
  public static func >= (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, " >= ", SQLExpression(rhs))
  }

  /// Returns whether an expression is at least another: `(lhs) >= (rhs)`.
  public static func >= (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), " >= ", rhs.sqlExpression)
  }

  /// Returns whether an expression is NULL: `(lhs) IS (NULL)`.
  public static func == (lhs: Self, rhs: _NullLiteral) -> SQLExpression {
    .equality(lhs.sqlExpression, SQLExpression(.stored(.null)))
  }

  /// Returns whether an expression is not NULL: `(lhs) IS NOT (NULL)`.
  public static func != (lhs: Self, rhs: _NullLiteral) -> SQLExpression {
    .inequality(lhs.sqlExpression, SQLExpression(.stored(.null)))
  }

  /// Returns whether two expressions are equal, where NULL equals NULL: `(lhs) IS (rhs)`.
  public static func === (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, SQLOperator.is.sql, rhs.sqlExpression)
  }

  /// Returns whether an expression equals a value, where NULL equals NULL: `(lhs) IS (rhs)`.
  public static func === (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, SQLOperator.is.sql, SQLExpression(rhs))
  }

  /// Returns whether an expression equals a value, where NULL equals NULL: `(lhs) IS (rhs)`.
  public static func === (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), SQLOperator.is.sql, rhs.sqlExpression)
  }

  /// Returns whether an expression is NULL: `(lhs) IS (NULL)`.
  public static func === (lhs: Self, rhs: _NullLiteral) -> SQLExpression { lhs == rhs }

  /// Returns whether two expressions differ, where NULL equals NULL: `(lhs) IS NOT (rhs)`.
  public static func !== (lhs: Self, rhs: some SQLExpressible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, SQLOperator.isNot.sql, rhs.sqlExpression)
  }

  /// Returns whether an expression differs from a value, where NULL equals NULL:
  /// `(lhs) IS NOT (rhs)`.
  public static func !== (lhs: Self, rhs: some DatabaseValueConvertible) -> SQLExpression {
    SQLExpression(lhs.sqlExpression, SQLOperator.isNot.sql, SQLExpression(rhs))
  }

  /// Returns whether an expression differs from a value, where NULL equals NULL:
  /// `(lhs) IS NOT (rhs)`.
  public static func !== (lhs: some DatabaseValueConvertible, rhs: Self) -> SQLExpression {
    SQLExpression(SQLExpression(lhs), SQLOperator.isNot.sql, rhs.sqlExpression)
  }

  /// Returns whether an expression is not NULL: `(lhs) IS NOT (NULL)`.
  public static func !== (lhs: Self, rhs: _NullLiteral) -> SQLExpression { lhs != rhs }

  /// Returns whether two expressions are equal, where NULL equals NULL: `(lhs) IS (rhs)`.
  public func `is`(_ other: some SQLExpressible) -> SQLExpression {
    SQLExpression(sqlExpression, SQLOperator.is.sql, other.sqlExpression)
  }

  /// Returns whether two expressions differ, where NULL equals NULL: `(lhs) IS NOT (rhs)`.
  public func isNot(_ other: some SQLExpressible) -> SQLExpression {
    SQLExpression(sqlExpression, SQLOperator.isNot.sql, other.sqlExpression)
  }
}

extension SQLExpression {
  /// Returns whether two expressions are equal; a value that is NULL is compared with `IS`.
  static func equality(_ left: SQLExpression, _ right: SQLExpression) -> SQLExpression {
    if right.isNull { return left.comparedWithNull(SQLOperator.is.sql) }
    if left.isNull { return right.comparedWithNull(SQLOperator.is.sql) }
    return SQLExpression(left, " = ", right)
  }

  static func inequality(_ left: SQLExpression, _ right: SQLExpression) -> SQLExpression {
    if right.isNull { return left.comparedWithNull(SQLOperator.isNot.sql) }
    if left.isNull { return right.comparedWithNull(SQLOperator.isNot.sql) }
    return SQLExpression(left, " <> ", right)
  }

  private var isNull: Bool { value?.isNull ?? false }

  private func comparedWithNull(_ operation: StaticString) -> SQLExpression {
    SQLExpression([.operand(self), .words(operation), "(NULL)"])
  }
}
