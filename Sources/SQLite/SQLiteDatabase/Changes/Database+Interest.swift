import SQLite

extension Database {
  /// Updates the interest of subscribers, and calls the preupdate hook only if there is any.
  package func updateInterest() {
    capture.updateInterest(isIdle: connection.isAutocommit)
    connection.pausePreupdateHook(!capture.isRecording)
  }

  /// Makes SQLite call the hook.
  func resumeHook() { connection.pausePreupdateHook(false) }

  /// Makes SQLite call the hook, before a statement is compiled.
  ///
  /// Without a hook, SQLite might compile a statement so that it deletes all rows of a table
  /// unseen, although the statement is kept until someone wants to know the rows. For a statement
  /// that does nothing but delete all rows, this is desired while no one observes: it is recompiled
  /// when someone does.
  ///
  /// - Returns: Whether SQLite calls the hook.
  func resumeHook(forDeletionOfAllRows deletesAllRows: Bool) -> Bool {
    if deletesAllRows, !isHookUsed { return false }
    resumeHook()
    return true
  }

  /// Pauses the hook again, if no one wants to know the changes.
  func pauseUnusedHook() { connection.pausePreupdateHook(!capture.isRecording) }

  /// Whether anyone wants to know each row that a statement changes.
  private var isHookUsed: Bool {
    capture.isRecording || capture.recordsEvents || connection.hasSession
  }

  /// Ensures that a statement deletes rows one by one if anyone observes them, and otherwise all at
  /// once.
  ///
  /// SQLite decides this when it compiles a statement, depending on whether there is a hook at that
  /// time. It may also recompile a statement on its own.
  ///
  /// https://www.sqlite.org/lang_delete.html#the_truncate_optimization
  func prepareDeletion(by statement: PreparedStatement) throws {
    let isHookUsed = isHookUsed
    // SQLite recompiles it when it begins to run.
    statement.runsHooked = isHookUsed
    guard isHookUsed || statement.deletesAllRows, statement.isHooked != isHookUsed else { return }
    do throws(SQLiteError) { try expireStatements() } catch { throw databaseError(error) }
  }
}
