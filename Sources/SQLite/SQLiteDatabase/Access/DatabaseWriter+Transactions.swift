extension Database {
  /// The moment when a transaction acquires its locks.
  public typealias TransactionKind = SQLiteDatabase.TransactionKind
  /// The way a transaction ends.
  public typealias TransactionCompletion = SQLiteDatabase.TransactionCompletion
}

extension DatabaseWriter {
  /// Uses the writer without a transaction.
  ///
  /// This is another name of ``DatabaseWriter/writeWithoutTransaction(_:)``.
  ///
  /// - Parameter body: The access. If it leaves a transaction open, the transaction is rolled back
  ///   and an error is thrown.
  public func inDatabase<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try writeWithoutTransaction(body)
  }

  /// Writes in one transaction that ends as the closure decides.
  ///
  /// ```swift
  /// try database.inTransaction { db in
  ///   try Player(name: "Ana").insert(db)
  ///   return isDryRun ? .rollback : .commit
  /// }
  /// ```
  ///
  /// It blocks the thread until it is its turn.
  ///
  /// - Parameters:
  ///   - kind: When the transaction acquires its locks; immediately by default.
  ///   - body: The writes. It returns how to end the transaction.
  /// - Throws: The error of `body`, or a ``DatabaseError``.
  public func inTransaction(
    _ kind: TransactionKind? = nil,
    _ body: (Database) throws -> TransactionCompletion
  ) throws {
    try writeWithoutTransaction { db in try db.inTransaction(kind) { try body(db) } }
  }

  /// Writes in one transaction that ends as the closure decides.
  ///
  /// This is another name of `inTransaction`.
  ///
  /// - Parameters:
  ///   - kind: When the transaction acquires its locks; immediately by default.
  ///   - body: The writes. It returns how to end the transaction.
  public func writeInTransaction(
    _ kind: TransactionKind? = nil,
    _ body: (Database) throws -> TransactionCompletion
  ) throws {
    try inTransaction(kind, body)
  }
}
