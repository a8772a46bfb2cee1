import CSQLite

extension Connection {
  /// Whether each statement commits by itself: no transaction is open.
  ///
  /// https://www.sqlite.org/c3ref/get_autocommit.html
  public var isAutocommit: Bool {
    guard let handle = unsafe pointer else { return true }
    return unsafe sqlite3_get_autocommit(handle) != 0
  }

  /// Whether SQLite takes a mutex of its own for each call, as it does where several threads may use a connection at once.
  ///
  /// https://www.sqlite.org/threadsafe.html
  package var hasMutex: Bool {
    guard let handle = unsafe pointer else { return false }
    return unsafe sqlite3_db_mutex(handle) != nil
  }

  /// The rows that the last statement inserted, updated or deleted, without those of triggers.
  ///
  /// https://www.sqlite.org/c3ref/changes.html
  public var changesCount: Int {
    guard let handle = unsafe pointer else { return 0 }
    return Int(unsafe sqlite3_changes64(handle))
  }

  /// The rows inserted, updated and deleted since the connection was opened, with those of triggers.
  ///
  /// https://www.sqlite.org/c3ref/total_changes.html
  public var totalChangesCount: Int {
    guard let handle = unsafe pointer else { return 0 }
    return Int(unsafe sqlite3_total_changes64(handle))
  }

  /// The row number of the last insertion.
  ///
  /// Stale after an `INSERT OR IGNORE` that ignored. https://www.sqlite.org/c3ref/last_insert_rowid.html
  public var lastInsertedRowID: Int64 {
    guard let handle = unsafe pointer else { return 0 }
    return unsafe sqlite3_last_insert_rowid(handle)
  }

  /// Whether a schema (`main`, or an attached one) can only be read; `nil` where there is no such schema.
  ///
  /// https://www.sqlite.org/c3ref/db_readonly.html
  public func isReadOnly(schema: String = "main") -> Bool? {
    guard let handle = unsafe pointer else { return nil }
    let answer = unsafe sqlite3_db_readonly(handle, schema)
    return answer < 0 ? nil : answer == 1
  }

  /// The absolute path of a schema's file; empty for a database in memory.
  ///
  /// https://www.sqlite.org/c3ref/db_filename.html
  public func fileName(schema: String = "main") -> String? {
    guard let handle = unsafe pointer, let name = unsafe sqlite3_db_filename(handle, schema) else {
      return nil
    }
    return unsafe String(cString: name)
  }

  /// Gives as much memory back as possible.
  ///
  /// https://www.sqlite.org/c3ref/db_release_memory.html
  public func releaseMemory() {
    guard let handle = unsafe pointer else { return }
    unsafe sqlite3_db_release_memory(handle)
  }

  /// Resets every statement that is in the middle of its rows, and tells their SQL.
  ///
  /// SQLite's FTS5 can leave a statement of its own busy after an interrupt, which then keeps a transaction
  /// from ending. https://www.sqlite.org/c3ref/next_stmt.html
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

  /// The SQL of the statements that are in the middle of their rows.
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
}
