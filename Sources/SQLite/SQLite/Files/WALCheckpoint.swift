import CSQLite

/// The extent of a checkpoint.
///
/// https://www.sqlite.org/c3ref/wal_checkpoint_v2.html
public enum WALCheckpointMode: Int32, Sendable, Hashable, CaseIterable {
  /// Copies as many frames as possible without waiting.
  case passive = 0
  /// Waits for writers, and copies all frames.
  case full = 1
  /// Also waits for readers, so that the next writer restarts the log.
  case restart = 2
  /// Also empties the log.
  case truncate = 3
}

/// The outcome of a checkpoint.
public struct WALCheckpoint: Sendable, Hashable {
  /// The number of frames in the write-ahead log; 0 after it was emptied.
  public let logFrameCount: Int
  /// The number of these frames that are in the database file.
  public let checkpointedFrameCount: Int

  /// Creates the outcome of a checkpoint.
  public init(logFrameCount: Int, checkpointedFrameCount: Int) {
    self.logFrameCount = logFrameCount
    self.checkpointedFrameCount = checkpointedFrameCount
  }

  /// Whether the whole log is in the database file.
  public var isComplete: Bool { logFrameCount == checkpointedFrameCount }
}

extension Connection {
  /// Copies the write-ahead log into the database file.
  ///
  /// It waits for other connections according to the busy policy, except in the passive mode.
  ///
  /// - Parameters:
  ///   - mode: The extent of the checkpoint.
  ///   - schema: The schema; `nil` for all of them, in which case the counts are those of the
  ///     first.
  /// - Returns: The outcome; `nil` if there is no write-ahead log.
  /// - Throws: ``ResultCode/busy`` if other connections prevented it from finishing, or
  ///   ``ResultCode/locked`` within a transaction.
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
