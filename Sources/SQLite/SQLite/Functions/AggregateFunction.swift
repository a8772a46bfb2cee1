public import DatabaseTypes

/// A function that computes one value from many rows.
///
/// Each group of rows has its own instance.
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
/// Errors are handled as for scalar functions: see
/// ``Connection/addFunction(_:argumentCount:flags:body:)``.
///
/// https://www.sqlite.org/appfunc.html
public protocol AggregateFunction {
  /// Starts a group.
  init()
  /// Adds a row.
  mutating func step(_ arguments: borrowing FunctionArguments) throws
  /// Ends the group and returns its value.
  ///
  /// A group without rows ends right after it started. If a statement fails or is reset in the
  /// middle of a group, the group also ends, and its value is discarded.
  mutating func finalize() throws -> DatabaseValue
}

/// An aggregate function that also works as a window function, so rows can leave as well as enter.
///
/// ```sql
/// SELECT total(price) OVER (ORDER BY day ROWS 6 PRECEDING) FROM sales
/// ```
///
/// https://www.sqlite.org/windowfunctions.html#udfwinfunc
public protocol WindowFunction: AggregateFunction {
  /// Removes the oldest row that is still in the window.
  mutating func inverse(_ arguments: borrowing FunctionArguments) throws
  /// Returns the value of the rows that are currently in the window.
  func value() throws -> DatabaseValue
}

extension WindowFunction {
  /// Ends the group and returns the value of the remaining rows.
  public mutating func finalize() throws -> DatabaseValue { try value() }
}
