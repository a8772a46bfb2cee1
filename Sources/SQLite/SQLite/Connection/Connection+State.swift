import CSQLite

extension Connection {
  /// Whether no transaction is open, so that each statement commits on its own.
  ///
  /// https://www.sqlite.org/c3ref/get_autocommit.html
  public var isAutocommit: Bool {
    guard let handle = unsafe pointer else { return true }
    return unsafe sqlite3_get_autocommit(handle) != 0
  }

  /// Whether SQLite locks a mutex for each call, so that several threads may use the connection.
  ///
  /// https://www.sqlite.org/threadsafe.html
  package var hasMutex: Bool {
    guard let handle = unsafe pointer else { return false }
    return unsafe sqlite3_db_mutex(handle) != nil
  }

  /// The number of rows that the last statement inserted, updated or deleted, excluding triggers.
  ///
  /// https://www.sqlite.org/c3ref/changes.html
  public var changesCount: Int {
    guard let handle = unsafe pointer else { return 0 }
    return Int(unsafe sqlite3_changes64(handle))
  }

  /// The number of rows inserted, updated and deleted since the connection was opened.
  ///
  /// It includes the changes of triggers.
  ///
  /// https://www.sqlite.org/c3ref/total_changes.html
  public var totalChangesCount: Int {
    guard let handle = unsafe pointer else { return 0 }
    return Int(unsafe sqlite3_total_changes64(handle))
  }

  /// The rowid of the last insertion.
  ///
  /// It is stale after an `INSERT OR IGNORE` that ignored the row.
  /// https://www.sqlite.org/c3ref/last_insert_rowid.html
  public var lastInsertedRowID: Int64 {
    guard let handle = unsafe pointer else { return 0 }
    return unsafe sqlite3_last_insert_rowid(handle)
  }

  /// Returns whether a schema is read-only, or `nil` if there is no such schema.
  ///
  /// The schema is `main`, `temp`, or the name of an attached database.
  ///
  /// https://www.sqlite.org/c3ref/db_readonly.html
  public func isReadOnly(schema: String = "main") -> Bool? {
    guard let handle = unsafe pointer else { return nil }
    let answer = unsafe sqlite3_db_readonly(handle, schema)
    return answer < 0 ? nil : answer == 1
  }

  /// Returns the absolute path of a schema's file; it is empty for a database in memory.
  ///
  /// https://www.sqlite.org/c3ref/db_filename.html
  public func fileName(schema: String = "main") -> String? {
    guard let handle = unsafe pointer, let name = unsafe sqlite3_db_filename(handle, schema) else {
      return nil
    }
    return unsafe String(cString: name)
  }

  /// Releases as much memory as possible.
  ///
  /// https://www.sqlite.org/c3ref/db_release_memory.html
  public func releaseMemory() {
    guard let handle = unsafe pointer else { return }
    unsafe sqlite3_db_release_memory(handle)
  }

  /// Resets all statements that are still running, and returns their SQL.
  ///
  /// After an interrupt, SQLite's FTS5 can leave one of its internal statements running, which then
  /// prevents a transaction from ending. https://www.sqlite.org/c3ref/next_stmt.html
  @discardableResult
  public func resetBusyStatements() -> [String] {
    guard let handle = unsafe pointer else { return [] }
    var busy: [String] = []
    var statement = unsafe sqlite3_next_stmt(handle, nil)
    while let current = unsafe statement {
      if unsafe sqlite3_stmt_busy(current) != 0 {
        busy.append(unsafe sqlite3_sql(current).map { unsafe String(cString: $0) } ?? "")
        unsafe sqlite3_reset(current)
      }
      unsafe statement = sqlite3_next_stmt(handle, current)
    }
    return busy
  }

  /// The SQL of the statements that are still running.
  public var busyStatements: [String] {
    guard let handle = unsafe pointer else { return [] }
    var busy: [String] = []
    var statement = unsafe sqlite3_next_stmt(handle, nil)
    while let current = unsafe statement {
      if unsafe sqlite3_stmt_busy(current) != 0 {
        busy.append(unsafe sqlite3_sql(current).map { unsafe String(cString: $0) } ?? "")
      }
      unsafe statement = sqlite3_next_stmt(handle, current)
    }
    return busy
  }

  /// The extended result code of the last call on the connection that failed.
  ///
  /// https://www.sqlite.org/c3ref/errcode.html
  public var lastErrorCode: ResultCode {
    guard let handle = unsafe pointer else { return .misuse }
    return ResultCode(rawValue: unsafe sqlite3_extended_errcode(handle))
  }

  /// SQLite's message for the last call; `nil` if the connection is closed.
  public var lastErrorMessage: String? {
    guard let handle = unsafe pointer else { return nil }
    return unsafe String(cString: sqlite3_errmsg(handle))
  }
}
