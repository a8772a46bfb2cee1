import CSQLite

/// A counter that SQLite keeps for each connection.
///
/// https://www.sqlite.org/c3ref/c_dbstatus_options.html
public enum ConnectionCounter: Int32, Sendable, Hashable, CaseIterable {
  /// The number of lookaside memory slots in use.
  case lookasideUsed = 0
  /// The size of all page caches, in bytes.
  case cacheUsed = 1
  /// The size of the schemas, in bytes.
  case schemaUsed = 2
  /// The size of the statements, in bytes.
  case statementsUsed = 3
  /// The number of allocations served by lookaside memory, in the highest value.
  case lookasideHits = 4
  /// The number of allocations too large for lookaside memory, in the highest value.
  case lookasideMissesBySize = 5
  /// The number of allocations made while lookaside memory was full, in the highest value.
  case lookasideMissesWhenFull = 6
  /// The number of pages found in the cache.
  case cacheHits = 7
  /// The number of pages that had to be read.
  case cacheMisses = 8
  /// The number of pages written.
  case cacheWrites = 9
  /// Whether deferred foreign keys are violated: 0 if none is.
  case deferredForeignKeys = 10
  /// The size of all page caches, in bytes, divided among the connections that share them.
  case cacheUsedShared = 11
  /// The number of pages written in the middle of a transaction because the cache was full.
  case cacheSpills = 12
}

extension Connection {
  /// The number of pages of databases and logs that this connection has written.
  public var writtenPageCount: Int { (try? status(.cacheWrites).current) ?? 0 }

  /// Returns a counter of this connection.
  ///
  /// - Parameters:
  ///   - counter: The counter.
  ///   - reset: Whether to reset the counter, or its highest value, afterwards.
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
      throw SQLiteError(
        code: ResultCode(rawValue: code),
        message: "SQLite does not provide this counter."
      )
    }
    return StatusCount(current: Int(current), highest: Int(highest))
  }
}
