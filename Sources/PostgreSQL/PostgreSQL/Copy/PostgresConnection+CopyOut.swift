import CPostgreSQL

extension PostgresConnection {
  /// Reads the rows of a query by `COPY`, one at a time; the fastest way to read very many rows.
  ///
  /// - Parameters:
  ///   - query: A `SELECT` without parameters.
  ///   - body: A closure that receives the values of each row.
  /// - Throws: ``PostgresError``, or any error that the closure throws, after which the query is
  ///   cancelled on the server.
  public func copyOut(_ query: String, _ body: ([PostgresValue]) throws -> Void) throws {
    let columns = try prepare(query).columns
    guard columns.areBinary else {
      throw PostgresError(
        code: .featureNotSupported,
        message: "COPY cannot read columns of types that the library does not support.",
        sql: query,
        hint: "Cast them: column::text."
      )
    }
    let sql = "COPY (\(query)\n) TO STDOUT (FORMAT binary)"
    let handle = try unsafe idleHandle(for: query)
    guard let answer = unsafe ResultHandle(livesql_PQexec(handle, sql)) else { throw lost(query) }
    guard answer.status == .copyOut else {
      let failure = answer.error(sql: sql)
      drain()
      throw failure
    }
    activity = .copying
    defer { activity = .idle }
    do { try unsafe readCopy(handle, columns, sql, body) } catch {
      cancellation.cancel()
      drain()
      throw error
    }
    try unsafe endReading(handle, sql)
  }

  private func readCopy(
    _ handle: OpaquePointer,
    _ columns: PostgresColumns,
    _ sql: String,
    _ body: ([PostgresValue]) throws -> Void
  ) throws {
    var isFirst = true
    while true {
      var address: UnsafeMutablePointer<CChar>?
      let count = unsafe livesql_PQgetCopyData(handle, &address, 0)
      if count == -1 { return }
      guard count >= 0, let start = unsafe address else { throw lost(sql) }
      defer { unsafe livesql_PQfreemem(start) }
      let bytes = unsafe UnsafeRawBufferPointer(start: start, count: Int(count))
      do {
        var reader = unsafe ByteReader(bytes)
        if isFirst { try Self.skipHeader(&reader) }
        isFirst = false
        while reader.count > 0, let row = try Self.row(&reader, columns) { try body(row) }
      } catch is ByteReader.Malformed {
        throw PostgresError.malformed("row of COPY")
      }
    }
  }

  /// Skips the signature, the flags and the extension.
  private static func skipHeader(_ reader: inout ByteReader) throws(ByteReader.Malformed) {
    _ = unsafe try reader.bytes(15)
    _ = unsafe try reader.bytes(Int(try reader.integer(Int32.self)))
  }

  /// Reads the values of a row; `nil` at the end of the data.
  private static func row(_ reader: inout ByteReader, _ columns: PostgresColumns) throws
    -> [PostgresValue]?
  {
    let count = try reader.integer(Int16.self)
    if count == -1 { return nil }
    guard count == columns.count else { throw ByteReader.Malformed() }
    var values: [PostgresValue] = []
    for type in columns.types {
      let length = try reader.integer(Int32.self)
      values.append(
        length == -1 ? .null : unsafe try .binary(try reader.bytes(Int(length)), as: type)
      )
    }
    return values
  }

  private func endReading(_ handle: OpaquePointer, _ sql: String) throws(PostgresError) {
    guard let result = unsafe ResultHandle(livesql_PQgetResult(handle)) else { throw lost(sql) }
    let failure = result.status == .command ? nil : result.error(sql: sql)
    drain()
    if let failure { throw failure }
  }
}
