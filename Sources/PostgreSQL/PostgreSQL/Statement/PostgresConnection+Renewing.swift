// Prepared statements after a schema change.
//
// The server plans a statement again if its tables have changed. It cannot change what it reported
// to the client when the statement was prepared: the types of the parameters and the rows.
// https://www.postgresql.org/docs/current/sql-prepare.html

/// The command that began the current transaction.
struct TransactionOpening {
  let sql: String
  /// The number of statements that had been sent at that time.
  let sentCount: Int
}

extension PostgresConnection {
  /// Begins a transaction on a connection without an open one.
  ///
  /// If its first statement turns out to have been prepared before the schema changed, the
  /// transaction is begun again, since nothing has been done in it.
  ///
  /// - Parameters:
  ///   - sql: `BEGIN`, with its options.
  ///   - isReading: Whether the transaction may end by ``commitWithoutWaiting()``, if only queries
  ///     run in it.
  /// - Throws: ``PostgresError``.
  package func begin(_ sql: String, isReading: Bool = false) throws(PostgresError) {
    closeDismissed()
    try execute(script: sql)
    opening = TransactionOpening(sql: sql, sentCount: sentCount)
    joined.hasOnlyQueried = isReading
  }

  /// Forgets all prepared statements; each is prepared again when it is used next.
  ///
  /// It does not contact the server, which is told later to drop them.
  package func forgetStatements() { statements.dismissAll() }

  /// Returns whether values can be sent as the parameters of a statement, so that only the server
  /// can refuse them.
  package func canSend(_ values: [PostgresValue], for statement: PostgresStatement) -> Bool {
    do throws(PostgresError) {
      try parameters.fill(values, for: statement)
      return true
    } catch { return false }
  }

  /// Encodes parameters; if they do not fit the statement's types, prepares the statement again.
  ///
  /// - Returns: The statement to run.
  func fill(_ values: [PostgresValue], for statement: PostgresStatement) throws(PostgresError)
    -> PostgresStatement
  {
    do throws(PostgresError) {
      try parameters.fill(values, for: statement)
      return statement
    } catch {
      // Nothing was sent, so a transaction continues.
      guard statement.hasRun else { throw error }
      statements.remove(statement)
      let renewed = try prepare(statement.sql)
      guard renewed.parameterTypes != statement.parameterTypes else { throw error }
      staleStatementCount += 1
      try parameters.fill(values, for: renewed)
      return renewed
    }
  }

  /// Prepares a statement again if a schema change may have caused its failure.
  ///
  /// It does so only if nothing is lost by running the statement again.
  ///
  /// - Returns: `nil` if it must not run again; if it may help, it is prepared again the next time.
  func renewed(_ statement: PostgresStatement, after error: PostgresError) throws(PostgresError)
    -> PostgresStatement?
  {
    guard dismissesStale(statement, after: error) else { return nil }
    if transactionStatus == .idle {
      let another = try prepare(statement.sql)
      return error.wantsNewStatement || another.parameterTypes != statement.parameterTypes
        ? another : nil
    }
    guard let opening, sentCount == opening.sentCount + 1 else { return nil }
    try run("ROLLBACK")
    try begin(opening.sql)
    return try prepare(statement.sql)
  }

  /// Drops a statement whose failure may be due to a schema change.
  ///
  /// It is prepared again when it is used next.
  ///
  /// - Returns: Whether a schema change may be the cause.
  func dismissesStale(_ statement: PostgresStatement, after error: PostgresError) -> Bool {
    guard error.wantsNewStatement || error.mayBeDueToOldTypes && statement.hasRun else {
      return false
    }
    statements.remove(statement)
    staleStatementCount += 1
    return true
  }

  /// Whether the server still has so many statements that are no longer needed that
  /// ``closeDismissed()`` drops some.
  var hasManyDismissed: Bool { statements.dismissed.count >= 16 }

  /// Tells the server to drop statements that are no longer needed, a few at a time.
  ///
  /// It does so only outside of transactions, which a failure would abort: behind a pooler, the
  /// statement may be in another session.
  func closeDismissed() {
    guard hasManyDismissed, transactionStatus == .idle else { return }
    let commands = statements.takeDismissed(32).map { "DEALLOCATE \($0)" }
    // One that fails ends the script.
    if (try? run(commands.joined(separator: "; "))) != nil { return }
    for command in commands { _ = try? run(command) }
  }
}

extension PostgresError {
  /// Whether the statement must be prepared again.
  ///
  /// Its rows have different types, or the server does not have it.
  package var wantsNewStatement: Bool {
    code == .invalidStatementName
      || code == .featureNotSupported && routine == "RevalidateCachedQuery"
  }

  /// Whether a statement that ran before may fail because its parameters' types have changed.
  var mayBeDueToOldTypes: Bool {
    code.class == .syntaxErrorOrAccessRuleViolation && code != .insufficientPrivilege
  }
}
