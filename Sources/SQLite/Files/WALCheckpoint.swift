import CSQLite

/// How far a checkpoint goes.
///
/// https://www.sqlite.org/c3ref/wal_checkpoint_v2.html
public enum WALCheckpointMode: Int32, Sendable, Hashable, CaseIterable {
  /// Copies what it can without waiting for anyone.
  case passive = 0
  /// Waits for writers, and copies all.
  case full = 1
  /// Waits for readers too, so that the next writer begins the log anew.
  case restart = 2
  /// Makes the log empty as well.
  case truncate = 3
}

/// What a checkpoint did.
public struct WALCheckpoint: Sendable, Hashable {
  /// The frames in the write-ahead log; 0 after it was made empty.
  public let logFrameCount: Int
  /// Those of them that are in the database file.
  public let checkpointedFrameCount: Int

  /// Makes the outcome of a checkpoint.
  public init(logFrameCount: Int, checkpointedFrameCount: Int) {
    self.logFrameCount = logFrameCount
    self.checkpointedFrameCount = checkpointedFrameCount
  }

  /// Whether all of the log is in the database file.
  public var isComplete: Bool { logFrameCount == checkpointedFrameCount }
}

extension Connection {
  /// Copies the write-ahead log into the database file.
  ///
  /// It waits for other connections as the busy policy says, except in the passive mode.
  ///
  /// - Parameters:
  ///   - mode: How far it goes.
  ///   - schema: The schema; `nil` for all, whose counts are then those of the first.
  /// - Returns: What it did; `nil` where there is no write-ahead log.
  /// - Throws: ``ResultCode/busy`` where others did not let it finish; ``ResultCode/locked`` within a
  ///   transaction.
  ///
  /// https://www.sqlite.org/c3ref/wal_checkpoint_v2.html
  @discardableResult
  public func walCheckpoint(
    _ mode: WALCheckpointMode = .passive,
    schema: String? = "main"
  ) throws(SQLiteError) -> WALCheckpoint? {
    let handle = try unsafe handle()
    if let schema { try checkSchema(schema) }
    var log: Int32 = -1
    var copied: Int32 = -1
    let code = unsafe sqlite3_wal_checkpoint_v2(handle, schema, mode.rawValue, &log, &copied)
    try unsafe check(code, of: handle)
    guard log >= 0, copied >= 0 else { return nil }
    return WALCheckpoint(logFrameCount: Int(log), checkpointedFrameCount: Int(copied))
  }
}
