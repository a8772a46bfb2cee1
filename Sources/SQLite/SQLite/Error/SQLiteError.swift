import CSQLite
public import DatabaseTypes

/// An error that SQLite reports.
///
/// It contains no bound values.
public struct SQLiteError: Error, Sendable, Hashable {
  /// The extended result code.
  public let code: ResultCode
  /// SQLite's message.
  public let message: String
  /// The SQL of the statement.
  public let sql: String?
  /// The position of the error in `sql`, in UTF-8 bytes from its start, if SQLite reports it.
  ///
  /// https://www.sqlite.org/c3ref/errcode.html
  public let offset: Int?

  /// Creates an error.
  public init(code: ResultCode, message: String, sql: String? = nil, offset: Int? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
    self.offset = offset
  }
}

extension SQLiteError {
  /// Creates the error of the last call on a connection.
  @usableFromInline @inline(never)
  init(_ code: Int32, of handle: OpaquePointer?, sql: String? = nil) {
    let message = unsafe handle.map { unsafe String(cString: sqlite3_errmsg($0)) }
    let offset = unsafe handle.flatMap { unsafe OptionalSymbols.errorOffset?($0) } ?? -1
    self.init(
      code: ResultCode(rawValue: code),
      message: message ?? ResultCode(rawValue: code).name,
      sql: sql,
      offset: sql != nil && offset >= 0 ? Int(offset) : nil
    )
  }

  /// Returns the error for a call that violates a rule of the binding, detected before calling
  /// SQLite.
  @usableFromInline @inline(never)
  static func misuse(_ message: String, sql: String? = nil) -> SQLiteError {
    SQLiteError(code: .misuse, message: message, sql: sql)
  }
}

extension SQLiteError: _SelfDescribingError {
  /// The code, the message and the SQL, with the position of the error marked.
  public var description: String {
    let statement = sql.map { " in: " + Self.marked($0, at: offset) } ?? ""
    return "SQLite error \(code.rawValue): \(message)\(statement)"
  }

  /// Returns the SQL with a pointing hand before the byte at `offset`.
  package static func marked(_ sql: String, at offset: Int?) -> String {
    guard let offset, (0...sql.utf8.count).contains(offset) else { return sql }
    let index = sql.utf8.index(sql.startIndex, offsetBy: offset)
    return sql[..<index] + "👉" + sql[index...]
  }
}

/// Throws if a result code is not `SQLITE_OK`.
@usableFromInline
func check(_ code: Int32, of handle: OpaquePointer?, sql: String? = nil) throws(SQLiteError) {
  guard code != SQLITE_OK else { return }
  throw unsafe SQLiteError(code, of: handle, sql: sql)
}
