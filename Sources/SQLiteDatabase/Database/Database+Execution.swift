import DatabaseTypes
public import SQLite

extension Database {
  /// Throws where the database is used outside of its access.
  package func checkAccess(sql: String? = nil) throws {
    guard !isInAccess else { return }
    guard connection.isOpen else { throw DatabaseError.closed(path: path) }
    throw DatabaseError(
      code: .misuse,
      message:
        "A database was used outside of the closure that it was handed to. Begin another access.",
      sql: sql
    )
  }

  /// Checks what has to hold before a statement runs.
  func willExecute(_ statement: PreparedStatement) throws {
    if !isInAccess { try checkAccess(sql: statement.sql) }
    if hasUnfinishedInstallations { try finishInstallations() }
    if let cancellation, cancellation.isCancelled { throw CancellationError() }
    if isRecordingReads { noteReads(of: statement) }
    if isReadOnlyAccess, !statement.isReadOnly || statement.access.transactionEffect == .begin {
      throw DatabaseError(
        code: .readOnly,
        message: "The access only reads: write within `write`.",
        resultCode: .readOnly,
        sql: statement.sql
      )
    }
    guard isInManagedTransaction || isInOpenTransaction else { return }
    let effect = statement.access.transactionEffect
    let isEnd = effect == .commit || effect == .rollback
    if connection.isAutocommit {
      if isEnd { isInOpenTransaction = false }
      throw DatabaseError.aborted(sql: statement.sql)
    }
    if isInManagedTransaction, isEnd {
      throw DatabaseError(
        code: .misuse,
        message:
          "The transaction is ended by the access that began it: return to commit, throw to roll back.",
        sql: statement.sql
      )
    }
  }

  /// Makes change capture ready for a statement.
  ///
  /// - Returns: The changes that SQLite counted so far, where they matter.
  func willWrite(_ statement: PreparedStatement) throws -> Int {
    capture.willWrite()
    if writesOfMigration != nil { writesOfMigration?.formUnion(statement.access.writes) }
    if capture.hasObservers { prepareEvents(of: statement.access) }
    if statement.deletesRows { try adaptDeletion(by: statement) }
    guard capture.isRecording || capture.recordsEvents else { return 0 }
    if capture.isRecording { capture.statementWillWrite(statement) }
    try prepareCapture(for: statement)
    // What the library's own statements noticed does not concern rows that are yet to be captured.
    if recorder.sawRecompilation {
      _ = recorder.takeRecompilation()
      schemaCache.isSuspect = true
    }
    return connection.totalChangesCount
  }

  func didExecute(_ statement: PreparedStatement, changesBefore: Int) throws {
    if !statement.isReadOnly { noteWrites(of: statement, changesBefore: changesBefore) }
    if let effect = statement.access.transactionEffect { didEndOrBegin(effect) }
    if let step = statement.access.savepointStep { capture.events.note(step) }
    if !statement.isReadOnly { capture.events.tellUnlessInSavepoint() }
    // To SQLite, attaching writes nothing.
    if statement.access.changesAttachments { didChangeAttachments() }
    if recorder.sawRecompilation { didRecompile(statement) }
    if statement.mayVacuum, capture.isRecording { try noteUnnamedWrite() }
    if capture.transactionEnd != nil {
      try settle()
    } else if mayCommit(statement), connection.isAutocommit {
      // SQLite calls no hook for a transaction that wrote nothing.
      try settleEmptyCommit()
    }
  }

  private func mayCommit(_ statement: PreparedStatement) -> Bool {
    let effect = statement.access.transactionEffect
    return effect == .commit || effect == .savepoint
  }

  private func noteWrites(of statement: PreparedStatement, changesBefore: Int) {
    if statement.access.changesSchema { didChangeSchema(statement) }
    if statement.runsHooked { statement.noteHookedCompilation() }
    guard capture.isRecording || capture.recordsEvents else { return }
    let changes = connection.totalChangesCount - changesBefore
    // Something changed rows that the hook did not see: then any row may have changed.
    let areUnseen = changes > capture.eventCount
    if capture.recordsEvents, areUnseen || statement.writesVirtualTables {
      capture.events.noteUnseenChanges()
    }
    guard capture.isRecording else { return }
    if statement.writesVirtualTables { capture.markVirtualTables(of: statement.access.writes) }
    // A row of a virtual table is a change without an event, besides those of the tables that keep its data.
    let areOfVirtualTables = statement.writesVirtualTables && capture.eventCount > 0
    if areUnseen, !areOfVirtualTables { capture.markDirty(statement.access.writes) }
  }

  private func didChangeSchema(_ statement: PreparedStatement) {
    capture.noteSchemaChange(statement.access.writes)
    forgetSchema()
  }

  /// SQLite compiled a statement again by itself: the schema changed, perhaps in another process.
  private func didRecompile(_ statement: PreparedStatement) {
    // Others may have been compiled too: those of a virtual table, and what was run past the library.
    let seen = recorder.takeRecompilation()
    // A virtual table compiles statements of its own when it needs them: the schema is what it was.
    let isSame = !statement.takeRecompilation()
    if isSame, statement.writesVirtualTables, !seen.changesSchema { return }
    // Nor is it another one where an option was switched.
    if statement.takeOptionSwitch(), !seen.changesSchema, (try? checkSchemaVersion()) == false {
      return
    }
    knownReads = KnownReads()
    if let access = freshAccess(of: statement.sql) {
      statement.access = access
    } else {
      statement.access.reads.formUnion(seen.reads)
    }
    // `PRAGMA optimize` runs statements of its own.
    if seen.changesSchema { capture.noteSchemaChange(seen.writes) }
    if isRecordingReads { noteReads(of: statement) }
    schemaCache.isSuspect = true
    // It may be the schema of an attached database, whose number nobody compares.
    capture.forgetShapes()
  }

  private func didChangeAttachments() {
    forgetSchema()
    capture.attachmentsDidChange()
  }

  /// A statement has run that does not say what it writes.
  ///
  /// A pragma may have changed what other pragmas show. `VACUUM` gives new numbers to the rows of tables without an integer
  /// key, without a commit that hooks see.
  private func noteUnnamedWrite() throws {
    if capture.isFullDatabaseObserved { capture.markEverything() }
    if connection.isAutocommit, try checkSchemaVersion() { capture.noteVacuum() }
  }

  /// A statement that is there for transactions has run.
  private func didEndOrBegin(_ effect: StatementAccess.TransactionEffect) {
    if effect == .savepoint { didUndoSavepoint() }
    if !isInManagedTransaction { isInOpenTransaction = !connection.isAutocommit }
  }

  /// The error to throw for a statement that failed.
  func didFail(
    _ statement: PreparedStatement,
    _ error: SQLiteError,
    arguments: StatementArguments?,
    changesBefore: Int
  ) -> any Error {
    keptStatements.remove(statement)
    note(error)
    let shown =
      statement.parameterCount == 0 || configuration.showsArgumentsInErrors
      ? error
      : error.withoutQuotedValues(arguments, library: SQLiteLibrary.versionNumber)
    let reported: any Error =
      isCancellation(error) ? CancellationError() : databaseError(shown, arguments: arguments)
    if !statement.isReadOnly {
      // What SQLite does not count, it has undone.
      let isUndone = connection.totalChangesCount == changesBefore
      if capture.recordsEvents, isUndone { capture.events.forgetStatement() }
      noteWrites(of: statement, changesBefore: changesBefore)
      capture.events.tellUnlessInSavepoint()
    }
    do { if capture.transactionEnd != nil { try settle() } } catch { return error }
    return capture.takeObserverError() ?? reported
  }

  /// Keeps in mind that something was interrupted.
  func note(_ error: SQLiteError) {
    if error.code.primary == .interrupt { wasInterrupted = true }
  }

  /// Whether a statement failed since the task was cancelled: it was interrupted, or gave up waiting for a lock.
  func isCancellation(_ error: SQLiteError) -> Bool {
    cancellation?.isCancelled == true && error.canBeInterruption
  }

  /// An error of SQLite's as one of this library's.
  @usableFromInline @inline(never)
  package func databaseError(_ error: SQLiteError) -> DatabaseError {
    databaseError(error, arguments: nil)
  }

  /// An error of SQLite's as one of this library's, with the values that were bound.
  package func databaseError(_ error: SQLiteError, arguments: StatementArguments?) -> DatabaseError
  {
    if !connection.isOpen { return .closed(path: path) }
    note(error)
    let waited = error.code.primary == .busy ? busy.takeWaited() : nil
    var reported = DatabaseError(error, path: path, waited: waited, arguments: arguments)
    reported.showsArguments = configuration.showsArgumentsInErrors
    return reported
  }

}

extension DatabaseError {
  static func closed(path: String) -> DatabaseError {
    DatabaseError(
      code: .closed,
      message: "The database was closed. Open it again with a new object.",
      resultCode: .misuse,
      path: path
    )
  }

  package static func aborted(sql: String?) -> DatabaseError {
    DatabaseError(
      code: .transactionAborted,
      message:
        "SQLite rolled the transaction back after an error, so that nothing more can run in it. Begin another one, "
        + "and look for the error that came before this one.",
      resultCode: .abort,
      sql: sql
    )
  }
}
