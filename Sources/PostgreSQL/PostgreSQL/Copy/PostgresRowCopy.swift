/// A copy of rows that are sent while they are written, so that the server works in parallel.
///
/// The `COPY` begins when the first rows are sent. Only the connection's thread uses it, and the
/// code that created it finishes or abandons it.
package final class PostgresRowCopy {
  package let target: PostgresCopyTarget
  private let connection: PostgresConnection
  private var rows: PostgresCopyRows
  /// The `COPY`, once it has begun.
  private var open: PostgresOpenCopy?

  package init(to target: PostgresCopyTarget, on connection: PostgresConnection) {
    (self.target, self.connection) = (target, connection)
    rows = PostgresCopyRows(target)
  }

  /// Appends a row, whose values a closure writes.
  ///
  /// - Parameter writeValues: A closure that appends one value for each column, and returns whether
  ///   all of them have a binary form as the column's type.
  /// - Returns: Whether the row was appended.
  /// - Throws: ``PostgresError`` if the connection is lost, or any error that the closure throws.
  package func append(_ writeValues: (inout PostgresCopyRows) throws -> Bool) throws -> Bool {
    rows.beginRow()
    do {
      guard try writeValues(&rows) else {
        rows.dropRow()
        return false
      }
    } catch {
      // In a pipeline, the copy may continue after an error.
      rows.dropRow()
      throw error
    }
    if rows.isFull { try send() }
    return true
  }

  /// Begins the `COPY` before there are rows, so that the connection can do nothing else.
  ///
  /// - Throws: ``PostgresError``.
  package func begin() throws(PostgresError) { _ = try opened() }

  private func opened() throws(PostgresError) -> PostgresOpenCopy {
    if let open { return open }
    let copy = try connection.beginCopy(to: target)
    open = copy
    return copy
  }

  private func send() throws(PostgresError) {
    if let isInterrupted = connection.isInterrupted, isInterrupted() {
      throw .interrupted(target.sql)
    }
    try opened().send(&rows)
  }

  /// Sends the remaining rows, and waits for the server.
  ///
  /// Afterwards, rows can be appended to another `COPY`.
  ///
  /// - Returns: The number of rows of the `COPY`.
  /// - Throws: ``PostgresError``; then the server has discarded the rows.
  @discardableResult
  package func finish() throws(PostgresError) -> Int {
    if !rows.isEmpty { try send() }
    guard let copy = open else { return 0 }
    open = nil
    return try copy.end()
  }

  /// Makes the server discard the rows that were sent.
  package func abandon() {
    open?.abandon()
    open = nil
    rows.removeAll()
  }
}
