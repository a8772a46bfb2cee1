package import SQLite

extension Database {
  /// Calls the binding, and converts its errors to errors of this library.
  ///
  /// An interruption due to the cancellation of the access's task becomes a `CancellationError`.
  package func direct<Result>(_ body: (Connection) throws -> Result) throws -> Result {
    try checkAccess()
    do {
      let result = try body(connection)
      // The call may have written, and committed on its own.
      if capture.transactionEnd != nil { try settle() }
      return result
    } catch let error as SQLiteError {
      note(error)
      if cancellation?.isCancelled == true, error.isInterruption {
        throw CancellationError()
      }
      throw databaseError(error)
    }
  }

  /// Runs a closure while an option of the connection is on or off.
  ///
  /// SQLite recompiles each statement afterwards.
  package func withOption<Result>(
    _ option: ConnectionOption,
    _ isOn: Bool,
    _ body: () throws -> Result
  ) throws -> Result {
    try checkAccess()
    let before = connection.option(option)
    guard before != isOn else { return try body() }
    try switchOption(option, isOn)
    let result: Result
    do { result = try body() } catch {
      try? switchOption(option, before)
      throw error
    }
    try switchOption(option, before)
    return result
  }
}
