public import DatabaseTypes
package import SQLite

/// A function of the application's that SQL can call.
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
/// A function belongs to one connection. Add it in ``Configuration/prepareDatabase(_:)``, so that the readers of a pool
/// have it too.
///
/// An error that the function throws ends the statement: the message of a ``DatabaseError`` stays, and its code where
/// SQLite has such a code; of any other error the description is the message.
public struct DatabaseFunction: Sendable {
  /// The name, which SQL writes whatever the case of its letters.
  public let name: String
  /// How many arguments it takes; `nil` for any number.
  public let argumentCount: Int?
  fileprivate(set) var flags: FunctionFlags
  let install: @Sendable (DatabaseFunction, Connection) throws -> Void

  /// Makes a function that makes one value of its arguments.
  ///
  /// - Parameters:
  ///   - name: Its name. One of the same name and number of arguments is replaced, SQLite's own too.
  ///   - argumentCount: How many arguments it takes; `nil` for any number.
  ///   - pure: Whether the same arguments always give the same result: then indexes may use it.
  ///   - isInnocuous: Whether it can do no harm, so that triggers, views, constraints and generated columns of any
  ///     file may call it.
  ///   - function: What it does, on the connection's thread. It must not use the database.
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
        try reporting { try function(arguments.values()).stored() }
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
  /// Adds a function to SQL, for this connection.
  ///
  /// It throws nothing. A name or number of arguments that SQLite cannot take is an error of the next statement, or of the
  /// access; one that replaces another while a statement runs is there for the next statement.
  public func add(function: DatabaseFunction) {
    var flagged = function
    flagged.flags = flagsOfFunction(function.flags)
    let installed = flagged
    install { try installed.install(installed, $0) }
  }

  /// The flags with which a function of the application's is added.
  ///
  /// Unless it is innocuous, or the schema is trusted, only statements and temporary triggers and views call it.
  package func flagsOfFunction(_ flags: FunctionFlags) -> FunctionFlags {
    flags.contains(.innocuous) || configuration.trustsSchema ? flags : flags.union(.directOnly)
  }

  /// Removes a function that was added with the same name and number of arguments.
  ///
  /// Nothing happens where there is none. Statements that need it fail afterwards. While a statement runs, it is there
  /// until the next one begins.
  public func remove(function: DatabaseFunction) {
    install { try $0.removeFunction(function.name, argumentCount: function.argumentCount) }
  }
}

extension FunctionArguments {
  /// Copies of all arguments.
  package borrowing func values() throws(ConversionFailure) -> [DatabaseValue] {
    var values: [DatabaseValue] = []
    values.reserveCapacity(count)
    for index in 0..<count { values.append(try value(at: index)) }
    return values
  }
}

extension Optional where Wrapped == any DatabaseValueConvertible {
  /// The value as it is stored.
  func stored() throws -> DatabaseValue {
    guard let value = self else { return .null }
    return try value.databaseValue
  }
}

/// Runs a function of the application's, and makes of its error what SQLite can pass on.
package func reporting<Result>(_ body: () throws -> Result) throws(SQLiteError) -> Result {
  do { return try body() } catch let error as SQLiteError {
    throw error
  } catch let error as DatabaseError {
    throw SQLiteError(
      code: error.resultCode ?? error.code.resultCode ?? .error,
      message: error.message
    )
  } catch {
    throw SQLiteError(code: .error, message: "\(error)")
  }
}
