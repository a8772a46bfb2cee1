import CSQLite

extension Connection {
  /// The code of the last call on the connection that failed, with its extension.
  ///
  /// https://www.sqlite.org/c3ref/errcode.html
  public var lastErrorCode: ResultCode {
    guard let handle = unsafe pointer else { return .misuse }
    return ResultCode(rawValue: unsafe sqlite3_extended_errcode(handle))
  }

  /// What SQLite says of the last call; `nil` where the connection is closed.
  public var lastErrorMessage: String? {
    guard let handle = unsafe pointer else { return nil }
    return unsafe String(cString: sqlite3_errmsg(handle))
  }
}
