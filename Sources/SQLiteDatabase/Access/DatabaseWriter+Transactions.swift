extension Database {
  /// When a transaction takes its locks.
  public typealias TransactionKind = SQLiteDatabase.TransactionKind
  /// How a transaction ends.
  public typealias TransactionCompletion = SQLiteDatabase.TransactionCompletion
}

extension DatabaseWriter {
  /// Uses the writer without a transaction: ``DatabaseWriter/writeWithoutTransaction(_:)`` by its other name.
  ///
  /// - Parameter body: What to do; a transaction that it leaves open is rolled back, and is an error.
  public func inDatabase<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try writeWithoutTransaction(body)
  }

  /// Writes, in one transaction of which the closure says how it ends.
  ///
  /// ```swift
  /// try database.inTransaction { db in
  ///   try Player(name: "Ana").insert(db)
  ///   return isDryRun ? .rollback : .commit
  /// }
  /// ```
  ///
  /// It blocks the thread until its turn.
  ///
  /// - Parameters:
  ///   - kind: When it takes its locks: at once unless given.
  ///   - body: What to do, and how the transaction ends.
  /// - Throws: What `body` throws, or a ``DatabaseError``.
  public func inTransaction(
    _ kind: TransactionKind? = nil,
    _ body: (Database) throws -> TransactionCompletion
  ) throws {
    try writeWithoutTransaction { db in try db.inTransaction(kind) { try body(db) } }
  }

  /// Writes, in one transaction of which the closure says how it ends: `inTransaction` by its other name.
  ///
  /// - Parameters:
  ///   - kind: When it takes its locks: at once unless given.
  ///   - body: What to do, and how the transaction ends.
  public func writeInTransaction(
    _ kind: TransactionKind? = nil,
    _ body: (Database) throws -> TransactionCompletion
  ) throws {
    try inTransaction(kind, body)
  }
}
