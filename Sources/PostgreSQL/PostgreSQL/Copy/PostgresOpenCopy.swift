import CPostgreSQL

/// An unfinished `COPY`; until it ends, the connection can do nothing else.
///
/// Only the connection's thread uses it, and the code that began it ends or abandons it.
package final class PostgresOpenCopy {
  let target: PostgresCopyTarget
  private let connection: PostgresConnection

  fileprivate init(_ target: PostgresCopyTarget, on connection: PostgresConnection) {
    (self.target, self.connection) = (target, connection)
  }

  /// Sends the rows, and removes them from the buffer.
  package func send(_ rows: inout PostgresCopyRows) throws(PostgresError) {
    let handle = try unsafe connection.handle()
    let code = unsafe rows.withBytes { bytes in
      unsafe livesql_PQputCopyData(
        handle,
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        Int32(clamping: bytes.count)
      )
    }
    guard code == 1 else { throw connection.lost(target.sql) }
    rows.removeAll()
  }

  /// Ends writing, and reads the server's response.
  ///
  /// - Returns: The number of rows.
  package func end() throws(PostgresError) -> Int {
    defer { connection.activity = .idle }
    let handle = try unsafe connection.handle()
    var trailer = PostgresCopyRows(endOf: target)
    try send(&trailer)
    guard unsafe livesql_PQputCopyEnd(handle, nil) == 1 else { throw connection.lost(target.sql) }
    guard let result = unsafe ResultHandle(livesql_PQgetResult(handle)) else {
      throw connection.lost(target.sql)
    }
    let failure = result.status == .command ? nil : result.error(sql: target.sql)
    let count = result.affectedRowCount
    connection.drain()
    if let failure { throw failure }
    return count
  }

  /// Abandons the copy, so that the server discards all rows.
  package func abandon() {
    connection.drain()
    connection.activity = .idle
  }
}

extension PostgresConnection {
  /// Begins a `COPY` into a table.
  package func beginCopy(to target: PostgresCopyTarget) throws(PostgresError) -> PostgresOpenCopy {
    let handle = try unsafe idleHandle(for: target.sql)
    onStatement?(target.sql)
    sentCount &+= 1
    guard let answer = unsafe ResultHandle(livesql_PQexec(handle, target.sql)) else {
      throw lost(target.sql)
    }
    guard answer.status == .copyIn else { throw answer.error(sql: target.sql) }
    activity = .copying
    let copy = PostgresOpenCopy(target, on: self)
    var header = PostgresCopyRows(beginningOf: target)
    do throws(PostgresError) { try copy.send(&header) } catch {
      copy.abandon()
      throw error
    }
    return copy
  }
}
