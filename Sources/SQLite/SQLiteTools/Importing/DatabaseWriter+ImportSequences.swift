public import DatabaseTypes
public import SQLiteDatabase

extension DatabaseWriter {
  /// Inserts the rows of a CSV or JSON lines input that arrives in pieces, in one transaction.
  ///
  /// ```swift
  /// let options = RowImportOptions(format: .csv())
  /// try await database.importRows(from: request.body, into: "cities", options)
  /// ```
  ///
  /// Each piece is asked for when the one before it has been read. Other writes wait until the end,
  /// so store an input that arrives slowly in a file first. If the sequence throws, or the task is
  /// cancelled, nothing is inserted.
  ///
  /// See ``importRows(from:into:_:progress:)`` for the formats.
  ///
  /// - Parameters:
  ///   - pieces: The input, in UTF-8, such as a sequence of `Data` or `[UInt8]`.
  ///   - byteCount: The number of bytes if known, for progress reports.
  ///   - table: The table.
  ///   - options: The format of the input, and the resolution of conflicts.
  ///   - progress: Called as rows are inserted, on another thread. If it throws, the transaction is
  ///     rolled back.
  /// - Returns: The number of inserted rows, and the SQL of the table if it was created.
  /// - Throws: ``ImportError``, ``DatabaseError``, `CancellationError`, an error of the sequence or
  ///   of `progress`.
  @discardableResult
  public func importRows<Pieces: AsyncSequence & Sendable>(
    from pieces: Pieces,
    byteCount: Int? = nil,
    into table: TableName,
    _ options: RowImportOptions,
    progress: @escaping @Sendable (ImportProgress) throws -> Void = { _ in }
  ) async throws -> RowImportSummary where Pieces.Element: Sequence<UInt8> {
    try await withPieces({ channel in await channel.send(pieces) }) { channel in
      let source = channel.source(byteCount: byteCount)
      return try await importRows(from: source, into: table, options, progress: progress)
    }
  }

  /// Inserts the rows of a CSV or JSON lines input that arrives in bytes, in one transaction.
  ///
  /// See the form for pieces for details.
  ///
  /// - Parameters:
  ///   - bytes: The input, in UTF-8, such as the bytes of a `FileHandle` or a `URLSession`.
  ///   - byteCount: The number of bytes if known, for progress reports.
  ///   - table: The table.
  ///   - options: The format of the input, and the resolution of conflicts.
  ///   - progress: Called as rows are inserted, on another thread. If it throws, the transaction is
  ///     rolled back.
  /// - Returns: The number of inserted rows, and the SQL of the table if it was created.
  /// - Throws: ``ImportError``, ``DatabaseError``, `CancellationError`, an error of the sequence or
  ///   of `progress`.
  @discardableResult
  public func importRows<Bytes: AsyncSequence & Sendable>(
    from bytes: Bytes,
    byteCount: Int? = nil,
    into table: TableName,
    _ options: RowImportOptions,
    progress: @escaping @Sendable (ImportProgress) throws -> Void = { _ in }
  ) async throws -> RowImportSummary where Bytes.Element == UInt8 {
    try await withPieces({ channel in await channel.send(bytes: bytes) }) { channel in
      let source = channel.source(byteCount: byteCount)
      return try await importRows(from: source, into: table, options, progress: progress)
    }
  }
}

/// Runs an import, while a child task sends it the pieces of its input.
///
/// Cancelling the task ends both.
package func withPieces<Summary: Sendable>(
  _ send: @escaping @Sendable (PieceChannel) async -> Void,
  _ importing: (PieceChannel) async throws -> Summary
) async throws -> Summary {
  let channel = PieceChannel()
  return try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask { await send(channel) }
    defer {
      channel.abandon()
      group.cancelAll()
    }
    return try await withTaskCancellationHandler {
      try await importing(channel)
    } onCancel: {
      channel.abandon()
    }
  }
}
