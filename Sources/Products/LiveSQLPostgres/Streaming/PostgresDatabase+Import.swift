import DatabaseTypes
public import PostgreSQL
public import PostgreSQLDatabase
public import SQLiteTools

extension PostgresConnection {
  /// Inserts the rows of a CSV or JSON lines input by `COPY`, in a transaction.
  ///
  /// The formats are those of SQLite's `importRows`. The server reads each value as the type of its
  /// column, so a text becomes a date, and a blob fits a `bytea`. The table must exist. Columns
  /// that the input does not name get their defaults.
  ///
  /// - Parameters:
  ///   - source: The input, in UTF-8.
  ///   - table: The table's name, which is quoted.
  ///   - schema: Its schema, or `nil` for the first one in the search path that has the table.
  ///   - options: The format. A conflict always ends the import.
  ///   - progress: Called as rows are sent. If it throws, nothing is inserted.
  /// - Returns: The number of rows.
  /// - Throws: `ImportError` for an input that cannot be read; `PostgresError`; an error of
  ///   `progress`.
  @discardableResult
  public func importRows(
    from source: ImportSource,
    into table: String,
    schema: String? = nil,
    _ options: RowImportOptions,
    progress: (ImportProgress) throws -> Void = { _ in }
  ) throws -> Int {
    guard options.conflict == .abort else {
      throw PostgresError(
        code: .featureNotSupported,
        message: "COPY cannot skip or replace rows. Import into a temporary table, and insert from "
          + "there with ON CONFLICT."
      )
    }
    let place = (schema.map { Self.quoted($0) + "." } ?? "") + Self.quoted(table)
    return try withoutActuallyEscaping(progress) { progress in
      var reader = try ImportReader(source, options.format, progress)
      var (count, next) = (0, try reader.next())
      // The lines of JSON may name other columns than those before.
      while let first = next {
        (count, next) = try copy(from: first, &reader, into: place, after: count)
      }
      return count
    }
  }

  /// Copies consecutive rows that name the same columns.
  ///
  /// - Returns: The number of rows so far, and the first row that names others.
  private func copy(
    from first: ImportReader.Line,
    _ reader: inout ImportReader,
    into place: String,
    after count: Int
  ) throws -> (Int, ImportReader.Line?) {
    let columns = first.names.map { " (\($0.map(Self.quoted).joined(separator: ", ")))" } ?? ""
    var next: ImportReader.Line? = first
    let copied = try copyText("COPY \(place)\(columns) FROM STDIN") { send in
      var text = CopyText()
      while let line = next, line.names == first.names {
        text.append(line.values)
        if text.isFull {
          try send(text.bytes)
          text.removeAll()
        }
        next = try reader.next()
      }
      if !text.bytes.isEmpty { try send(text.bytes) }
    }
    return (count + copied, next)
  }
}

extension PostgresDatabase {
  /// Inserts the rows of a CSV or JSON lines input by `COPY`, in one transaction.
  ///
  /// See the form of a connection for details. Cancelling the task rolls back.
  ///
  /// - Parameters:
  ///   - source: The input, in UTF-8.
  ///   - table: The table's name, which is quoted.
  ///   - schema: Its schema, or `nil` for the first one in the search path that has the table.
  ///   - options: The format. A conflict always ends the import.
  ///   - progress: Called as rows are sent, on another thread. If it throws, nothing is inserted.
  /// - Returns: The number of rows.
  /// - Throws: `ImportError`, `PostgresError`, `CancellationError`, an error of `progress`.
  @discardableResult
  public func importRows(
    from source: ImportSource,
    into table: String,
    schema: String? = nil,
    _ options: RowImportOptions,
    progress: @escaping @Sendable (ImportProgress) throws -> Void = { _ in }
  ) async throws -> Int {
    try await write { db in
      try db.importRows(from: source, into: table, schema: schema, options, progress: progress)
    }
  }

  /// Inserts the rows of a CSV or JSON lines input that arrives in pieces, in one transaction.
  ///
  /// Each piece is asked for when the one before it has been read. If the sequence throws, or the
  /// task is cancelled, nothing is inserted.
  ///
  /// - Parameters:
  ///   - pieces: The input, in UTF-8, such as a sequence of `Data` or `[UInt8]`.
  ///   - byteCount: The number of bytes if known, for progress reports.
  ///   - table: The table's name, which is quoted.
  ///   - schema: Its schema, or `nil` for the first one in the search path that has the table.
  ///   - options: The format. A conflict always ends the import.
  ///   - progress: Called as rows are sent, on another thread. If it throws, nothing is inserted.
  /// - Returns: The number of rows.
  /// - Throws: `ImportError`, `PostgresError`, `CancellationError`, an error of the sequence or of
  ///   `progress`.
  @discardableResult
  public func importRows<Pieces: AsyncSequence & Sendable>(
    from pieces: Pieces,
    byteCount: Int? = nil,
    into table: String,
    schema: String? = nil,
    _ options: RowImportOptions,
    progress: @escaping @Sendable (ImportProgress) throws -> Void = { _ in }
  ) async throws -> Int where Pieces.Element: Sequence<UInt8> {
    try await withPieces({ channel in await channel.send(pieces) }) { channel in
      let source = channel.source(byteCount: byteCount)
      return try await importRows(
        from: source,
        into: table,
        schema: schema,
        options,
        progress: progress
      )
    }
  }
}
