public import DatabaseTypes

/// A function that makes one value of many rows.
///
/// Each group of rows has an instance of its own.
///
/// ```swift
/// struct Product: AggregateFunction {
///   var product = 1.0
///   mutating func step(_ arguments: borrowing FunctionArguments) throws {
///     product *= try arguments.decode(Double.self, at: 0)
///   }
///   func finalize() -> DatabaseValue { .real(product) }
/// }
/// try connection.addAggregate(Product.self, named: "product", argumentCount: 1)
/// // SELECT product(factor) FROM items
/// ```
///
/// Errors are treated as those of scalar functions.
///
/// https://www.sqlite.org/appfunc.html
public protocol AggregateFunction {
  /// Starts a group.
  init()
  /// Adds a row.
  mutating func step(_ arguments: borrowing FunctionArguments) throws
  /// Ends the group.
  ///
  /// A group of no rows ends right after it started. A statement that fails or is reset in the middle of a
  /// group ends it too, and drops the result.
  mutating func finalize() throws -> DatabaseValue
}

/// An aggregate that also works as a window function: rows leave as well as enter.
///
/// ```sql
/// SELECT total(price) OVER (ORDER BY day ROWS 6 PRECEDING) FROM sales
/// ```
///
/// https://www.sqlite.org/windowfunctions.html#udfwinfunc
public protocol WindowFunction: AggregateFunction {
  /// Removes the row that was added first of those that are left.
  mutating func inverse(_ arguments: borrowing FunctionArguments) throws
  /// The value of the rows that are in the window now.
  func value() throws -> DatabaseValue
}

extension WindowFunction {
  /// Ends the group with the value of the rows that are left.
  public mutating func finalize() throws -> DatabaseValue { try value() }
}
