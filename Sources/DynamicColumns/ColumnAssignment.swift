public import DatabaseTypes
public import TypedSQL

/// A column and the value that an update gives it.
///
/// ```swift
/// try Item.filter(Column("quantity") == nil).updateAll(db, Column("quantity").set(to: 1))
/// try Item.updateAll(db, Column("quantity") += 1)
/// ```
public struct ColumnAssignment: Sendable {
  /// The column.
  public let column: Column
  /// The value; `nil` where an upsert leaves the column as it is.
  package let value: SQLExpression?

  init(_ column: Column, _ value: SQLExpression?) {
    self.column = column
    self.value = value
  }

  /// The SQL of the value.
  package func fragment(in context: _ExpressionContext) throws -> QueryFragment? {
    try value?.fragment(in: context, beside: column.sqlExpression)
  }
}

extension ColumnExpression {
  /// Gives the column a value.
  public func set(to value: some DatabaseValueConvertible) -> ColumnAssignment {
    ColumnAssignment(namedColumn, SQLExpression(value))
  }

  /// Gives the column what an expression gives.
  public func set(to value: some SQLExpressible) -> ColumnAssignment {
    ColumnAssignment(namedColumn, value.sqlExpression)
  }

  /// Takes the column's value away.
  public func set(to value: _NullLiteral) -> ColumnAssignment {
    ColumnAssignment(namedColumn, SQLExpression(.stored(.null)))
  }

  /// Leaves the column as it is where an upsert finds the row.
  public var noOverwrite: ColumnAssignment { ColumnAssignment(namedColumn, nil) }
}

extension ColumnExpression {
  /// Adds a value: `SET "quantity" = ("quantity") + (1)`.
  public static func += (column: Self, value: some DatabaseValueConvertible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column + value)
  }

  /// Adds what an expression gives.
  public static func += (column: Self, value: some SQLExpressible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column + value)
  }

  /// Subtracts a value: `SET "quantity" = ("quantity") - (1)`.
  public static func -= (column: Self, value: some DatabaseValueConvertible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column - value)
  }

  /// Subtracts what an expression gives.
  public static func -= (column: Self, value: some SQLExpressible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column - value)
  }

  /// Multiplies by a value: `SET "quantity" = ("quantity") * (1)`.
  public static func *= (column: Self, value: some DatabaseValueConvertible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column * value)
  }

  /// Multiplies by what an expression gives.
  public static func *= (column: Self, value: some SQLExpressible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column * value)
  }

  /// Divides by a value: `SET "quantity" = ("quantity") / (1)`.
  public static func /= (column: Self, value: some DatabaseValueConvertible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column / value)
  }

  /// Divides by what an expression gives.
  public static func /= (column: Self, value: some SQLExpressible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column / value)
  }

  /// Keeps the bits that a value has: `SET "quantity" = ("quantity") & (1)`.
  public static func &= (column: Self, value: some DatabaseValueConvertible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column & value)
  }

  /// Keeps the bits that an expression gives.
  public static func &= (column: Self, value: some SQLExpressible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column & value)
  }

  /// Adds the bits of a value: `SET "quantity" = ("quantity") | (1)`.
  public static func |= (column: Self, value: some DatabaseValueConvertible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column | value)
  }

  /// Adds the bits that an expression gives.
  public static func |= (column: Self, value: some SQLExpressible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column | value)
  }

  /// Moves the bits up by some places: `SET "quantity" = ("quantity") << (1)`.
  public static func <<= (column: Self, value: some DatabaseValueConvertible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column << value)
  }

  /// Moves the bits up by as many places as an expression gives.
  public static func <<= (column: Self, value: some SQLExpressible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column << value)
  }

  /// Moves the bits down by some places: `SET "quantity" = ("quantity") >> (1)`.
  public static func >>= (column: Self, value: some DatabaseValueConvertible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column >> value)
  }

  /// Moves the bits down by as many places as an expression gives.
  public static func >>= (column: Self, value: some SQLExpressible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column >> value)
  }
}
