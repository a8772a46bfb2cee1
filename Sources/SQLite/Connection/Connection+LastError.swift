import CSQLite

extension Connection {
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
