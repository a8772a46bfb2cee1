public import DatabaseTypes
public import TypedSQL

/// A column and the value that an update sets it to.
///
/// ```swift
/// try Item.filter(Column("quantity") == nil).updateAll(db, Column("quantity").set(to: 1))
/// try Item.updateAll(db, Column("quantity") += 1)
/// ```
public struct ColumnAssignment: Sendable {
  /// The column.
  public let column: Column
  /// The value, or `nil` if an upsert leaves the column unchanged.
  package let value: SQLExpression?

  init(_ column: Column, _ value: SQLExpression?) {
    self.column = column
    self.value = value
  }

  /// Returns the SQL of the value.
  package func fragment(in context: _ExpressionContext) throws -> QueryFragment? {
    try value?.fragment(in: context, nextTo: column.sqlExpression)
  }
}

extension [ColumnAssignment] {
  /// The last assignment to each column.
  ///
  /// SQLite uses the last of several assignments to a column; PostgreSQL refuses them.
  package var lastOfEachColumn: [ColumnAssignment] {
    var places: [ByteText: Int] = [:]
    var last: [ColumnAssignment] = []
    for assignment in self {
      let name = ByteText(assignment.column.name)
      if let place = places[name] {
        last[place] = assignment
      } else {
        places[name] = last.count
        last.append(assignment)
      }
    }
    return last
  }
}

extension ColumnExpression {
  /// Sets the column to a value.
  public func set(to value: some DatabaseValueConvertible) -> ColumnAssignment {
    ColumnAssignment(namedColumn, SQLExpression(value))
  }

  /// Sets the column to the value of an expression.
  public func set(to value: some SQLExpressible) -> ColumnAssignment {
    ColumnAssignment(namedColumn, value.sqlExpression)
  }

  /// Sets the column to NULL.
  public func set(to value: _NullLiteral) -> ColumnAssignment {
    ColumnAssignment(namedColumn, SQLExpression(.stored(.null)))
  }

  /// An assignment that leaves the column unchanged if an upsert finds the row.
  public var noOverwrite: ColumnAssignment { ColumnAssignment(namedColumn, nil) }
}

extension ColumnExpression {
  /// Adds a value: `SET "quantity" = ("quantity") + (1)`.
  public static func += (column: Self, value: some DatabaseValueConvertible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column + value)
  }

  /// Adds the value of an expression.
  public static func += (column: Self, value: some SQLExpressible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column + value)
  }

  /// Subtracts a value: `SET "quantity" = ("quantity") - (1)`.
  public static func -= (column: Self, value: some DatabaseValueConvertible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column - value)
  }

  /// Subtracts the value of an expression.
  public static func -= (column: Self, value: some SQLExpressible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column - value)
  }

  /// Multiplies by a value: `SET "quantity" = ("quantity") * (1)`.
  public static func *= (column: Self, value: some DatabaseValueConvertible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column * value)
  }

  /// Multiplies by the value of an expression.
  public static func *= (column: Self, value: some SQLExpressible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column * value)
  }

  /// Divides by a value: `SET "quantity" = ("quantity") / (1)`.
  public static func /= (column: Self, value: some DatabaseValueConvertible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column / value)
  }

  /// Divides by the value of an expression.
  public static func /= (column: Self, value: some SQLExpressible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column / value)
  }

  /// Keeps the bits that are set in a value: `SET "quantity" = ("quantity") & (1)`.
  public static func &= (column: Self, value: some DatabaseValueConvertible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column & value)
  }

  /// Keeps the bits that are set in the value of an expression.
  public static func &= (column: Self, value: some SQLExpressible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column & value)
  }

  /// Sets the bits of a value: `SET "quantity" = ("quantity") | (1)`.
  public static func |= (column: Self, value: some DatabaseValueConvertible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column | value)
  }

  /// Sets the bits of the value of an expression.
  public static func |= (column: Self, value: some SQLExpressible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column | value)
  }

  /// Shifts the bits to the left: `SET "quantity" = ("quantity") << (1)`.
  public static func <<= (column: Self, value: some DatabaseValueConvertible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column << value)
  }

  /// Shifts the bits to the left by the value of an expression.
  public static func <<= (column: Self, value: some SQLExpressible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column << value)
  }

  /// Shifts the bits to the right: `SET "quantity" = ("quantity") >> (1)`.
  public static func >>= (column: Self, value: some DatabaseValueConvertible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column >> value)
  }

  /// Shifts the bits to the right by the value of an expression.
  public static func >>= (column: Self, value: some SQLExpressible) -> ColumnAssignment {
    ColumnAssignment(column.namedColumn, column >> value)
  }
}
