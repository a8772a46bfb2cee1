import CSQLite

extension Connection {
  /// Whether the write-ahead log's file stays when the last connection closes.
  ///
  /// - Returns: `nil` where the schema has no such file, and cannot.
  ///
  /// https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntlpersistwal
  public func keepsWAL(schema: String = "main") throws(SQLiteError) -> Bool? {
    try persistWAL(-1, schema: schema).map { $0 != 0 }
  }

  /// Decides whether the write-ahead log's file stays when the last connection closes.
  ///
  /// A database in a folder that its readers cannot write needs the file to stay.
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

  /// Makes the file grow and shrink by so many bytes at a time, against fragmentation.
  ///
  /// Nothing happens where there is no file.
  ///
  /// https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html#sqlitefcntlchunksize
  public func setChunkSize(_ byteCount: Int, schema: String = "main") throws(SQLiteError) {
    let handle = try unsafe handle()
    try checkSchema(schema)
    var value = Int32(clamping: max(byteCount, 0))
    let code = unsafe sqlite3_file_control(handle, schema, SQLITE_FCNTL_CHUNK_SIZE, &value)
    guard code == SQLITE_OK || code == SQLITE_NOTFOUND else { throw .fileControl(code) }
  }

  /// Writes the changed pages of the transaction to the file, as far as they are not locked.
  ///
  /// - Throws: ``ResultCode/busy`` where another connection's lock keeps pages from being written.
  ///
  /// https://www.sqlite.org/c3ref/db_cacheflush.html
  public func flushCache() throws(SQLiteError) {
    let handle = try unsafe handle()
    try unsafe check(sqlite3_db_cacheflush(handle), of: handle)
  }
}

extension SQLiteError {
  /// A failure that the operating system's layer of SQLite reported, which leaves no message.
  fileprivate static func fileControl(_ code: Int32) -> SQLiteError {
    let code = ResultCode(rawValue: code)
    return SQLiteError(code: code, message: code.name)
  }
}
