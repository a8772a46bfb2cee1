import DatabaseTypes
import SQLite
import SQLiteDatabase

extension Database {
  /// Copies this database into another, and notifies the other's observers.
  ///
  /// This database is in a read transaction, so that no commit makes SQLite restart the backup.
  func copyContent(
    to destination: Database,
    pagesPerStep: Int?,
    progress: (DatabaseBackupProgress) throws -> Void
  ) throws {
    destination.capture.replacementWillStart()
    var lastError: (any Error)?
    do {
      try destination.withPageSize(of: self) {
        try copyPages(to: destination, pagesPerStep: pagesPerStep) { current in
          // The last step has committed everything, so an error is rethrown but undoes nothing.
          do { try progress(current) } catch {
            guard current.isCompleted else { throw error }
            lastError = error
          }
        }
      }
    } catch {
      destination.capture.didFinish()
      throw error
    }
    destination.didReplaceContent()
    if let lastError { throw lastError }
  }

  private func copyPages(
    to destination: Database,
    pagesPerStep: Int?,
    progress: (DatabaseBackupProgress) throws -> Void
  ) throws {
    try destination.direct { connection in
      var backup = try Backup(from: self.connection(for: destination), to: connection)
      let stepPageCount = pagesPerStep.map { max($0, 1) }
      while try destination.retryingWhileLocked({ try backup.step(pageCount: stepPageCount) })
        == .more
      {
        try progress(
          DatabaseBackupProgress(
            remainingPageCount: backup.remainingPageCount,
            totalPageCount: backup.pageCount
          )
        )
      }
      let pageCount = backup.pageCount
      try backup.finish()
      try progress(DatabaseBackupProgress(remainingPageCount: 0, totalPageCount: pageCount))
    }
  }

  /// Returns the connection whose pages can be copied to a destination unchanged.
  ///
  /// The header of a file in WAL mode says so, and so do its copies, but memory that several
  /// connections share cannot be opened in that mode. Serializing the database corrects the header.
  private func connection(for destination: Database) throws -> Connection {
    guard destination.isSharedMemory else { return connection }
    let copy = try Connection(path: ":memory:")
    try copy.deserialize(connection.serialize())
    return copy
  }

  /// Whether the database is memory that the connections of a pool share.
  private var isSharedMemory: Bool { path.hasPrefix("file:") && path.hasSuffix("?vfs=memdb") }

  /// Runs a step, and retries it while the database is locked, for as long as the busy policy
  /// allows.
  ///
  /// - Returns: `.more`, or `.done` after the last step.
  private func retryingWhileLocked(_ step: () throws -> Backup.Step) throws -> Backup.Step {
    var tries = 0
    while true {
      if cancellation?.isCancelled == true { throw CancellationError() }
      _ = busy.takeWaited()
      let answer = try step()
      guard answer == .busy || answer == .locked else { return answer }
      // SQLite may have asked the busy policy already, which has then given up.
      let hasGivenUp = busy.waited > .zero || busy.isBusy(tries: tries) == .giveUp
      if cancellation?.isCancelled == true { throw CancellationError() }
      if hasGivenUp { throw SQLiteError(code: .busy, message: "database is locked") }
      tries += 1
    }
  }
}

extension Database {
  /// Runs a closure that replaces this database by one with another page size, if that is possible.
  ///
  /// In WAL mode and in memory, the page size is fixed unless the database is empty.
  fileprivate func withPageSize(of source: Database, _ body: () throws -> Void) throws {
    let sizes = (try source.pageSize(), try pageSize())
    guard sizes.0 != sizes.1 else { return try body() }
    let isWAL = try pragma("journal_mode") == "wal"
    if isWAL, try pragma("journal_mode = DELETE") != "delete" { throw pageSizeError(sizes) }
    defer { if isWAL { _ = try? pragma("journal_mode = WAL") } }
    do { try body() } catch let error as DatabaseError where error.code == .readOnly {
      throw pageSizeError(sizes)
    }
  }

  private func pageSizeError(_ sizes: (Int, Int)) -> DatabaseError {
    DatabaseError(
      code: .misuse,
      message:
        "The source has pages of \(sizes.0) bytes, the destination pages of "
        + "\(sizes.1), which cannot change while the destination is in use. Copy into a new file.",
      path: path
    )
  }
}

extension Database {
  /// Drops everything cached about the replaced content, and notifies observers and subscribers.
  ///
  /// They are told that everything changed.
  func didReplaceContent(changesSchema: Bool = true) {
    forgetSchema()
    capture.forgetAll()
    let cancellation = self.cancellation
    self.cancellation = nil
    defer { self.cancellation = cancellation }
    // Unlike after a commit of SQL, nothing has moved the write-ahead log into the file.
    _ = try? connection.walCheckpoint(.passive)
    let changes = ChangeSet(
      number: capture.nextNumber(),
      origin: .thisProcess,
      mayChangeAnyTable: true,
      changesSchema: changesSchema
    )
    capture.publish(changes)
    notifyObserversOfCommit(changes)
    capture.didFinish()
    updateInterest()
  }
}
