import CSQLite

extension SQLiteLibrary {
  /// A counter that SQLite keeps for the whole process.
  ///
  /// https://www.sqlite.org/c3ref/c_status_malloc_count.html
  public enum Counter: Int32, Sendable, Hashable, CaseIterable {
    /// The number of allocated bytes.
    case memoryUsed = 0
    /// The number of pages in use of the memory reserved for page caches.
    case pageCacheUsed = 1
    /// The number of bytes of page caches outside that memory.
    case pageCacheOverflow = 2
    /// The size of the largest allocation in bytes, in the highest value.
    case largestAllocation = 5
    /// The depth of the parser's stack, if SQLite was compiled to record it.
    case parserStack = 6
    /// The size of the largest page cache allocation in bytes, in the highest value.
    case largestPageCacheAllocation = 7
    /// The number of current allocations.
    case allocations = 9
  }

  /// Returns a counter of the whole process.
  ///
  /// - Parameters:
  ///   - counter: The counter.
  ///   - reset: Whether to reset the highest value afterwards.
  ///
  /// https://www.sqlite.org/c3ref/status.html
  public static func status(_ counter: Counter, reset: Bool = false) throws(SQLiteError)
    -> StatusCount
  {
    var current: sqlite3_int64 = 0
    var highest: sqlite3_int64 = 0
    let code = unsafe sqlite3_status64(counter.rawValue, &current, &highest, reset ? 1 : 0)
    guard code == SQLITE_OK else {
      throw SQLiteError(
        code: ResultCode(rawValue: code),
        message: "SQLite does not provide this counter."
      )
    }
    return StatusCount(current: Int(current), highest: Int(highest))
  }
}
