public import DatabaseTypes
import SQLite

/// An aggregate function of the application, which computes one value from many rows.
///
/// Each group of rows has its own instance.
///
/// ```swift
/// struct Product: DatabaseAggregate {
///   var product = 1.0
///   mutating func step(_ arguments: [DatabaseValue]) throws {
///     product *= try Double(databaseValue: arguments[0])
///   }
///   func finalize() -> (any DatabaseValueConvertible)? { product }
/// }
/// db.add(function: DatabaseFunction("product", argumentCount: 1, aggregate: Product.self))
/// // SELECT product(factor) FROM items GROUP BY list
/// ```
public protocol DatabaseAggregate: SendableMetatype {
  /// Starts a group.
  init()
  /// Adds a row.
  ///
  /// - Throws: An error that makes the statement fail.
  mutating func step(_ arguments: [DatabaseValue]) throws
  /// Ends the group and returns its value; a group without rows ends right after it started.
  ///
  /// - Throws: An error that makes the statement fail.
  mutating func finalize() throws -> (any DatabaseValueConvertible)?
}

/// An aggregate function that also works as a window function, so rows can leave as well as enter.
///
/// ```sql
/// SELECT day, average(price) OVER (ORDER BY day ROWS 6 PRECEDING) FROM sales
/// ```
///
/// https://www.sqlite.org/windowfunctions.html
public protocol DatabaseWindowFunction: DatabaseAggregate {
  /// Removes the oldest row that is still in the window.
  mutating func inverse(_ arguments: [DatabaseValue]) throws
  /// Returns the value of the rows that are currently in the window.
  func value() throws -> (any DatabaseValueConvertible)?
}

extension DatabaseWindowFunction {
  /// Ends the group and returns the value of the remaining rows.
  public mutating func finalize() throws -> (any DatabaseValueConvertible)? { try value() }
}

extension DatabaseFunction {
  /// Creates a function that computes one value from many rows.
  ///
  /// - Parameters:
  ///   - name: The name. A function with the same name and number of arguments is replaced,
  ///     including SQLite's own functions.
  ///   - argumentCount: The number of arguments; `nil` for any number.
  ///   - pure: Whether the same rows always give the same result.
  ///   - isInnocuous: Whether the function is harmless, so that triggers and views of any file may
  ///     call it.
  ///   - aggregate: The implementation.
  public init<Aggregate: DatabaseAggregate>(
    _ name: String,
    argumentCount: Int? = nil,
    pure: Bool = false,
    isInnocuous: Bool = false,
    aggregate: Aggregate.Type
  ) {
    self.init(name, argumentCount, pure, isInnocuous) { definition, connection in
      try connection.addAggregate(
        AggregateAdapter<Aggregate>.self,
        named: definition.name,
        argumentCount: definition.argumentCount,
        flags: definition.flags
      )
    }
  }

  /// Creates a function that computes one value from the rows of a window or a group.
  ///
  /// - Parameters:
  ///   - name: The name. A function with the same name and number of arguments is replaced,
  ///     including SQLite's own functions.
  ///   - argumentCount: The number of arguments; `nil` for any number.
  ///   - pure: Whether the same rows always give the same result.
  ///   - isInnocuous: Whether the function is harmless, so that triggers and views of any file may
  ///     call it.
  ///   - window: The implementation.
  public init<Window: DatabaseWindowFunction>(
    _ name: String,
    argumentCount: Int? = nil,
    pure: Bool = false,
    isInnocuous: Bool = false,
    window: Window.Type
  ) {
    self.init(name, argumentCount, pure, isInnocuous) { definition, connection in
      try connection.addWindowFunction(
        WindowAdapter<Window>.self,
        named: definition.name,
        argumentCount: definition.argumentCount,
        flags: definition.flags
      )
    }
  }
}

/// An adapter from an aggregate to the binding's protocol.
private struct AggregateAdapter<Aggregate: DatabaseAggregate>: AggregateFunction {
  var aggregate = Aggregate()

  mutating func step(_ arguments: borrowing FunctionArguments) throws {
    let values = try arguments.values()
    try convertingErrors { try aggregate.step(values) }
  }

  mutating func finalize() throws -> DatabaseValue {
    try convertingErrors { try aggregate.finalize().stored() }
  }
}

/// An adapter from a window function to the binding's protocol.
private struct WindowAdapter<Window: DatabaseWindowFunction>: WindowFunction {
  var window = Window()

  mutating func step(_ arguments: borrowing FunctionArguments) throws {
    let values = try arguments.values()
    try convertingErrors { try window.step(values) }
  }

  mutating func inverse(_ arguments: borrowing FunctionArguments) throws {
    let values = try arguments.values()
    try convertingErrors { try window.inverse(values) }
  }

  func value() throws -> DatabaseValue { try convertingErrors { try window.value().stored() } }

  mutating func finalize() throws -> DatabaseValue {
    try convertingErrors { try window.finalize().stored() }
  }
}
