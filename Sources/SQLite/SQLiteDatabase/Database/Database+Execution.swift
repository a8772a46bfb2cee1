package import DatabaseTypes
public import SQLite

extension Database {
  /// Throws if the database is used outside of its access.
  package func checkAccess(sql: String? = nil) throws {
    guard !isInAccess else { return }
    guard connection.isOpen else { throw DatabaseError.closed(path: path) }
    throw DatabaseError(
      code: .misuse,
      message:
        "A database was used outside of the closure that received it. Begin another access.",
      sql: sql
    )
  }

  /// Checks the preconditions for running a statement.
  func willExecute(_ statement: PreparedStatement) throws {
    if lastViolation != nil { lastViolation = nil }
    if !isInAccess { try checkAccess(sql: statement.sql) }
    if hasPendingInstallations { try finishInstallations() }
    if let cancellation, cancellation.isCancelled { throw CancellationError() }
    if isRecordingReads { noteReads(of: statement) }
    if isReadOnlyAccess, !statement.isReadOnly || statement.access.transactionEffect == .begin {
      throw DatabaseError(
        code: .readOnly,
        message: "The access is read-only: write within `write`.",
        resultCode: .readOnly,
        sql: statement.sql
      )
    }
    // Neither this nor the changes of the other database would be reported.
    if isReadOnlyAccess, statement.changesAttachments {
      throw DatabaseError(
        code: .readOnly,
        message:
          "The access is read-only: attach and detach databases within `writeWithoutTransaction`, or attach them "
          + "to all connections in `Configuration.prepareDatabase`.",
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
          "The access that began the transaction ends it: return to commit, throw to roll back.",
        sql: statement.sql
      )
    }
  }

  /// Prepares change capture for a statement.
  ///
  /// - Returns: The number of changes that SQLite has counted so far, if it matters.
  func willWrite(_ statement: PreparedStatement) throws -> Int {
    capture.willWrite()
    if writesOfMigration != nil { writesOfMigration?.formUnion(statement.access.writes) }
    if capture.hasObservers { prepareEvents(of: statement.access) }
    if statement.deletesRows { try prepareDeletion(by: statement) }
    guard capture.isRecording || capture.recordsEvents else { return 0 }
    if capture.isRecording { capture.statementWillWrite(statement) }
    try prepareCapture(for: statement)
    // Schema changes found by internal statements do not affect rows that are yet to be captured.
    if recorder.sawRecompilation {
      _ = recorder.takeRecompilation()
      schemaCache.mayBeStale = true
    }
    return connection.totalChangesCount
  }

  func didExecute(_ statement: PreparedStatement, changesBefore: Int) throws {
    if !statement.isReadOnly { noteWrites(of: statement, changesBefore: changesBefore) }
    if let effect = statement.access.transactionEffect { didEndOrBegin(effect) }
    if let step = statement.access.savepointStep { capture.events.note(step) }
    if !statement.isReadOnly { capture.events.notifyUnlessInSavepoint() }
    // SQLite does not consider attaching a write.
    if statement.access.changesAttachments { didChangeAttachments() }
    if statement.access.changesResults { reportOtherResults() }
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
    // If rows changed that the hook did not see, any row may have changed.
    let areUnreported = changes > capture.eventCount
    if capture.recordsEvents, areUnreported || statement.writesVirtualTables {
      capture.events.noteUnreportedChanges()
    }
    guard capture.isRecording else { return }
    if statement.writesVirtualTables { capture.markVirtualTables(of: statement.access.writes) }
    // A row of a virtual table counts as a change without an event, in addition to the events of
    // the tables that store its data.
    let areOfVirtualTables = statement.writesVirtualTables && capture.eventCount > 0
    if areUnreported, !areOfVirtualTables { capture.markDirty(statement.access.writes) }
  }

  private func didChangeSchema(_ statement: PreparedStatement) {
    capture.noteSchemaChange(statement.access.writes)
    forgetSchema()
  }

  /// Handles the recompilation of a statement by SQLite after a schema change, by any process.
  private func didRecompile(_ statement: PreparedStatement) {
    // Other statements may also have been recompiled: those of a virtual table, and those that were
    // run without the library.
    let seen = recorder.takeRecompilation()
    // A virtual table compiles internal statements when it needs them, without a schema change.
    let isSame = !statement.takeRecompilation()
    if isSame, statement.writesVirtualTables, !seen.changesSchema { return }
    // The schema is also unchanged if only an option was switched.
    if statement.takeOptionSwitch(), !seen.changesSchema, (try? checkSchemaVersion()) == false {
      return
    }
    knownReads = KnownReads()
    if let access = freshAccess(of: statement.sql) {
      statement.access = access
    } else {
      statement.access.reads.formUnion(seen.reads)
    }
    // `PRAGMA optimize` runs internal statements.
    if seen.changesSchema { capture.noteSchemaChange(seen.writes) }
    if isRecordingReads { noteReads(of: statement) }
    schemaCache.mayBeStale = true
    // It may be the schema of an attached database, whose version no one compares.
    capture.forgetShapes()
  }

  private func didChangeAttachments() {
    forgetSchema()
    capture.attachmentsDidChange()
    noteAttachments()
  }

  /// Handles a statement that does not report what it writes.
  ///
  /// A pragma may have changed the result of other pragmas. `VACUUM` renumbers the rows of tables
  /// without an integer key, without a commit that hooks see.
  private func noteUnnamedWrite() throws {
    if capture.isFullDatabaseObserved { capture.markEverything() }
    if connection.isAutocommit, try checkSchemaVersion() { capture.noteVacuum() }
  }

  /// Handles a statement that controls transactions.
  private func didEndOrBegin(_ effect: StatementAccess.TransactionEffect) {
    if effect == .savepoint { didUndoSavepoint() }
    if !isInManagedTransaction { isInOpenTransaction = !connection.isAutocommit }
  }

  /// Returns the error to throw for a failed statement.
  func didFail(
    _ statement: PreparedStatement,
    _ error: SQLiteError,
    arguments: StatementArguments?,
    changesBefore: Int
  ) -> any Error {
    statementCache.remove(statement)
    note(error)
    let shown =
      statement.parameterCount == 0 || configuration.showsArgumentsInErrors
      ? error
      : error.withoutQuotedValues(arguments, library: SQLiteLibrary.versionNumber)
    let reported: any Error =
      isCancellation(error)
      ? CancellationError()
      : databaseError(shown, arguments: arguments, access: statement.access)
    if !statement.isReadOnly {
      // Changes that SQLite does not count have been undone.
      let isUndone = connection.totalChangesCount == changesBefore
      if capture.recordsEvents, isUndone { capture.events.forgetStatement() }
      noteWrites(of: statement, changesBefore: changesBefore)
      capture.events.notifyUnlessInSavepoint()
    }
    do { if capture.transactionEnd != nil { try settle() } } catch { return error }
    return capture.takeObserverError() ?? reported
  }

  /// Records whether a statement was interrupted.
  func note(_ error: SQLiteError) {
    if error.isInterruption { wasInterrupted = true }
  }

  /// Returns whether a statement failed because the task was cancelled.
  ///
  /// It was then interrupted, or gave up waiting for a lock.
  func isCancellation(_ error: SQLiteError) -> Bool {
    cancellation?.isCancelled == true && error.canBeInterruption
  }

  /// Converts an error of SQLite to an error of this library.
  @usableFromInline @inline(never)
  package func databaseError(_ error: SQLiteError) -> DatabaseError {
    databaseError(error, arguments: nil)
  }

  /// Converts an error of SQLite to an error of this library.
  ///
  /// - Parameters:
  ///   - error: The error of SQLite.
  ///   - arguments: The bound values.
  ///   - access: What the statement writes, to find the constraint that was violated.
  package func databaseError(
    _ error: SQLiteError,
    arguments: StatementArguments?,
    access: StatementAccess? = nil
  ) -> DatabaseError {
    if !connection.isOpen { return .closed(path: path) }
    note(error)
    lastViolation = nil
    let waited = error.code.primary == .busy ? busy.takeWaited() : nil
    var reported = DatabaseError(error, path: path, waited: waited, arguments: arguments)
    reported.showsArguments = configuration.showsArgumentsInErrors
    addViolation(of: error, by: access, to: &reported)
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
        "SQLite rolled the transaction back after an error, so nothing can run in it anymore. Begin another "
        + "one, and look for the error that preceded this one.",
      resultCode: .abort,
      sql: sql
    )
  }
}

extension Database {
  /// Returns the first value that a pragma returns.
  package func pragma(_ text: String) throws -> DatabaseValue {
    try internalRows("PRAGMA \(text)", []).first?.first ?? .null
  }

  /// Returns the size of a page of the main database, in bytes.
  ///
  /// SQLite returns an integer, and SQLCipher a text.
  package func pageSize() throws -> Int {
    let size = try pragma("page_size")
    return size.text(at: 0).flatMap { Int($0) } ?? Int(size.integer(at: 0))
  }
}
