public import PostgreSQL

extension PostgresConnection {
  /// Runs a closure in a transaction, on a connection that is in none.
  ///
  /// It is for ``PostgresDatabase/withConnection(closingAfterwards:_:)``; `read` and `write` begin and end one themselves.
  ///
  /// ```swift
  /// try database.withConnection { db in
  ///   for batch in batches { try db.inTransaction { try insert(batch, db) } }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - isolation: How much it sees of others.
  ///   - isReadOnly: Whether statements that write fail.
  ///   - body: What to do.
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws, ``PostgreSQL/PostgresError``, or ``PostgresDatabaseError`` with `.transactionAborted`
  ///   where a statement failed and its error was caught.
  public func inTransaction<Result>(
    isolation: PostgresIsolation = .readCommitted,
    isReadOnly: Bool = false,
    _ body: () throws -> Result
  ) throws -> Result {
    guard transactionStatus == .idle else {
      throw PostgresDatabaseError(
        code: .nestedAccess,
        message:
          "The connection is in a transaction already. Use inSavepoint for a part of it that may fail."
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

  /// Runs a closure in a savepoint: if it throws, what it did is undone, and the transaction goes on.
  ///
  /// PostgreSQL gives a transaction up when a statement fails, even if the error is caught. So what may fail goes into a
  /// savepoint:
  ///
  /// ```swift
  /// try database.write { db in
  ///   do {
  ///     try db.inSavepoint { try db.execute("INSERT INTO tags (name) VALUES ($1)", ["new"]) }
  ///   } catch let error as PostgresError where error.code == .uniqueViolation {
  ///     // It is there already, and the transaction goes on.
  ///   }
  /// }
  /// ```
  ///
  /// They may be nested. It asks the server twice.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; ``PostgresDatabaseError`` with `.transactionAborted` where a statement failed and `body`
  ///   caught its error, and with `.noTransaction` outside of a transaction.
  public func inSavepoint<Result>(_ body: () throws -> Result) throws -> Result {
    guard [.inTransaction, .inFailedTransaction].contains(transactionStatus) else {
      throw PostgresDatabaseError.noTransaction
    }
    // Of savepoints of one name the newest is meant.
    try execute(script: "SAVEPOINT livesql")
    do {
      let result = try body()
      if transactionStatus == .inFailedTransaction {
        throw PostgresDatabaseError.transactionAborted
      }
      try execute(script: "RELEASE SAVEPOINT livesql")
      return result
    } catch {
      // Where that fails, the connection is lost, and whoever goes on is told.
      try? execute(script: "ROLLBACK TO SAVEPOINT livesql; RELEASE SAVEPOINT livesql")
      throw error
    }
  }
}

extension PostgresConnection {
  /// Commits, and throws where the server rolls back instead.
  func commit() throws {
    switch transactionStatus {
    case .inFailedTransaction:
      // COMMIT would roll back, and report no error.
      rollBackIfOpen()
      throw PostgresDatabaseError.transactionAborted
    case .idle: throw PostgresDatabaseError.transactionEnded
    case .inTransaction, .active, .unknown: break
    }
    do throws(PostgresError) { try execute(script: "COMMIT") } catch {
      if isOpen || error.code == .connectionDoesNotExist { throw error }
      throw PostgresDatabaseError.commitUnknown(error)
    }
  }

  /// Rolls back what is open, if the connection still can.
  func rollBackIfOpen() {
    guard [.inTransaction, .inFailedTransaction].contains(transactionStatus) else { return }
    // A network that swallows all must not hold whoever wants to end; the server rolls back what it loses.
    _ = try? answering(within: .seconds(30)) { try execute(script: "ROLLBACK") }
  }
}
