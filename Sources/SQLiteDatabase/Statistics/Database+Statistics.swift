import DatabaseTypes
import Foundation
import SQLite

extension Database {
  /// What this connection uses.
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
        cachedStatementCount: keptStatements.count,
        cachedStatementBytes: keptStatements.byteCount
      )
    }
  }

  /// What the database uses, as this connection sees it, and what some connections use.
  func statistics(with connections: [ConnectionStatistics]) throws -> DatabaseStatistics {
    DatabaseStatistics(
      connections: connections,
      pageCount: Int(try pragma("page_count").integer(at: 0)),
      pageSize: Int(try pragma("page_size").integer(at: 0)),
      freePageCount: Int(try pragma("freelist_count").integer(at: 0)),
      walByteCount: walByteCount,
      libraryMemoryUsed: SQLiteLibrary.memoryUsed
    )
  }

  /// The file system is asked for the size alone: opening the file and closing it again would drop SQLite's locks.
  private var walByteCount: Int {
    guard let file = connection.fileName(), !file.isEmpty else { return 0 }
    let attributes = try? FileManager.default.attributesOfItem(atPath: file + "-wal")
    return attributes?[.size] as? Int ?? 0
  }

  /// Gives back the memory that is only there to be faster.
  func releaseMemory() {
    forgetSchema()
    connection.releaseMemory()
  }
}

extension DatabaseReader {
  /// What the database and its connections use.
  ///
  /// It waits for its turn.
  public func statistics() throws -> DatabaseStatistics {
    try unsafeRead { db in try db.statistics(with: [db.statistics(.writer)]) }
  }

  /// Gives back the memory that caches use, as far as nobody is using it.
  ///
  /// It waits for its turn. What is needed again is read and compiled again.
  public func releaseMemory() throws { try unsafeRead { $0.releaseMemory() } }
}

extension DatabasePool {
  /// What the database and its connections use: the writer and the idle readers.
  ///
  /// It waits for the writer.
  public func statistics() throws -> DatabaseStatistics {
    try writer.sync(readOnly: true) { db in
      let readers = try readers.withIdle { try $0.statistics(.reader) }
      return try db.statistics(with: [db.statistics(.writer)] + readers)
    }
  }

  /// Gives back the memory that the caches of the writer and of idle readers use.
  ///
  /// It waits for the writer. What is needed again is read and compiled again.
  public func releaseMemory() throws {
    try writer.sync(readOnly: true) { $0.releaseMemory() }
    _ = try readers.withIdle { $0.releaseMemory() }
  }
}
