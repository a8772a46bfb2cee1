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
    if let statement = cache.statement(for: sql) { return statement }
    try checkAccess(sql: sql)
    let statement = try compile(sql, isPersistent: true)
    cache.insert(statement)
    return statement
  }

  private func compile(_ sql: String, isPersistent: Bool) throws -> PreparedStatement {
    recorder.start()
    do throws(SQLiteError) {
      let statement = try Statement(sql, on: connection, isPersistent: isPersistent)
      return made(statement)
    } catch {
      _ = recorder.finish()
      throw databaseError(error)
    }
  }

  private func made(_ statement: consuming Statement) -> PreparedStatement {
    let made = PreparedStatement(statement, access: recorder.finish(), in: self)
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
    if let statement = cache.statement(for: sql) {
      return try statement.execute(arguments: arguments)
    }
    try checkAccess(sql: sql)
    var offset = 0
    guard let first = try nextStatement(in: sql, from: &offset) else { return }
    if Self.isBlank(sql, from: offset) {
      try first.execute(arguments: arguments)
      if first.sql == sql, !first.access.changesSchema { cache.insert(first) }
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
    var rest = arguments.values[...]
    var statement: PreparedStatement? = first
    while let current = statement {
      try current.execute(arguments: Self.share(of: arguments, &rest, for: current))
      statement = try nextStatement(in: sql, from: &offset)
    }
    guard rest.isEmpty else {
      throw DatabaseError(
        code: .arguments,
        message: "There are \(rest.count) more arguments than the statements have parameters.",
        sql: sql
      )
    }
  }

  /// The arguments of one of several statements.
  private static func share(
    of arguments: StatementArguments,
    _ rest: inout ArraySlice<DatabaseValue>,
    for statement: PreparedStatement
  ) -> StatementArguments {
    guard arguments.namedValues.isEmpty else {
      let names = Set(
        (1...max(statement.parameterCount, 1)).compactMap { index in
          statement.statement.parameterName(at: index).map { String($0.dropFirst()) }
        }
      )
      return StatementArguments(
        namedValues: arguments.namedValues.filter { names.contains($0.key) }
      )
    }
    defer { rest = rest.dropFirst(statement.parameterCount) }
    return StatementArguments(values: Array(rest.prefix(statement.parameterCount)))
  }

  private func nextStatement(in sql: String, from offset: inout Int) throws -> PreparedStatement? {
    recorder.start()
    do throws(SQLiteError) {
      guard let statement = try Statement.next(in: sql, from: &offset, on: connection) else {
        _ = recorder.finish()
        return nil
      }
      return made(statement)
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
