/// What a database and its connections use.
public struct DatabaseStatistics: Sendable, Hashable {
  /// The connections: the writer, and the readers that nobody used at the time.
  public let connections: [ConnectionStatistics]
  /// The pages of the database.
  public let pageCount: Int
  /// The bytes of a page.
  public let pageSize: Int
  /// The pages that hold nothing, which the next insertions use.
  public let freePageCount: Int
  /// The bytes of the write-ahead log's file; 0 where there is none.
  public let walByteCount: Int
  /// The memory that SQLite uses in the whole process, in bytes.
  public let libraryMemoryUsed: Int

  /// The bytes of the database.
  public var byteCount: Int { pageCount * pageSize }

  /// The frames for which the write-ahead log's file has room: a page each.
  ///
  /// After a checkpoint SQLite writes them anew from the start, so that not all may be in use.
  public var walFrameCount: Int {
    // https://www.sqlite.org/fileformat2.html#the_write_ahead_log
    max(walByteCount - 32, 0) / (pageSize + 24)
  }

  /// The memory that the connections use, in bytes.
  public var memoryUsed: Int { connections.reduce(0) { $0 + $1.memoryUsed } }
}

/// What a connection uses, and has done since it was opened.
public struct ConnectionStatistics: Sendable, Hashable {
  /// What a connection is for.
  public enum Role: String, Sendable, Hashable {
    /// It writes, and reads where there is no reader.
    case writer
    /// It reads.
    case reader
  }

  /// What the connection is for.
  public let role: Role
  /// The memory of its cache of pages, in bytes.
  public let cacheMemoryUsed: Int
  /// The memory of its schema, in bytes.
  public let schemaMemoryUsed: Int
  /// The memory of its statements, in bytes.
  public let statementMemoryUsed: Int
  /// The pages that were found in the cache.
  public let cacheHitCount: Int
  /// The pages that had to be read.
  public let cacheMissCount: Int
  /// The pages that were written.
  public let cacheWriteCount: Int
  /// The pages that were written in the middle of a transaction, since the cache was full.
  public let cacheSpillCount: Int
  /// The statements that are kept compiled.
  public let cachedStatementCount: Int
  /// The memory of the statements that are kept compiled, in bytes.
  public let cachedStatementBytes: Int

  /// The memory that it uses, in bytes.
  public var memoryUsed: Int { cacheMemoryUsed + schemaMemoryUsed + statementMemoryUsed }
}
