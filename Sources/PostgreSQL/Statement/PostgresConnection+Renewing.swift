// What becomes of prepared statements when the schema changes.
//
// The server plans a statement anew where its tables have changed. What it cannot change is what the client was told when
// the statement was prepared: the types of its parameters and of its rows.
// https://www.postgresql.org/docs/current/sql-prepare.html

/// How the transaction began in which a connection is.
struct TransactionOpening {
  let sql: String
  /// How many statements had been sent then.
  let sentCount: Int
}

extension PostgresConnection {
  /// Begins a transaction on a connection that is in none.
  ///
  /// Where the schema has changed since its first statement was prepared, and that is the first to notice, the transaction
  /// begins anew: nothing has been done in it.
  ///
  /// - Parameter sql: `BEGIN`, and what goes with it.
  /// - Throws: ``PostgresError``.
  package func begin(_ sql: String) throws(PostgresError) {
    closeDismissed()
    try execute(script: sql)
    opening = TransactionOpening(sql: sql, sentCount: sentCount)
  }

  /// Forgets all prepared statements, each of which is prepared anew when it is used next.
  ///
  /// It asks nothing of the server, which is told later what it need not keep.
  package func forgetStatements() { statements.dismissAll() }

  /// Writes parameters, for the statement prepared anew where they do not fit the types that it has.
  ///
  /// - Returns: The statement to run.
  func fill(_ values: [PostgresValue], for statement: PostgresStatement) throws(PostgresError)
    -> PostgresStatement
  {
    do throws(PostgresError) {
      try parameters.fill(values, for: statement)
      return statement
    } catch {
      // Nothing was sent, so that a transaction goes on.
      guard statement.hasRun else { throw error }
      statements.remove(statement)
      let renewed = try prepare(statement.sql)
      guard renewed.parameterTypes != statement.parameterTypes else { throw error }
      staleStatementCount += 1
      try parameters.fill(values, for: renewed)
      return renewed
    }
  }

  /// The statement prepared anew, where its failure may come of a changed schema and nothing is lost by running it again.
  ///
  /// - Returns: `nil` where it must not run again; it is prepared anew the next time, where that may help.
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

  /// Lets go of a statement whose failure may come of a changed schema, so that it is prepared anew when it is used next.
  ///
  /// - Returns: Whether it may.
  func dismissesStale(_ statement: PostgresStatement, after error: PostgresError) -> Bool {
    guard error.wantsNewStatement || error.mayComeOfOldTypes && statement.hasRun else {
      return false
    }
    statements.remove(statement)
    staleStatementCount += 1
    return true
  }

  /// Tells the server which statements are not needed any more, some of them at a time.
  ///
  /// Not within a transaction, which a failure would abort: behind a pooler the statement may be elsewhere.
  func closeDismissed() {
    guard statements.dismissed.count >= 16, transactionStatus == .idle else { return }
    for name in statements.takeDismissed(32) { _ = try? run("DEALLOCATE \(name)") }
  }
}

extension PostgresError {
  /// Whether the statement must be prepared anew: its rows would have other types, or the server does not have it.
  package var wantsNewStatement: Bool {
    code == .invalidStatementName
      || code == .featureNotSupported && routine == "RevalidateCachedQuery"
  }

  /// Whether a statement that has run before may fail for the types that its parameters had when it was prepared.
  var mayComeOfOldTypes: Bool {
    code.class == .syntaxErrorOrAccessRuleViolation && code != .insufficientPrivilege
  }
}
