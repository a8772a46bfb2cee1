import CSQLite

extension Connection {
  /// Returns whether the file of the write-ahead log stays when the last connection closes.
  ///
  /// - Returns: `nil` if the schema cannot have such a file.
  ///
  /// https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntlpersistwal
  public func keepsWAL(schema: String = "main") throws(SQLiteError) -> Bool? {
    try persistWAL(-1, schema: schema).map { $0 != 0 }
  }

  /// Sets whether the file of the write-ahead log stays when the last connection closes.
  ///
  /// The file has to stay if readers cannot write to the database's folder.
  public func setKeepsWAL(_ keeps: Bool, schema: String = "main") throws(SQLiteError) {
    _ = try persistWAL(keeps ? 1 : 0, schema: schema)
  }

  private func persistWAL(_ value: Int32, schema: String) throws(SQLiteError) -> Int32? {
    let handle = try unsafe handle()
    try checkSchema(schema)
    var value = value
    let code = unsafe sqlite3_file_control(handle, schema, SQLITE_FCNTL_PERSIST_WAL, &value)
    guard code != SQLITE_NOTFOUND else { return nil }
    guard code == SQLITE_OK else { throw .fileControl(code) }
    return value
  }

  /// Sets the number of bytes by which the file grows and shrinks, to avoid fragmentation.
  ///
  /// It does nothing if there is no file.
  ///
  /// https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntlchunksize
  public func setChunkSize(_ byteCount: Int, schema: String = "main") throws(SQLiteError) {
    let handle = try unsafe handle()
    try checkSchema(schema)
    var value = Int32(clamping: max(byteCount, 0))
    let code = unsafe sqlite3_file_control(handle, schema, SQLITE_FCNTL_CHUNK_SIZE, &value)
    guard code == SQLITE_OK || code == SQLITE_NOTFOUND else { throw .fileControl(code) }
  }

  /// Returns whether a file was renamed, replaced or deleted since this connection opened it.
  ///
  /// - Returns: `false` if the schema has no file, or its VFS does not know.
  ///
  /// https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntlhasmoved
  package func hasMoved(schema: String = "main") -> Bool {
    var hasMoved: Int32 = 0
    guard let handle = unsafe pointer else { return false }
    let code = unsafe sqlite3_file_control(handle, schema, SQLITE_FCNTL_HAS_MOVED, &hasMoved)
    return code == SQLITE_OK && hasMoved != 0
  }

  /// Writes the changed pages of the transaction to the file, except for pages that are in use.
  ///
  /// - Throws: ``ResultCode/busy`` if a lock of another connection prevents the write.
  ///
  /// https://www.sqlite.org/c3ref/db_cacheflush.html
  public func flushCache() throws(SQLiteError) {
    let handle = try unsafe handle()
    try unsafe check(sqlite3_db_cacheflush(handle), of: handle)
  }
}

extension SQLiteError {
  /// Creates the error of a file control, for which SQLite provides no message.
  fileprivate static func fileControl(_ code: Int32) -> SQLiteError {
    let code = ResultCode(rawValue: code)
    return SQLiteError(code: code, message: code.name)
  }
}
