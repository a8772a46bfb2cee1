package import SQLite

extension Database {
  /// Calls the binding, and reports its errors as this library's.
  ///
  /// An interruption by the cancellation of the access's task is a `CancellationError`.
  package func direct<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try checkAccess()
    do {
      let result = try body(connection)
      // It may have written, and committed by itself.
      if capture.transactionEnd != nil { try settle() }
      return result
    } catch let error as SQLiteError {
      if cancellation?.isCancelled == true, error.code.primary == .interrupt {
        throw CancellationError()
      }
      throw databaseError(error)
    }
  }
}
