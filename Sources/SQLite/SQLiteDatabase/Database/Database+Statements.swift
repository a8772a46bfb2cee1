import DatabaseTypes
package import SQLite

extension Database {
  /// Compiles a statement.
  ///
  /// - Parameter sql: One statement.
  /// - Throws: ``DatabaseError`` with the position of a syntax error, or an error for several
  ///   statements.
  public func makeStatement(sql: String) throws -> PreparedStatement {
    try checkAccess(sql: sql)
    return try compile(sql, isPersistent: false)
  }

  /// Returns a compiled statement, from the connection's cache if possible.
  ///
  /// A cached statement that is currently being stepped is not shared; another one is compiled.
  ///
  /// - Parameter sql: One statement.
  /// - Complexity: A lookup by the SQL text if the statement is cached.
  public func cachedStatement(sql: String) throws -> PreparedStatement {
    if let statement = statementCache.statement(forSQL: sql) {
      statement.forgetArguments()
      return statement
    }
    try checkAccess(sql: sql)
    let statement = try compile(sql, isPersistent: true)
    statementCache.insert(statement, for: StatementKey(sql: sql))
    return statement
  }

  private func compile(_ sql: String, isPersistent: Bool) throws -> PreparedStatement {
    if hasPendingInstallations { try finishInstallations() }
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
    let access = finalAccess(of: statement, recorder.finish())
    let made = PreparedStatement(statement, access: access, in: self)
    made.deletesAllRows = deletesAllRows
    if isHooked { made.noteHookedCompilation() }
    if access.changesLockingMode { capture.mayUseExclusiveLocking = true }
    // Compiling the statement may have made SQLite read a schema that another process changed.
    if !made.isReadOnly { schemaCache.mayBeStale = true }
    return made
  }

  /// Runs one or several statements.
  ///
  /// A single statement is cached. Each of several statements takes as many arguments as it has
  /// parameters.
  ///
  /// - Parameters:
  ///   - sql: One statement, or several separated by semicolons.
  ///   - arguments: Values for all parameters.
  /// - Throws: The ``DatabaseError`` of the first statement that fails. The statements before it
  ///   have been run.
  public func execute(sql: String, arguments: StatementArguments = StatementArguments()) throws {
    if let statement = statementCache.statement(forSQL: sql) {
      return try statement.execute(arguments: arguments)
    }
    try checkAccess(sql: sql)
    var offset = 0
    guard let first = try nextStatement(in: sql, from: &offset) else {
      guard !arguments.isEmpty else { return }
      throw DatabaseError(
        code: .arguments,
        message: "Arguments were passed, but the SQL text contains no statement.",
        sql: sql
      )
    }
    if Self.isBlank(sql, from: offset) {
      try first.execute(arguments: arguments)
      if !first.access.changesSchema { statementCache.insert(first, for: StatementKey(sql: sql)) }
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
    var rest = RemainingArguments(arguments)
    var statement: PreparedStatement? = first
    while let current = statement {
      try current.execute(arguments: rest.take(for: current))
      statement = try nextStatement(in: sql, from: &offset)
    }
    if let problem = rest.problem {
      throw DatabaseError(code: .arguments, message: problem, sql: sql, arguments: arguments)
    }
  }

  /// Compiles the statements of a text one after the other, each after the previous one was used.
  ///
  /// - Parameters:
  ///   - sql: One statement, or several separated by semicolons.
  ///   - arguments: Values for all parameters. Each statement takes as many as it has parameters,
  ///     or those that it names.
  ///   - isPartOfText: Whether other parts of the text may take the remaining arguments.
  ///   - willCompile: Receives the offset of the next statement or of the remaining text, in UTF-8
  ///     bytes.
  ///   - body: Uses a statement and its arguments.
  /// - Throws: The ``DatabaseError`` of a statement that cannot be compiled, or the error of
  ///   `body`. The statements before it have been used.
  package func forEachStatement(
    in sql: String,
    arguments: StatementArguments = StatementArguments(),
    isPartOfText: Bool = false,
    willCompile: (_ offset: Int) -> Void = { _ in },
    _ body: (PreparedStatement, StatementArguments) throws -> Void
  ) throws {
    try checkAccess(sql: sql)
    var offset = 0
    var rest = RemainingArguments(arguments)
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
    if hasPendingInstallations { try finishInstallations() }
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

/// The arguments of several statements, each of which takes its share.
private struct RemainingArguments {
  private let arguments: StatementArguments
  private var usedCount = 0
  private var unusedNames: Set<String>

  init(_ arguments: StatementArguments) {
    self.arguments = arguments
    unusedNames = Set(arguments.namedValues.keys)
  }

  /// Removes and returns the arguments of the next statement.
  mutating func take(for statement: PreparedStatement) -> StatementArguments {
    // The invalid value may belong to any of the statements.
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
      // Given all arguments, the statement reports which one is missing.
      guard let value = arguments.namedValues[name] else { return arguments }
      values[name] = value
      unusedNames.remove(name)
    }
    return StatementArguments(namedValues: values)
  }

  /// A description of remaining arguments, which are an error.
  var problem: String? {
    if let name = unusedNames.min() { return "No statement has a parameter named \(name)." }
    let count = arguments.values.count - usedCount
    guard count != 0 else { return nil }
    return
      "There \(count == 1 ? "is" : "are") \(plural(count, "more argument")) than the statements have parameters."
  }
}

extension Database {
  /// Sets a closure that authorizes all statements on this connection, including internal ones.
  ///
  /// Use it for connections that run untrusted statements. The closure is called whenever SQLite
  /// compiles a statement; statements compiled earlier are recompiled before their next run.
  ///
  /// - Parameter permission: Authorizes each action of a statement, on the connection's thread.
  /// - Throws: ``DatabaseError`` outside of an access.
  package func setPermission(
    _ permission: @escaping (borrowing Authorization) -> Authorization.Decision
  )
    throws
  {
    try checkAccess()
    recorder.permission = permission
    do throws(SQLiteError) { try expireStatements() } catch { throw databaseError(error) }
  }
}
