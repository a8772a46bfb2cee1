public import DatabaseTypes
import SQLite

/// A function of the application's that makes one value of many rows.
///
/// Each group of rows has an instance of its own.
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
  /// - Throws: An error, which ends the statement.
  mutating func step(_ arguments: [DatabaseValue]) throws
  /// Ends the group; a group of no rows ends right after it started.
  ///
  /// - Throws: An error, which ends the statement.
  mutating func finalize() throws -> (any DatabaseValueConvertible)?
}

/// An aggregate that also works as a window function: rows leave as well as enter.
///
/// ```sql
/// SELECT day, average(price) OVER (ORDER BY day ROWS 6 PRECEDING) FROM sales
/// ```
///
/// https://www.sqlite.org/windowfunctions.html
public protocol DatabaseWindowFunction: DatabaseAggregate {
  /// Removes the row that was added first of those that are left.
  mutating func inverse(_ arguments: [DatabaseValue]) throws
  /// The value of the rows that are in the window now.
  func value() throws -> (any DatabaseValueConvertible)?
}

extension DatabaseWindowFunction {
  /// Ends the group with the value of the rows that are left.
  public mutating func finalize() throws -> (any DatabaseValueConvertible)? { try value() }
}

extension DatabaseFunction {
  /// Makes a function that makes one value of many rows.
  ///
  /// - Parameters:
  ///   - name: Its name. One of the same name and number of arguments is replaced, SQLite's own too.
  ///   - argumentCount: How many arguments it takes; `nil` for any number.
  ///   - pure: Whether the same rows always give the same result.
  ///   - isInnocuous: Whether it can do no harm, so that triggers and views of any file may call it.
  ///   - aggregate: What it does.
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

  /// Makes a function that makes one value of the rows of a window, or of a group.
  ///
  /// - Parameters:
  ///   - name: Its name. One of the same name and number of arguments is replaced, SQLite's own too.
  ///   - argumentCount: How many arguments it takes; `nil` for any number.
  ///   - pure: Whether the same rows always give the same result.
  ///   - isInnocuous: Whether it can do no harm, so that triggers and views of any file may call it.
  ///   - window: What it does.
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

/// An aggregate as the binding takes it.
private struct AggregateAdapter<Aggregate: DatabaseAggregate>: AggregateFunction {
  var aggregate = Aggregate()

  mutating func step(_ arguments: borrowing FunctionArguments) throws {
    let values = try arguments.values()
    try reporting { try aggregate.step(values) }
  }

  mutating func finalize() throws -> DatabaseValue {
    try reporting { try aggregate.finalize().stored() }
  }
}

/// A window function as the binding takes it.
private struct WindowAdapter<Window: DatabaseWindowFunction>: WindowFunction {
  var window = Window()

  mutating func step(_ arguments: borrowing FunctionArguments) throws {
    let values = try arguments.values()
    try reporting { try window.step(values) }
  }

  mutating func inverse(_ arguments: borrowing FunctionArguments) throws {
    let values = try arguments.values()
    try reporting { try window.inverse(values) }
  }

  func value() throws -> DatabaseValue { try reporting { try window.value().stored() } }

  mutating func finalize() throws -> DatabaseValue {
    try reporting { try window.finalize().stored() }
  }
}
