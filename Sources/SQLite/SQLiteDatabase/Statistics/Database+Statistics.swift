import DatabaseTypes
import Foundation
import SQLite

extension Database {
  /// Returns the statistics of this connection.
  func statistics(_ role: ConnectionStatistics.Role) throws -> ConnectionStatistics {
    try direct { connection in
      ConnectionStatistics(
        role: role,
        cacheMemoryUsed: try connection.status(.cacheUsed).current,
        schemaMemoryUsed: try connection.status(.schemaUsed).current,
        statementMemoryUsed: try connection.status(.statementsUsed).current,
        cacheHitCount: try connection.status(.cacheHits).current,
        cacheMissCount: try connection.status(.cacheMisses).current,
        cacheWriteCount: try connection.status(.cacheWrites).current,
        cacheSpillCount: try connection.status(.cacheSpills).current,
        cachedStatementCount: statementCache.count,
        cachedStatementBytes: statementCache.byteCount
      )
    }
  }

  /// Returns the statistics of the database, as seen by this connection, including some
  /// connections.
  func statistics(with connections: [ConnectionStatistics]) throws -> DatabaseStatistics {
    DatabaseStatistics(
      connections: connections,
      pageCount: Int(try pragma("page_count").integer(at: 0)),
      pageSize: try pageSize(),
      freePageCount: Int(try pragma("freelist_count").integer(at: 0)),
      walByteCount: walByteCount,
      libraryMemoryUsed: SQLiteLibrary.memoryUsed
    )
  }

  /// The size of the write-ahead log's file.
  ///
  /// It is read from the file system without opening the file: closing it again would drop SQLite's
  /// locks.
  private var walByteCount: Int {
    guard let file = connection.fileName(), !file.isEmpty else { return 0 }
    let attributes = try? FileManager.default.attributesOfItem(atPath: file + "-wal")
    return attributes?[.size] as? Int ?? 0
  }

  /// Releases memory that only serves to improve performance.
  func releaseMemory() {
    forgetSchema()
    connection.releaseMemory()
  }
}

extension DatabaseReader {
  /// Returns statistics about the database and its connections.
  ///
  /// It waits for its turn.
  public func statistics() throws -> DatabaseStatistics {
    try unsafeRead { db in try db.statistics(with: [db.statistics(.writer)]) }
  }

  /// Releases memory of caches that are not in use.
  ///
  /// It waits for its turn. Pages and statements that are needed again are read and compiled again.
  public func releaseMemory() throws { try unsafeRead { $0.releaseMemory() } }
}

extension DatabasePool {
  /// Returns statistics about the database, the writer and the idle readers.
  ///
  /// It waits for the writer.
  public func statistics() throws -> DatabaseStatistics {
    try writer.sync(readOnly: true) { db in
      let readers = try readers.withIdle { try $0.statistics(.reader) }
      return try db.statistics(with: [db.statistics(.writer)] + readers)
    }
  }

  /// Releases memory of the caches of the writer and the idle readers.
  ///
  /// It waits for the writer. Pages and statements that are needed again are read and compiled
  /// again.
  public func releaseMemory() throws {
    try writer.sync(readOnly: true) { $0.releaseMemory() }
    _ = try readers.withIdle { $0.releaseMemory() }
  }
}
