import CSQLite

/// What a connection allows at most.
///
/// https://www.sqlite.org/c3ref/c_limit_attached.html
public enum Limit: Int32, Sendable, Hashable, CaseIterable {
  /// The bytes of a text, a blob or a row.
  case length = 0
  /// The bytes of a statement.
  case sqlLength = 1
  /// The columns of a table, an index, a result, an ORDER BY, a SET or a VALUES.
  case columns = 2
  /// The depth of an expression.
  case expressionDepth = 3
  /// The terms of a compound SELECT.
  case compoundSelectTerms = 4
  /// The instructions of a compiled statement.
  case instructions = 5
  /// The arguments of a function.
  case functionArguments = 6
  /// The attached databases.
  case attachedDatabases = 7
  /// The bytes of the pattern of a LIKE or GLOB.
  case likePatternLength = 8
  /// The largest number of a parameter.
  case parameterNumber = 9
  /// The depth of triggers that run triggers.
  case triggerDepth = 10
  /// The threads that help a statement.
  case workerThreads = 11
}

extension Connection {
  /// A limit as it is now.
  ///
  /// https://www.sqlite.org/c3ref/limit.html
  public func limit(_ limit: Limit) throws(SQLiteError) -> Int {
    Int(unsafe sqlite3_limit(try handle(), limit.rawValue, -1))
  }

  /// Changes a limit, at most to the one that SQLite was compiled with.
  ///
  /// - Returns: The limit before.
  ///
  /// https://www.sqlite.org/c3ref/limit.html
  @discardableResult
  public func setLimit(_ limit: Limit, to value: Int) throws(SQLiteError) -> Int {
    Int(unsafe sqlite3_limit(try handle(), limit.rawValue, Int32(clamping: max(value, 0))))
  }
}
