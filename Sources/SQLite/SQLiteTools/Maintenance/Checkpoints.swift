import DatabaseTypes
import SQLite
public import SQLiteDatabase

/// The extent of a checkpoint, and the connections it waits for.
///
/// https://www.sqlite.org/c3ref/wal_checkpoint_v2.html
public enum CheckpointMode: String, Sendable, Hashable, CaseIterable {
  /// Copies as much as possible without waiting for anyone.
  case passive
  /// Waits for writers, and copies everything.
  case full
  /// Waits for readers too, so that the next writer restarts the log.
  case restart
  /// Also truncates the log file to zero bytes.
  case truncate

  fileprivate var mode: WALCheckpointMode {
    switch self {
    case .passive: .passive
    case .full: .full
    case .restart: .restart
    case .truncate: .truncate
    }
  }
}

/// The result of a checkpoint.
public struct CheckpointResult: Sendable, Hashable {
  /// The number of frames in the write-ahead log; 0 if it was truncated, or if there is no log.
  public let logFrameCount: Int
  /// The number of those frames that are in the database file.
  public let checkpointedFrameCount: Int

  /// The number of frames in the write-ahead log; another name of ``logFrameCount``.
  public var walFrameCount: Int { logFrameCount }

  /// Whether the whole log is in the database file.
  public var isComplete: Bool { logFrameCount == checkpointedFrameCount }
}

extension DatabaseWriter {
  /// Copies the write-ahead log into the database file.
  ///
  /// SQLite does so on its own after a thousand pages, and when the last connection closes.
  ///
  /// - Parameter mode: The extent of the checkpoint, and the connections it waits for.
  /// - Returns: The number of frames in the log, and how many of them are in the file.
  /// - Throws: ``DatabaseError`` with `.busy` if other connections block it for longer than the
  ///   busy policy waits.
  ///
  /// https://www.sqlite.org/wal.html#ckpt
  @discardableResult
  public func checkpoint(_ mode: CheckpointMode = .passive) throws -> CheckpointResult {
    try writeWithoutTransaction { try $0.checkpoint(mode) }
  }

  /// Copies the write-ahead log into the database file.
  ///
  /// - Parameter mode: The extent of the checkpoint, and the connections it waits for.
  /// - Returns: The number of frames in the log, and how many of them are in the file.
  /// - Throws: ``DatabaseError`` with `.busy` if other connections block it for longer than the
  ///   busy policy waits, or `CancellationError`.
  @discardableResult
  public func checkpoint(_ mode: CheckpointMode = .passive) async throws -> CheckpointResult {
    try await writeWithoutTransaction { try $0.checkpoint(mode) }
  }
}

extension Database {
  /// Copies the write-ahead log into the database file, within an access.
  ///
  /// ```swift
  /// try database.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
  /// ```
  ///
  /// - Parameters:
  ///   - mode: The extent of the checkpoint, and the connections it waits for.
  ///   - schema: `main`, or the name of an attached database; `nil` for all databases, with the
  ///     counts of the first.
  /// - Returns: The number of frames in the log, and how many of them are in the file.
  /// - Throws: ``DatabaseError`` with `.locked` within a transaction, with `.busy` if other
  ///   connections block it for longer than the busy policy waits.
  ///
  /// https://www.sqlite.org/c3ref/wal_checkpoint_v2.html
  @discardableResult
  public func checkpoint(
    _ mode: CheckpointMode = .passive,
    on schema: String? = "main"
  ) throws -> CheckpointResult {
    let checkpoint = try direct { try $0.walCheckpoint(mode.mode, schema: schema) }
    return CheckpointResult(
      logFrameCount: checkpoint?.logFrameCount ?? 0,
      checkpointedFrameCount: checkpoint?.checkpointedFrameCount ?? 0
    )
  }
}
