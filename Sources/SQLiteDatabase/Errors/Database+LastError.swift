public import SQLite

extension Database {
  /// SQLite's code of the last call on this connection that failed; ``ResultCode/ok`` where the last one did not.
  ///
  /// Errors that are thrown tell more, and tell of their own statement.
  ///
  /// https://www.sqlite.org/c3ref/errcode.html
  public var lastErrorCode: ResultCode { connection.lastErrorCode }

  /// What SQLite says of ``lastErrorCode``; `nil` where the connection is closed.
  public var lastErrorMessage: String? { connection.lastErrorMessage }
}
