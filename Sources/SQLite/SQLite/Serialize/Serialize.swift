import CSQLite

extension Connection {
  /// Returns a schema's database as bytes, as its file would contain them.
  ///
  /// The bytes include the content of the write-ahead log.
  ///
  /// - Parameter schema: `main`, `temp`, or the name of an attached database.
  /// - Throws: ``ResultCode/misuse`` without ``Capability/serialization``, ``ResultCode/error`` if
  ///   there is no such schema, or ``ResultCode/outOfMemory``.
  ///
  /// https://www.sqlite.org/c3ref/serialize.html
  public func serialize(schema: String = "main") throws(SQLiteError) -> [UInt8] {
    let handle = try unsafe handle()
    try checkSchema(schema)
    guard let function = unsafe SerializationSymbols.serialize else {
      throw .misuse(Capability.serialization.advice)
    }
    var count: sqlite3_int64 = -1
    guard let start = unsafe function(handle, schema, &count, 0) else {
      if count == 0 { return [] }
      throw unsafe serializationFailure(count: Int(count), on: handle)
    }
    defer { unsafe sqlite3_free(start) }
    return unsafe [UInt8](UnsafeBufferPointer(start: start, count: Int(count)))
  }

  private func serializationFailure(count: Int, on handle: OpaquePointer)
    -> SQLiteError
  {
    if count > 0 {
      return SQLiteError(code: .outOfMemory, message: ResultCode.outOfMemory.name)
    }
    let code = unsafe sqlite3_extended_errcode(handle)
    return unsafe SQLiteError(code == SQLITE_OK ? SQLITE_ERROR : code, of: handle)
  }

  /// Replaces a schema with an in-memory database that is read from bytes.
  ///
  /// A database that was in write-ahead mode is opened in rollback mode, since a database in memory
  /// has no such log. If the bytes are not a database, the first statement reports it.
  ///
  /// - Parameters:
  ///   - bytes: The result of ``serialize(schema:)``, or the content of a file. They are copied. An
  ///     empty array is an empty database.
  ///   - schema: `main`, or the name of an attached database. It is disconnected from its file.
  ///   - isReadOnly: Whether the database is read-only.
  /// - Throws: ``ResultCode/misuse`` without ``Capability/serialization``, ``ResultCode/busy`` if
  ///   the schema is in a transaction or a backup, or ``ResultCode/error`` if there is no such
  ///   schema.
  ///
  /// https://www.sqlite.org/c3ref/deserialize.html
  public func deserialize(
    _ bytes: [UInt8],
    schema: String = "main",
    isReadOnly: Bool = false
  ) throws(SQLiteError) {
    let handle = try unsafe handle()
    try checkSchema(schema)
    guard let function = unsafe SerializationSymbols.deserialize else {
      throw .misuse(Capability.serialization.advice)
    }
    // SQLite 3.40 would continue here, and then never return from closing the connection.
    guard isAutocommit, unsafe sqlite3_txn_state(handle, schema) == SQLITE_TXN_NONE,
      unfinishedCount == 0
    else {
      throw SQLiteError(
        code: .busy,
        message: "A database cannot be replaced within a transaction, a backup or a session."
      )
    }
    let copy = try unsafe databaseCopy(of: bytes)
    // SQLite owns the copy from here on, even if it refuses it.
    // https://www.sqlite.org/c3ref/c_deserialize_freeonclose.html
    let flags =
      SQLITE_DESERIALIZE_FREEONCLOSE
      | (isReadOnly ? SQLITE_DESERIALIZE_READONLY : SQLITE_DESERIALIZE_RESIZEABLE)
    let code = unsafe function(
      handle,
      schema,
      copy.baseAddress,
      Int64(bytes.count),
      Int64(copy.count),
      UInt32(flags)
    )
    try unsafe check(code, of: handle)
  }
}

/// Returns a copy of a database in SQLite's memory, in rollback mode.
private func databaseCopy(of bytes: [UInt8]) throws(SQLiteError) -> UnsafeMutableRawBufferPointer {
  // Allocate at least one byte, since SQLite's allocator returns no address for a size of zero.
  let count = max(bytes.count, 1)
  guard let start = unsafe sqlite3_malloc64(sqlite3_uint64(count)) else {
    throw SQLiteError(code: .outOfMemory, message: ResultCode.outOfMemory.name)
  }
  let copy = unsafe UnsafeMutableRawBufferPointer(start: start, count: count)
  unsafe copy.copyBytes(from: bytes)
  // Bytes 18 and 19 of a file's header are 2 in write-ahead mode, 1 otherwise.
  // https://www.sqlite.org/fileformat2.html#file_format_version_numbers
  if bytes.starts(with: "SQLite format 3\0".utf8), bytes.count >= 100, bytes[18] == 2,
    bytes[19] == 2
  {
    unsafe copy[18] = 1
    unsafe copy[19] = 1
  }
  return unsafe copy
}
