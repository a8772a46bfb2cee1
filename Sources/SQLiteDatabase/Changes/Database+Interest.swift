import SQLite

extension Database {
  /// Asks who wants to know what changes, and has SQLite call the hook for that or not.
  package func updateInterest() {
    capture.updateInterest(isIdle: connection.isAutocommit)
    connection.pausePreupdateHook(!capture.isRecording)
  }

  /// Has SQLite call the hook.
  func resumeHook() { connection.pausePreupdateHook(false) }

  /// Has SQLite call the hook, before a statement is compiled.
  ///
  /// Otherwise it might compile one that deletes all rows of a table unseen, and that is kept until somebody wants to
  /// know which rows they were. Of a statement that does nothing else this is what is wanted while nobody watches: it is
  /// compiled again when somebody does.
  ///
  /// - Returns: Whether it calls it.
  func resumeHook(forDeletionOfAllRows deletesAllRows: Bool) -> Bool {
    if deletesAllRows, !isHookUsed { return false }
    resumeHook()
    return true
  }

  /// Pauses the hook again, where nobody wants to know what changes.
  func pauseUnusedHook() { connection.pausePreupdateHook(!capture.isRecording) }

  /// Whether somebody wants to be told of each row that a statement changes.
  private var isHookUsed: Bool {
    capture.isRecording || capture.recordsEvents || connection.hasSession
  }

  /// Sees to it that a statement which is about to run deletes rows one by one where somebody wants to know which, and all at
  /// once where nobody does.
  ///
  /// SQLite decides that when it compiles a statement, which it also does by itself, whatever hook there is then.
  ///
  /// https://www.sqlite.org/lang_delete.html#the_truncate_optimization
  func adaptDeletion(by statement: PreparedStatement) throws {
    let isHookUsed = isHookUsed
    // SQLite compiles it again when it begins to run.
    statement.runsHooked = isHookUsed
    guard isHookUsed || statement.deletesAllRows, statement.isHooked != isHookUsed else { return }
    do throws(SQLiteError) { try expireStatements() } catch { throw databaseError(error) }
  }
}
