public import PostgreSQL

extension PostgresConnection {
  /// Runs a closure in a transaction, on a connection without an open one.
  ///
  /// It is meant for ``PostgresDatabase/withConnection(closingAfterwards:_:)``, because `read` and
  /// `write` begin and end a transaction themselves.
  ///
  /// ```swift
  /// try database.withConnection { db in
  ///   for batch in batches { try db.inTransaction { try insert(batch, db) } }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - isolation: The isolation level.
  ///   - isReadOnly: Whether statements that write fail.
  ///   - body: The closure to run.
  /// - Returns: The closure's result.
  /// - Throws: Any error that the closure throws, ``PostgresError``, or ``PostgresDatabaseError``
  ///   with `.transactionAborted` if a statement failed and its error was caught.
  public func inTransaction<Result>(
    isolation: PostgresIsolation = .readCommitted,
    isReadOnly: Bool = false,
    _ body: () throws -> Result
  ) throws -> Result {
    guard transactionStatus == .idle else {
      throw PostgresDatabaseError(
        code: .nestedAccess,
        message:
          "The connection is already in a transaction. Use inSavepoint for a part that may fail."
      )
    }
    try begin(TransactionOptions(isolation: isolation, isReadOnly: isReadOnly).sql)
    do {
      let result = try body()
      try commit()
      return result
    } catch {
      rollBackIfOpen()
      throw error
    }
  }

  /// Runs a closure in a savepoint, which is rolled back if the closure throws.
  ///
  /// PostgreSQL aborts a transaction when a statement fails, even if the error is caught. So
  /// statements that may fail belong in a savepoint, after which the transaction can continue:
  ///
  /// ```swift
  /// try database.write { db in
  ///   do {
  ///     try db.inSavepoint { try db.execute("INSERT INTO tags (name) VALUES ($1)", ["new"]) }
  ///   } catch let error as PostgresError where error.code == .uniqueViolation {
  ///     // It already exists, and the transaction continues.
  ///   }
  /// }
  /// ```
  ///
  /// Savepoints can be nested. Each takes two round trips.
  ///
  /// - Returns: The closure's result.
  /// - Throws: Any error that the closure throws; ``PostgresDatabaseError`` with
  ///   `.transactionAborted` if a statement failed and the closure caught its error, and with
  ///   `.noTransaction` outside of a transaction.
  public func inSavepoint<Result>(_ body: () throws -> Result) throws -> Result {
    guard [.inTransaction, .inFailedTransaction].contains(transactionStatus) else {
      throw PostgresDatabaseError.noTransaction
    }
    // If several savepoints have the same name, commands refer to the newest.
    try execute(script: "SAVEPOINT livesql")
    do {
      let result = try body()
      if transactionStatus == .inFailedTransaction {
        throw PostgresDatabaseError.transactionAborted
      }
      try execute(script: "RELEASE SAVEPOINT livesql")
      return result
    } catch {
      // If that fails, the connection is lost, which the next use reports.
      try? execute(script: "ROLLBACK TO SAVEPOINT livesql; RELEASE SAVEPOINT livesql")
      throw error
    }
  }
}

extension PostgresConnection {
  /// Commits, and throws if the server rolls back instead.
  func commit() throws {
    if forgetOpening() { return }
    switch transactionStatus {
    case .inFailedTransaction:
      // COMMIT would roll back, and report no error.
      rollBackIfOpen()
      throw PostgresDatabaseError.transactionAborted
    case .idle: throw PostgresDatabaseError.transactionEnded
    case .inTransaction, .active, .unknown: break
    }
    do throws(PostgresError) { try execute(script: "COMMIT") } catch {
      if error.code == .connectionDoesNotExist || isOpen && !error.endsSession { throw error }
      throw PostgresDatabaseError.commitUnknown(error)
    }
  }

  /// Rolls back an open transaction, if the connection still works.
  func rollBackIfOpen() {
    if forgetOpening() { return }
    guard [.inTransaction, .inFailedTransaction].contains(transactionStatus) else { return }
    // A network that drops everything must not block the end of an access; the server rolls back
    // transactions of lost connections.
    _ = try? answering(within: .seconds(30)) { try execute(script: "ROLLBACK") }
  }
}
