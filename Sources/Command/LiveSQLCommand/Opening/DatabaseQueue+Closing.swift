import SQLiteDatabase

extension DatabaseQueue {
  /// Calls a closure, and closes the database afterwards, also if the closure throws: otherwise the
  /// files of the write-ahead log would stay until the next program closes the database.
  func closing<Result>(_ body: () async throws -> Result) async throws -> Result {
    let result: Result
    do { result = try await body() } catch {
      try? close()
      throw error
    }
    try close()
    return result
  }
}
