public import CSQLite

/// The parameters of a statement, for binding many values in a row.
///
/// It does not retain the statement, which the caller has to keep: retaining it would cost a retain
/// and a release for each value.
@safe @frozen
public struct StatementParameters {
  @usableFromInline let statement: OpaquePointer

  @inlinable
  init(_ statement: OpaquePointer) { unsafe self.statement = statement }

  /// Binds an integer.
  @inlinable
  public func bind(_ value: Int64, at index: Int) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_int64(statement, Int32(clamping: index), value))
  }

  /// Binds a floating-point number; SQLite stores NaN as NULL.
  @inlinable
  public func bind(_ value: Double, at index: Int) throws(SQLiteError) {
    try check(unsafe sqlite3_bind_double(statement, Int32(clamping: index), value))
  }

  /// Binds text by its length, so that NUL characters are preserved.
  ///
  /// SQLite copies the text.
  @inlinable
  public func bind(_ value: String, at index: Int) throws(SQLiteError) {
    var text = value
    let code = text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe livesql_bind_text(
          statement,
          Int32(clamping: index),
          characters.baseAddress ?? emptyText,
          UInt64(characters.count)
        )
      }
    }
    try check(code)
  }

  @inlinable
  func check(_ code: Int32) throws(SQLiteError) {
    guard code != SQLITE_OK else { return }
    throw error(code)
  }

  @usableFromInline @inline(never)
  func error(_ code: Int32) -> SQLiteError {
    let sql = unsafe sqlite3_sql(statement).map { unsafe String(cString: $0) }
    return unsafe SQLiteError(code, of: sqlite3_db_handle(statement), sql: sql)
  }
}

extension Statement {
  /// The parameters, valid as long as the statement exists.
  @inlinable public var parameters: StatementParameters { unsafe StatementParameters(pointer) }
}
