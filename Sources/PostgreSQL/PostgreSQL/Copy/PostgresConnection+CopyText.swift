import CPostgreSQL

extension PostgresConnection {
  /// Inserts rows by `COPY` in its text format, so that the server reads values of any type.
  ///
  /// - Parameters:
  ///   - sql: `COPY … FROM STDIN`.
  ///   - body: Sends the rows in pieces.
  /// - Returns: The number of rows.
  /// - Throws: ``PostgresError``, or any error of the closure; then nothing is inserted.
  package func copyText(
    _ sql: String,
    _ body: (_ send: ([UInt8]) throws -> Void) throws -> Void
  ) throws -> Int {
    let handle = try unsafe idleHandle(for: sql)
    sentCount &+= 1
    guard let answer = unsafe ResultHandle(livesql_PQexec(handle, sql)) else { throw lost(sql) }
    guard answer.status == .copyIn else { throw answer.error(sql: sql) }
    activity = .copying
    defer { activity = .idle }
    do {
      try body { bytes in try self.put(bytes, sql) }
    } catch {
      drain()
      throw error
    }
    return try endCopyText(sql)
  }

  private func put(_ bytes: [UInt8], _ sql: String) throws(PostgresError) {
    if let isInterrupted, isInterrupted() { throw .interrupted(sql) }
    let handle = try unsafe self.handle()
    let code = unsafe bytes.withUnsafeBytes { bytes in
      unsafe livesql_PQputCopyData(
        handle,
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        Int32(clamping: bytes.count)
      )
    }
    guard code == 1 else { throw lost(sql) }
  }

  private func endCopyText(_ sql: String) throws(PostgresError) -> Int {
    let handle = try unsafe self.handle()
    guard unsafe livesql_PQputCopyEnd(handle, nil) == 1,
      let result = unsafe ResultHandle(livesql_PQgetResult(handle))
    else { throw lost(sql) }
    let failure = result.status == .command ? nil : result.error(sql: sql)
    let count = result.affectedRowCount
    drain()
    if let failure { throw failure }
    return count
  }
}
