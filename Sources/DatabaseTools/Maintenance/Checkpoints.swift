import DatabaseTypes
import SQLite
public import SQLiteDatabase

/// How far a checkpoint goes, and for whom it waits.
///
/// https://www.sqlite.org/c3ref/wal_checkpoint_v2.html
public enum CheckpointMode: String, Sendable, Hashable, CaseIterable {
  /// Copies what it can without waiting for anyone.
  case passive
  /// Waits for writers, and copies all.
  case full
  /// Waits for readers too, so that the next writer begins the log anew.
  case restart
  /// Makes the log's file empty as well.
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

/// What a checkpoint did.
public struct CheckpointResult: Sendable, Hashable {
  /// The frames in the write-ahead log; 0 after it was made empty, and where there is no log.
  public let logFrameCount: Int
  /// Those of them that are in the database file.
  public let checkpointedFrameCount: Int

  /// The frames in the write-ahead log, by its other name.
  public var walFrameCount: Int { logFrameCount }

  /// Whether all of the log is in the database file.
  public var isComplete: Bool { logFrameCount == checkpointedFrameCount }
}

extension DatabaseWriter {
  /// Copies the write-ahead log into the database file.
  ///
  /// SQLite does so by itself after a thousand pages, and when the last connection closes.
  ///
  /// - Parameter mode: How far it goes, and for whom it waits.
  /// - Returns: The frames of the log, and how many of them are in the file.
  /// - Throws: ``DatabaseError`` with `.busy` where others did not let it finish in the time of the busy policy.
  ///
  /// https://www.sqlite.org/wal.html#ckpt
  @discardableResult
  public func checkpoint(_ mode: CheckpointMode = .passive) throws -> CheckpointResult {
    try writeWithoutTransaction { try $0.checkpoint(mode) }
  }

  /// Copies the write-ahead log into the database file.
  ///
  /// - Parameter mode: How far it goes, and for whom it waits.
  /// - Returns: The frames of the log, and how many of them are in the file.
  /// - Throws: ``DatabaseError`` with `.busy` where others did not let it finish in the time of the busy policy, or
  ///   `CancellationError`.
  @discardableResult
  public func checkpoint(_ mode: CheckpointMode = .passive) async throws -> CheckpointResult {
    try await writeWithoutTransaction { try $0.checkpoint(mode) }
  }
}

extension Database {
  /// Copies the write-ahead log into the database file, for accesses of one's own.
  ///
  /// ```swift
  /// try database.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
  /// ```
  ///
  /// - Parameters:
  ///   - mode: How far it goes, and for whom it waits.
  ///   - schema: `main`, or the name of an attached database; `nil` for all, whose counts are then those of the first.
  /// - Returns: The frames of the log, and how many of them are in the file.
  /// - Throws: ``DatabaseError`` with `.locked` within a transaction, with `.busy` where others did not let it finish in the
  ///   time of the busy policy.
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
