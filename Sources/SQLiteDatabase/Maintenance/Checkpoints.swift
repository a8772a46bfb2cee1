import DatabaseTypes
public import SQLite

extension DatabaseWriter {
  /// Copies the write-ahead log into the database file.
  ///
  /// SQLite does so by itself after a thousand pages, and when the last connection closes.
  ///
  /// - Parameter mode: How far it goes, and for whom it waits.
  /// - Returns: The frames of the log, and how many of them are in the file; `nil` where there is no log.
  /// - Throws: ``DatabaseError`` with `.busy` where others did not let it finish in the time of the busy policy.
  ///
  /// https://www.sqlite.org/wal.html#ckpt
  @discardableResult
  public func checkpoint(_ mode: WALCheckpointMode = .passive) throws -> WALCheckpoint? {
    try writeWithoutTransaction { db in try db.direct { try $0.walCheckpoint(mode) } }
  }

  /// Copies the write-ahead log into the database file.
  ///
  /// - Parameter mode: How far it goes, and for whom it waits.
  /// - Returns: The frames of the log, and how many of them are in the file; `nil` where there is no log.
  /// - Throws: ``DatabaseError`` with `.busy` where others did not let it finish in the time of the busy policy, or
  ///   `CancellationError`.
  @discardableResult
  public func checkpoint(_ mode: WALCheckpointMode = .passive) async throws -> WALCheckpoint? {
    try await writeWithoutTransaction { db in try db.direct { try $0.walCheckpoint(mode) } }
  }
}
