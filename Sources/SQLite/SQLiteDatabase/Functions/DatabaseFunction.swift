public import DatabaseTypes
package import SQLite

/// A function of the application that SQL can call.
///
/// ```swift
/// let slug = DatabaseFunction("slug", argumentCount: 1, pure: true) { arguments in
///   let title = try String(databaseValue: arguments[0])
///   return title.lowercased().split(separator: " ").joined(separator: "-")
/// }
/// var configuration = Configuration()
/// configuration.prepareDatabase { db in db.add(function: slug) }
/// let database = try DatabasePool(path: "blog.db", configuration: configuration)
/// // SELECT slug(title) FROM posts
/// ```
///
/// A function belongs to one connection. Add it in ``Configuration/prepareDatabase(_:)``, so that
/// the readers of a pool also have it.
///
/// An error that the function throws makes the statement fail. A ``DatabaseError`` keeps its
/// message, and its code if SQLite has that code; for any other error, the message is the
/// `errorDescription` of a `LocalizedError`, or else its description.
public struct DatabaseFunction: Sendable {
  /// The name, which is case-insensitive in SQL.
  public let name: String
  /// The number of arguments; `nil` for any number.
  public let argumentCount: Int?
  fileprivate(set) var flags: FunctionFlags
  let install: @Sendable (DatabaseFunction, Connection) throws -> Void
  /// The implementation, which copies share.
  fileprivate let implementation = Implementation.ofNewValue()

  /// Creates a function that computes one value from its arguments.
  ///
  /// - Parameters:
  ///   - name: The name. A function with the same name and number of arguments is replaced,
  ///     including SQLite's own functions.
  ///   - argumentCount: The number of arguments; `nil` for any number.
  ///   - pure: Whether the same arguments always give the same result, so that indexes may use it.
  ///   - isInnocuous: Whether the function is harmless, so that triggers, views, constraints and
  ///     generated columns of any file may call it.
  ///   - function: The implementation, called on the connection's thread. It must not use the
  ///     database.
  public init(
    _ name: String,
    argumentCount: Int? = nil,
    pure: Bool = false,
    isInnocuous: Bool = false,
    function: @escaping @Sendable ([DatabaseValue]) throws -> (any DatabaseValueConvertible)?
  ) {
    self.init(name, argumentCount, pure, isInnocuous) { definition, connection in
      try connection.addFunction(
        definition.name,
        argumentCount: definition.argumentCount,
        flags: definition.flags
      ) { arguments in
        try convertingErrors { try function(arguments.values()).stored() }
      }
    }
  }

  init(
    _ name: String,
    _ argumentCount: Int?,
    _ pure: Bool,
    _ isInnocuous: Bool,
    install: @escaping @Sendable (DatabaseFunction, Connection) throws -> Void
  ) {
    self.name = name
    self.argumentCount = argumentCount
    var flags: FunctionFlags = []
    if pure { flags.insert(.deterministic) }
    if isInnocuous { flags.insert(.innocuous) }
    self.flags = flags
    self.install = install
  }
}

extension Database {
  /// Adds a function to this connection.
  ///
  /// It does not throw. If SQLite does not accept the name or the number of arguments, the next
  /// statement or the access throws. If it replaces another function while a statement is running,
  /// it takes effect with the next statement.
  ///
  /// Adding the same function again has no effect. If another one is replaced, also one of SQLite's
  /// own, all live queries are read again; so do not create the function again in each write.
  public func add(function: DatabaseFunction) {
    var flagged = function
    flagged.flags = flagsOfFunction(function.flags)
    let installed = flagged
    install(InstalledItem(function.installedName, function.implementation)) {
      try installed.install(installed, $0)
    }
  }

  /// Returns the flags with which a function of the application is added.
  ///
  /// Unless it is innocuous or the schema is trusted, only statements and temporary triggers and
  /// views may call it.
  package func flagsOfFunction(_ flags: FunctionFlags) -> FunctionFlags {
    flags.contains(.innocuous) || configuration.trustsSchema ? flags : flags.union(.directOnly)
  }

  /// Removes a function that was added with the same name and number of arguments.
  ///
  /// It does nothing if there is no such function. Statements that need it fail afterwards. While a
  /// statement is running, the function remains until the next statement begins.
  public func remove(function: DatabaseFunction) {
    install(InstalledItem(function.installedName)) {
      try $0.removeFunction(function.name, argumentCount: function.argumentCount)
    }
  }
}

extension DatabaseFunction {
  fileprivate var installedName: InstalledName {
    InstalledName(function: name, argumentCount: argumentCount)
  }
}

extension FunctionArguments {
  /// Returns copies of all arguments.
  package borrowing func values() throws(ConversionFailure) -> [DatabaseValue] {
    var values: [DatabaseValue] = []
    values.reserveCapacity(count)
    for index in 0..<count { values.append(try value(at: index)) }
    return values
  }
}

extension Optional where Wrapped == any DatabaseValueConvertible {
  /// Returns the value as it is stored.
  func stored() throws -> DatabaseValue {
    guard let value = self else { return .null }
    return try value.checkedDatabaseValue
  }
}

/// Runs a function of the application, and converts its error for SQLite.
package func convertingErrors<Result>(_ body: () throws -> Result) throws(SQLiteError) -> Result {
  do { return try body() } catch let error as SQLiteError {
    throw error
  } catch let error as DatabaseError {
    throw SQLiteError(
      code: error.extendedResultCode,
      message: error.message
    )
  } catch {
    throw SQLiteError(code: .error, message: error.statementMessage)
  }
}
