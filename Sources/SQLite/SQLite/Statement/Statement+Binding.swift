public import CSQLite
public import DatabaseTypes

extension Statement {
  /// The number of parameters, which is the largest index of a parameter.
  ///
  /// https://www.sqlite.org/c3ref/bind_parameter_count.html
  @inlinable public var parameterCount: Int { Int(unsafe sqlite3_bind_parameter_count(pointer)) }

  /// Returns the name of a parameter with its prefix, such as `:id`, or `nil` for a plain `?`.
  public borrowing func parameterName(at index: Int) -> String? {
    guard let index = Int32(exactly: index) else { return nil }
    return unsafe sqlite3_bind_parameter_name(pointer, index).map { unsafe String(cString: $0) }
  }

  /// Returns the index of a parameter by its name with its prefix, such as `:id`.
  public borrowing func parameterIndex(_ name: String) -> Int? {
    let index = unsafe sqlite3_bind_parameter_index(pointer, name)
    return index == 0 ? nil : Int(index)
  }
}

extension Statement {
  /// Binds NULL to a parameter.
  @inlinable
  public borrowing func bindNull(at index: Int) throws(SQLiteError) {
    try parameters.check(unsafe sqlite3_bind_null(pointer, Int32(clamping: index)))
  }

  /// Binds an integer to a parameter.
  @inlinable
  public borrowing func bind(_ value: Int64, at index: Int) throws(SQLiteError) {
    try parameters.bind(value, at: index)
  }

  /// Binds an integer to a parameter.
  @inlinable
  public borrowing func bind(_ value: Int, at index: Int) throws(SQLiteError) {
    try bind(Int64(value), at: index)
  }

  /// Binds a floating-point number to a parameter; SQLite stores NaN as NULL.
  @inlinable
  public borrowing func bind(_ value: Double, at index: Int) throws(SQLiteError) {
    try parameters.bind(value, at: index)
  }

  /// Binds text to a parameter by its length, so that NUL characters are preserved.
  ///
  /// SQLite copies the text.
  @inlinable
  public borrowing func bind(_ value: String, at index: Int) throws(SQLiteError) {
    try parameters.bind(value, at: index)
  }

  /// Binds bytes to a parameter; no bytes are bound as an empty blob, not as NULL.
  ///
  /// SQLite copies the bytes.
  @inlinable
  public borrowing func bind(_ bytes: UnsafeRawBufferPointer, at index: Int) throws(SQLiteError) {
    let index = Int32(clamping: index)
    guard let start = bytes.baseAddress, bytes.count > 0 else {
      return try parameters.check(unsafe sqlite3_bind_zeroblob(pointer, index, 0))
    }
    try parameters.check(unsafe livesql_bind_blob(pointer, index, start, UInt64(bytes.count)))
  }

  /// Binds bytes to a parameter; an empty array is bound as an empty blob, not as NULL.
  ///
  /// SQLite copies the bytes.
  @inlinable
  public borrowing func bind(_ bytes: [UInt8], at index: Int) throws(SQLiteError) {
    let index32 = Int32(clamping: index)
    let code = unsafe bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress, buffer.count > 0 else {
        return unsafe sqlite3_bind_zeroblob(pointer, index32, 0)
      }
      return unsafe livesql_bind_blob(pointer, index32, start, UInt64(buffer.count))
    }
    try parameters.check(code)
  }

  /// Binds a value to a parameter.
  @inlinable
  public borrowing func bind(_ value: DatabaseValue, at index: Int) throws(SQLiteError) {
    switch value {
    case .null: try bindNull(at: index)
    case .integer(let integer): try bind(integer, at: index)
    case .real(let real): try bind(real, at: index)
    case .text(let text): try bind(text, at: index)
    case .blob(let bytes): try bind(bytes, at: index)
    }
  }

  /// Binds a value to a parameter by its name with its prefix, such as `:id`.
  ///
  /// - Throws: ``ResultCode/range`` if there is no such parameter.
  public borrowing func bind(_ value: DatabaseValue, to name: String) throws(SQLiteError) {
    guard let index = parameterIndex(name) else {
      throw SQLiteError(code: .range, message: "The statement has no parameter \(name).", sql: sql)
    }
    try bind(value, at: index)
  }

  /// Binds a blob of zero bytes that will be written incrementally.
  public borrowing func bindZeroBlob(count: Int, at index: Int) throws(SQLiteError) {
    let index = Int32(clamping: index)
    try parameters.check(unsafe sqlite3_bind_zeroblob64(pointer, index, UInt64(max(count, 0))))
  }

  /// Sets all parameters to NULL.
  @inlinable
  public borrowing func clearBindings() { unsafe sqlite3_clear_bindings(pointer) }
}

/// An address for empty text, which must not be bound as NULL.
@usableFromInline nonisolated(unsafe) let emptyText: UnsafePointer<CChar> = {
  let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: 1)
  unsafe bytes.initialize(to: 0)
  return unsafe UnsafePointer(bytes)
}()
