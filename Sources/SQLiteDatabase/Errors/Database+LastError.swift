public import SQLite

extension Database {
  /// SQLite's code of the last failed call on this connection; ``ResultCode/ok`` after a success.
  ///
  /// Thrown errors contain more information, and belong to a particular statement.
  ///
  /// https://www.sqlite.org/c3ref/errcode.html
  public var lastErrorCode: ResultCode { lastViolation?.code ?? connection.lastErrorCode }

  /// SQLite's message for ``lastErrorCode``; `nil` if the connection is closed.
  public var lastErrorMessage: String? {
    connection.lastErrorMessage.map { lastViolation?.message ?? $0 }
  }
}
