import SQLite

extension Database {
  /// Asks who wants to know what changes, and has SQLite call the hook for that or not.
  package func updateInterest() {
    capture.updateInterest(isIdle: connection.isAutocommit)
    connection.pausePreupdateHook(!capture.isRecording)
  }

  /// Has SQLite call the hook, before a statement is compiled.
  ///
  /// Otherwise it might compile one that deletes all rows of a table unseen, and that is kept until somebody wants to
  /// know which rows they were.
  func resumeHook() { connection.pausePreupdateHook(false) }

  /// Pauses the hook again, where nobody wants to know what changes.
  func pauseUnusedHook() { connection.pausePreupdateHook(!capture.isRecording) }
}
