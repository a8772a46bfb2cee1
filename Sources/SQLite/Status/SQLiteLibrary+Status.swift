import CSQLite

extension SQLiteLibrary {
  /// What SQLite counts for the whole process.
  ///
  /// https://www.sqlite.org/c3ref/c_status_malloc_count.html
  public enum Counter: Int32, Sendable, Hashable, CaseIterable {
    /// The bytes that are allocated.
    case memoryUsed = 0
    /// The pages of the memory that was set aside for page caches.
    case pageCacheUsed = 1
    /// The bytes of page caches beyond that memory.
    case pageCacheOverflow = 2
    /// The bytes of the largest allocation; kept in the highest count.
    case largestAllocation = 5
    /// The depth of the parser's stack, where SQLite was compiled to count it.
    case parserStack = 6
    /// The bytes of the largest allocation for a page cache; kept in the highest count.
    case largestPageCacheAllocation = 7
    /// The allocations that are not yet freed.
    case allocations = 9
  }

  /// A count of the whole process.
  ///
  /// - Parameters:
  ///   - counter: What is counted.
  ///   - reset: Whether the highest count begins again afterwards.
  ///
  /// https://www.sqlite.org/c3ref/status.html
  public static func status(_ counter: Counter, reset: Bool = false) throws(SQLiteError)
    -> StatusCount
  {
    var current: sqlite3_int64 = 0
    var highest: sqlite3_int64 = 0
    let code = unsafe sqlite3_status64(counter.rawValue, &current, &highest, reset ? 1 : 0)
    guard code == SQLITE_OK else {
      throw SQLiteError(code: ResultCode(rawValue: code), message: "SQLite does not count this.")
    }
    return StatusCount(current: Int(current), highest: Int(highest))
  }
}
