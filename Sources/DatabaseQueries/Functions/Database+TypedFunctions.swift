import DatabaseTypes
import SQLite
public import SQLiteDatabase
public import TypedSQL

extension Database {
  /// Adds a Swift function to SQL, for this connection.
  ///
  /// ```swift
  /// @DatabaseFunction func exclaim(_ text: String) -> String { text + "!" }
  ///
  /// configuration.prepareDatabase { db in db.add(function: $exclaim) }
  /// // SELECT "exclaim"("reminders"."title") FROM "reminders"
  /// ```
  ///
  /// One of the same name and number of arguments is replaced. An error that the function throws ends the statement.
  ///
  /// It throws nothing. A name or number of arguments that SQLite cannot take is an error of the next statement, or of the
  /// access; one that replaces another while a statement runs is there for the next statement.
  public func add(function: some ScalarDatabaseFunction) {
    let (name, flags) = (function.name, flagsOfFunction(function.flags))
    install { connection in
      try connection.addFunction(
        name,
        argumentCount: function.argumentCount,
        flags: flags
      ) { arguments in
        var decoder = ArgumentDecoder(try arguments.values())
        return try reporting { try stored(of: name) { try function.invoke(&decoder) } }
      }
    }
  }

  /// Adds a Swift function that makes one value of the rows of a group to SQL, for this connection.
  ///
  /// The rows of a group are kept until its end, when the function gets all of them at once.
  ///
  /// It throws nothing. A name or number of arguments that SQLite cannot take is an error of the next statement, or of the
  /// access; one that replaces another while a statement runs is there for the next statement.
  public func add<Function: AggregateDatabaseFunction>(function: Function) {
    let flags = flagsOfFunction(function.flags)
    install { connection in
      try connection.addAggregate(
        named: function.name,
        argumentCount: function.argumentCount,
        flags: flags
      ) { CollectedRows(function: function) }
    }
  }

  /// Removes a Swift function from SQL, for this connection.
  ///
  /// Nothing happens where there is none. Statements that need it fail afterwards. While a statement runs, it is there
  /// until the next one begins.
  public func remove(function: some TypedDatabaseFunction) {
    install { try $0.removeFunction(function.name, argumentCount: function.argumentCount) }
  }
}

extension TypedDatabaseFunction {
  fileprivate var flags: FunctionFlags { isDeterministic ? [.deterministic] : [] }
}

/// The value of a function's result.
private func stored(of name: String, _ result: () throws -> QueryBinding) throws -> DatabaseValue {
  let result = try result()
  do { return try result.databaseValue() } catch {
    throw ResultFailure(function: name, failure: error)
  }
}

/// A Swift function that SQL calls returned what SQL cannot store.
private struct ResultFailure: Error, CustomStringConvertible {
  let function: String
  let failure: ConversionFailure

  var description: String { "The result of the function “\(function)”: \(failure)." }
}

/// The rows of a group, for a function that gets them at its end.
private struct CollectedRows<Function: AggregateDatabaseFunction>: AggregateFunction {
  private let function: Function?
  private var elements: [Function.Element] = []

  init(function: Function) { self.function = function }

  /// Never called: groups start with a function.
  init() { function = nil }

  mutating func step(_ arguments: borrowing FunctionArguments) throws {
    guard let function else { return }
    var decoder = ArgumentDecoder(try arguments.values())
    elements.append(try reporting { try function.step(&decoder) })
  }

  mutating func finalize() throws -> DatabaseValue {
    guard let function else { return .null }
    let rows = elements
    return try reporting { try stored(of: function.name) { try function.invoke(rows) } }
  }
}
