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
  /// It replaces a function with the same name and number of arguments. An error that the function
  /// throws ends the statement. Adding a global or static function again has no effect. If another
  /// function is replaced, also one of SQLite's own, all live queries are read again.
  ///
  /// This method does not throw. If SQLite rejects the name or the number of arguments, the next
  /// statement or the access throws. A function that replaces another one while a statement runs
  /// takes effect with the next statement.
  public func add(function: some ScalarDatabaseFunction) {
    let (name, flags) = (function.name, flagsOfFunction(function.flags))
    install(function.installedItem) { connection in
      try connection.addFunction(
        name,
        argumentCount: function.argumentCount,
        flags: flags
      ) { arguments in
        var decoder = ArgumentDecoder(try arguments.values())
        return try convertingErrors { try stored(of: name) { try function.invoke(&decoder) } }
      }
    }
  }

  /// Adds a Swift aggregate function, which computes one value from the rows of a group, to SQL.
  ///
  /// It is added for this connection. The rows of a group are kept until its end, when the function
  /// gets all of them at once.
  ///
  /// This method does not throw. If SQLite rejects the name or the number of arguments, the next
  /// statement or the access throws. A function that replaces another one while a statement runs
  /// takes effect with the next statement.
  public func add<Function: AggregateDatabaseFunction>(function: Function) {
    let flags = flagsOfFunction(function.flags)
    install(function.installedItem) { connection in
      try connection.addAggregate(
        named: function.name,
        argumentCount: function.argumentCount,
        flags: flags
      ) { CollectedRows(function: function) }
    }
  }

  /// Removes a Swift function from SQL, for this connection.
  ///
  /// Nothing happens if there is no such function. Statements that need it fail afterwards. While a
  /// statement runs, the function stays until the next statement begins.
  public func remove(function: some TypedDatabaseFunction) {
    install(InstalledItem(function.installedName)) {
      try $0.removeFunction(function.name, argumentCount: function.argumentCount)
    }
  }
}

extension TypedDatabaseFunction {
  fileprivate var flags: FunctionFlags { isDeterministic ? [.deterministic] : [] }

  fileprivate var installedName: InstalledName {
    InstalledName(function: name, argumentCount: argumentCount)
  }

  fileprivate var installedItem: InstalledItem {
    let implementation: Implementation =
      Self._isTheSameEverywhere ? .type(ObjectIdentifier(Self.self)) : .ofNewValue()
    return InstalledItem(installedName, implementation)
  }
}

/// Returns the stored value of a function's result.
private func stored(of name: String, _ result: () throws -> QueryBinding) throws -> DatabaseValue {
  let result = try result()
  do { return try result.databaseValue() } catch {
    throw ResultFailure(function: name, failure: error)
  }
}

/// An error of a Swift function whose result SQL cannot store.
private struct ResultFailure: Error, CustomStringConvertible {
  let function: String
  let failure: ConversionFailure

  var description: String { "The result of the function “\(function)”: \(failure)." }
}

/// An aggregate that collects the rows of a group, for a function that gets them at the end.
private struct CollectedRows<Function: AggregateDatabaseFunction>: AggregateFunction {
  private let function: Function?
  private var elements: [Function.Element] = []

  init(function: Function) { self.function = function }

  /// Never called, because every group starts with `init(function:)`.
  init() { function = nil }

  mutating func step(_ arguments: borrowing FunctionArguments) throws {
    guard let function else { return }
    var decoder = ArgumentDecoder(try arguments.values())
    elements.append(try convertingErrors { try function.step(&decoder) })
  }

  mutating func finalize() throws -> DatabaseValue {
    guard let function else { return .null }
    let rows = elements
    return try convertingErrors { try stored(of: function.name) { try function.invoke(rows) } }
  }
}
