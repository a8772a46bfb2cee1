import CPostgreSQL

extension PostgresConnection {
  /// Inserts many rows by `COPY`, which takes a tenth of the time that statements take.
  ///
  /// All rows are inserted or none. The server sees them while they are written, at about 64 KB each time.
  ///
  /// ```swift
  /// let count = try connection.copyIn("items", columns: ["id", "title"]) { writer in
  ///   for item in items { try writer.append([.integer(item.id), .text(item.title)]) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - table: The table's name, which is quoted here.
  ///   - schema: Its schema, or `nil` for the first of the search path that has it.
  ///   - columns: The columns' names, in the order of the values.
  ///   - body: Writes the rows.
  /// - Returns: The number of rows.
  /// - Throws: ``PostgresError``, or what the closure throws; nothing is inserted then.
  @discardableResult
  public func copyIn(
    _ table: String,
    schema: String? = nil,
    columns: [String],
    _ body: (inout PostgresCopyWriter) throws -> Void
  ) throws -> Int {
    try copyIn(to: copyTarget(PostgresTable(table, schema: schema), columns: columns), body)
  }

  /// Inserts many rows by `COPY` into a table whose columns are known.
  @discardableResult
  package func copyIn(
    to target: PostgresCopyTarget,
    _ body: (inout PostgresCopyWriter) throws -> Void
  ) throws -> Int {
    let copy = try beginCopy(to: target)
    do {
      var writer = PostgresCopyWriter(copy)
      try body(&writer)
      try writer.finish()
    } catch {
      copy.abandon()
      throw error
    }
    return try copy.end()
  }

  /// A name as SQL has it: in quotation marks, so that it may be anything.
  package static func quoted(_ name: String) -> String {
    "\"" + name.replacing("\"", with: "\"\"") + "\""
  }
}

/// Writes rows of a `COPY`.
public struct PostgresCopyWriter: ~Copyable {
  private let copy: PostgresOpenCopy
  private var rows: PostgresCopyRows

  init(_ copy: PostgresOpenCopy) {
    self.copy = copy
    rows = PostgresCopyRows(copy.target)
  }

  /// Writes a row.
  ///
  /// Only what can be written in binary goes into a `COPY`: a text goes into a column of texts, and not into one of
  /// dates.
  ///
  /// - Throws: ``PostgresError`` where values and columns do not fit each other, and where the server is lost.
  public mutating func append(_ values: [PostgresValue]) throws(PostgresError) {
    guard values.count == copy.target.types.count else {
      throw PostgresError(
        code: .protocolViolation,
        message:
          "A row has \(copy.target.types.count) columns, and was given \(values.count) values.",
        sql: copy.target.sql
      )
    }
    rows.beginRow()
    for index in values.indices { try append(values[index], at: index) }
    if rows.isFull { try copy.send(&rows) }
  }

  private mutating func append(_ value: PostgresValue, at index: Int) throws(PostgresError) {
    guard try !rows.append(value, at: index) else { return }
    throw EncodingFailure.mismatch.error(value, at: index, of: copy.target)
  }

  mutating func finish() throws(PostgresError) { try copy.send(&rows) }
}
