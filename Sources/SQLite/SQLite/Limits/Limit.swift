import CSQLite

/// A limit of a connection.
///
/// https://www.sqlite.org/c3ref/c_limit_attached.html
public enum Limit: Int32, Sendable, Hashable, CaseIterable {
  /// The number of bytes of a text, a blob or a row.
  case length = 0
  /// The number of bytes of a statement's SQL.
  case sqlLength = 1
  /// The number of columns of a table, an index, a result, an ORDER BY, a SET or a VALUES.
  case columns = 2
  /// The depth of an expression.
  case expressionDepth = 3
  /// The number of terms of a compound SELECT.
  case compoundSelectTerms = 4
  /// The number of instructions of a compiled statement.
  case instructions = 5
  /// The number of arguments of a function.
  case functionArguments = 6
  /// The number of attached databases.
  case attachedDatabases = 7
  /// The number of bytes of the pattern of a LIKE or GLOB.
  case likePatternLength = 8
  /// The largest parameter number.
  case variableNumber = 9
  /// The recursion depth of triggers.
  case triggerDepth = 10
  /// The number of auxiliary threads of a statement.
  case workerThreads = 11
}

extension Connection {
  /// Returns the current value of a limit.
  ///
  /// https://www.sqlite.org/c3ref/limit.html
  public func limit(_ limit: Limit) throws(SQLiteError) -> Int {
    Int(unsafe sqlite3_limit(try handle(), limit.rawValue, -1))
  }

  /// Changes a limit, up to the maximum that SQLite was compiled with.
  ///
  /// - Returns: The previous limit.
  ///
  /// https://www.sqlite.org/c3ref/limit.html
  @discardableResult
  public func setLimit(_ limit: Limit, to value: Int) throws(SQLiteError) -> Int {
    Int(unsafe sqlite3_limit(try handle(), limit.rawValue, Int32(clamping: max(value, 0))))
  }
}
