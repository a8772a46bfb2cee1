import CSQLite

/// What SQLite counts for each connection.
///
/// https://www.sqlite.org/c3ref/c_dbstatus_options.html
public enum ConnectionCounter: Int32, Sendable, Hashable, CaseIterable {
  /// The slots of the lookaside memory that are taken.
  case lookasideUsed = 0
  /// The bytes of all page caches.
  case cacheUsed = 1
  /// The bytes of the schemas.
  case schemaUsed = 2
  /// The bytes of the statements.
  case statementsUsed = 3
  /// The allocations that the lookaside memory served; kept in the highest count.
  case lookasideHits = 4
  /// The allocations too large for it; kept in the highest count.
  case lookasideMissesBySize = 5
  /// The allocations that found it full; kept in the highest count.
  case lookasideMissesWhenFull = 6
  /// The pages found in the cache.
  case cacheHits = 7
  /// The pages that had to be read.
  case cacheMisses = 8
  /// The pages written.
  case cacheWrites = 9
  /// Whether foreign keys are broken that are checked at the commit: 0 where none is.
  case deferredForeignKeys = 10
  /// The bytes of all page caches, each divided among the connections that share it.
  case cacheUsedShared = 11
  /// The pages written in the middle of a transaction since the cache was full.
  case cacheSpills = 12
}

extension Connection {
  /// How many pages of databases and logs this connection has written so far.
  public var writtenPageCount: Int { (try? status(.cacheWrites).current) ?? 0 }

  /// A count of this connection.
  ///
  /// - Parameters:
  ///   - counter: What is counted.
  ///   - reset: Whether the count, or its highest value, begins again afterwards.
  ///
  /// https://www.sqlite.org/c3ref/db_status.html
  public func status(_ counter: ConnectionCounter, reset: Bool = false) throws(SQLiteError)
    -> StatusCount
  {
    let handle = try unsafe handle()
    var current: Int32 = 0
    var highest: Int32 = 0
    let code = unsafe sqlite3_db_status(
      handle,
      counter.rawValue,
      &current,
      &highest,
      reset ? 1 : 0
    )
    guard code == SQLITE_OK else {
      throw SQLiteError(code: ResultCode(rawValue: code), message: "SQLite does not count this.")
    }
    return StatusCount(current: Int(current), highest: Int(highest))
  }
}
