import DatabaseTypes
import SQLite

extension Database {
  /// Compiles a statement.
  ///
  /// - Parameter sql: One statement.
  /// - Throws: ``DatabaseError`` that tells where a syntax error is; an error for several statements.
  public func makeStatement(sql: String) throws -> PreparedStatement {
    try checkAccess(sql: sql)
    return try compile(sql, isPersistent: false)
  }

  /// Compiles a statement, or finds it among those that the connection keeps.
  ///
  /// A kept statement that is in the middle of its rows is not shared: another is compiled.
  ///
  /// - Parameter sql: One statement.
  /// - Complexity: A look-up by the text where it is kept.
  public func cachedStatement(sql: String) throws -> PreparedStatement {
    if let statement = keptStatements.statement(forSQL: sql) {
      statement.forgetArguments()
      return statement
    }
    try checkAccess(sql: sql)
    let statement = try compile(sql, isPersistent: true)
    keptStatements.insert(statement, for: StatementKey(sql: sql))
    return statement
  }

  private func compile(_ sql: String, isPersistent: Bool) throws -> PreparedStatement {
    if hasUnfinishedInstallations { try finishInstallations() }
    recorder.start()
    let deletesAllRows = DeletionOfAllRows.isWhole(sql.utf8[...])
    let isHooked = resumeHook(forDeletionOfAllRows: deletesAllRows)
    defer { pauseUnusedHook() }
    do throws(SQLiteError) {
      let statement = try Statement(sql, on: connection, isPersistent: isPersistent)
      return made(statement, deletesAllRows: deletesAllRows, isHooked: isHooked)
    } catch {
      _ = recorder.finish()
      throw databaseError(error)
    }
  }

  private func made(
    _ statement: consuming Statement,
    deletesAllRows: Bool,
    isHooked: Bool
  ) -> PreparedStatement {
    let access = settledAccess(of: statement, recorder.finish())
    let made = PreparedStatement(statement, access: access, in: self)
    made.deletesAllRows = deletesAllRows
    if isHooked { made.noteHookedCompilation() }
    if access.changesLockingMode { capture.mayHoldFile = true }
    // To compile it SQLite may have read a schema that another process changed.
    if !made.isReadOnly { schemaCache.isSuspect = true }
    return made
  }

  /// Runs statements.
  ///
  /// One statement is kept compiled. Of several, each takes as many arguments as it has parameters.
  ///
  /// - Parameters:
  ///   - sql: One statement, or several separated by semicolons.
  ///   - arguments: Values for all parameters.
  /// - Throws: ``DatabaseError`` of the first statement that fails; those before it have been run.
  public func execute(sql: String, arguments: StatementArguments = StatementArguments()) throws {
    if let statement = keptStatements.statement(forSQL: sql) {
      return try statement.execute(arguments: arguments)
    }
    try checkAccess(sql: sql)
    var offset = 0
    guard let first = try nextStatement(in: sql, from: &offset) else {
      guard !arguments.isEmpty else { return }
      throw DatabaseError(
        code: .arguments,
        message: "Arguments were given, but there is no statement in the SQL text.",
        sql: sql
      )
    }
    if Self.isBlank(sql, from: offset) {
      try first.execute(arguments: arguments)
      if !first.access.changesSchema { keptStatements.insert(first, for: StatementKey(sql: sql)) }
      return
    }
    try executeAll(sql, startingWith: first, offset: offset, arguments)
  }

  private func executeAll(
    _ sql: String,
    startingWith first: PreparedStatement,
    offset: Int,
    _ arguments: StatementArguments
  ) throws {
    var offset = offset
    var rest = ArgumentShares(arguments)
    var statement: PreparedStatement? = first
    while let current = statement {
      try current.execute(arguments: rest.take(for: current))
      statement = try nextStatement(in: sql, from: &offset)
    }
    if let problem = rest.problem {
      throw DatabaseError(code: .arguments, message: problem, sql: sql, arguments: arguments)
    }
  }

  /// Compiles the statements of a text one after the other, each when the one before has been used.
  ///
  /// - Parameters:
  ///   - sql: One statement, or several separated by semicolons.
  ///   - arguments: Values for all parameters; each statement takes as many as it has, or those that it names.
  ///   - isPartOfText: Whether other parts of the text may take arguments that this one leaves.
  ///   - willCompile: Gets the place where the next statement, or what is left, begins, in bytes of UTF-8.
  ///   - body: Uses a statement, with its arguments.
  /// - Throws: ``DatabaseError`` of a statement that cannot be compiled, or what `body` throws; the statements before have
  ///   been used.
  package func forEachStatement(
    in sql: String,
    arguments: StatementArguments = StatementArguments(),
    isPartOfText: Bool = false,
    willCompile: (_ offset: Int) -> Void = { _ in },
    _ body: (PreparedStatement, StatementArguments) throws -> Void
  ) throws {
    try checkAccess(sql: sql)
    var offset = 0
    var rest = ArgumentShares(arguments)
    willCompile(offset)
    while let statement = try nextStatement(in: sql, from: &offset) {
      try body(statement, rest.take(for: statement))
      willCompile(offset)
    }
    if !isPartOfText, let problem = rest.problem {
      throw DatabaseError(code: .arguments, message: problem, sql: sql, arguments: arguments)
    }
  }

  func nextStatement(in sql: String, from offset: inout Int) throws -> PreparedStatement? {
    if hasUnfinishedInstallations { try finishInstallations() }
    recorder.start()
    let deletesAllRows = DeletionOfAllRows.isWhole(sql.utf8.dropFirst(offset))
    let isHooked = resumeHook(forDeletionOfAllRows: deletesAllRows)
    defer { pauseUnusedHook() }
    do throws(SQLiteError) {
      guard let statement = try Statement.next(in: sql, from: &offset, on: connection) else {
        _ = recorder.finish()
        return nil
      }
      return made(statement, deletesAllRows: deletesAllRows, isHooked: isHooked)
    } catch {
      _ = recorder.finish()
      throw databaseError(error)
    }
  }

  private static func isBlank(_ sql: String, from offset: Int) -> Bool {
    sql.utf8.dropFirst(offset).allSatisfy {
      $0 == 0x20 || (0x09...0x0d).contains($0) || $0 == UInt8(ascii: ";")
    }
  }
}

/// The arguments of several statements, of which each takes its own.
private struct ArgumentShares {
  private let arguments: StatementArguments
  private var usedCount = 0
  private var unusedNames: Set<String>

  init(_ arguments: StatementArguments) {
    self.arguments = arguments
    unusedNames = Set(arguments.namedValues.keys)
  }

  /// The arguments for the next statement.
  mutating func take(for statement: PreparedStatement) -> StatementArguments {
    // The value that cannot be stored may belong to any of them.
    if arguments.problem != nil { return arguments }
    guard arguments.namedValues.isEmpty else { return takeNamed(for: statement) }
    let values = arguments.values.dropFirst(usedCount).prefix(statement.parameterCount)
    usedCount += values.count
    return StatementArguments(values: Array(values))
  }

  private mutating func takeNamed(for statement: PreparedStatement) -> StatementArguments {
    var values: [String: DatabaseValue] = [:]
    for index in stride(from: 1, through: statement.parameterCount, by: 1) {
      guard let parameter = statement.statement.parameterName(at: index) else { continue }
      let name = String(parameter.dropFirst())
      // With all of them, the statement tells which one is missing.
      guard let value = arguments.namedValues[name] else { return arguments }
      values[name] = value
      unusedNames.remove(name)
    }
    return StatementArguments(namedValues: values)
  }

  /// What is wrong where arguments are left.
  var problem: String? {
    if let name = unusedNames.min() { return "No statement has a parameter named \(name)." }
    let count = arguments.values.count - usedCount
    guard count != 0 else { return nil }
    return
      "There \(count == 1 ? "is" : "are") \(plural(count, "more argument")) than the statements have parameters."
  }
}
