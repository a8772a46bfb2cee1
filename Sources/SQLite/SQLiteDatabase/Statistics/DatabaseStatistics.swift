/// The resources that a database and its connections use.
public struct DatabaseStatistics: Sendable, Hashable {
  /// The connections: the writer, and the readers that were idle at the time.
  public let connections: [ConnectionStatistics]
  /// The number of pages of the database.
  public let pageCount: Int
  /// The size of a page in bytes.
  public let pageSize: Int
  /// The number of unused pages, which the next insertions use.
  public let freePageCount: Int
  /// The size of the write-ahead log's file in bytes; 0 without a log.
  public let walByteCount: Int
  /// The memory that SQLite uses in the whole process, in bytes.
  public let libraryMemoryUsed: Int

  /// The size of the database in bytes.
  public var byteCount: Int { pageCount * pageSize }

  /// The number of frames, of a page each, for which the write-ahead log's file has space.
  ///
  /// After a checkpoint, SQLite overwrites the log from the start, so not all frames may be in use.
  public var walFrameCount: Int {
    // https://www.sqlite.org/fileformat2.html#the_write_ahead_log
    max(walByteCount - 32, 0) / (pageSize + 24)
  }

  /// The memory that the connections use, in bytes.
  public var memoryUsed: Int { connections.reduce(0) { $0 + $1.memoryUsed } }
}

/// The resources that a connection uses, and its activity since it was opened.
public struct ConnectionStatistics: Sendable, Hashable {
  /// The role of a connection.
  public enum Role: String, Sendable, Hashable {
    /// The connection writes, and also reads if there are no readers.
    case writer
    /// The connection only reads.
    case reader
  }

  /// The role of the connection.
  public let role: Role
  /// The memory of the page cache, in bytes.
  public let cacheMemoryUsed: Int
  /// The memory of the schema, in bytes.
  public let schemaMemoryUsed: Int
  /// The memory of the statements, in bytes.
  public let statementMemoryUsed: Int
  /// The number of pages found in the cache.
  public let cacheHitCount: Int
  /// The number of pages that had to be read.
  public let cacheMissCount: Int
  /// The number of pages written.
  public let cacheWriteCount: Int
  /// The number of pages written in the middle of a transaction because the cache was full.
  public let cacheSpillCount: Int
  /// The number of cached statements.
  public let cachedStatementCount: Int
  /// The memory of the cached statements, in bytes.
  public let cachedStatementBytes: Int

  /// The memory that the connection uses, in bytes.
  public var memoryUsed: Int { cacheMemoryUsed + schemaMemoryUsed + statementMemoryUsed }
}
