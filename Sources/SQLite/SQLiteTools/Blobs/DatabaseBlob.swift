import DatabaseTypes
import SQLite
public import SQLiteDatabase

/// A blob or a text of one row that is read and written in pieces.
///
/// See ``Database/withBlob(table:column:rowID:schema:isWritable:_:)``. Its size is fixed.
public struct DatabaseBlob: ~Copyable {
  private var blob: Blob
  private let database: Database

  fileprivate init(_ blob: consuming Blob, in database: Database) {
    self.blob = blob
    self.database = database
  }

  /// The size in bytes.
  public var count: Int { blob.count }

  /// Returns a copy of some of the bytes.
  ///
  /// - Parameters:
  ///   - offset: The offset of the first byte.
  ///   - count: The number of bytes; `nil` for all bytes up to the end.
  /// - Throws: ``DatabaseError`` if the range exceeds the blob, or if the row was changed since the
  ///   blob was opened.
  public borrowing func read(at offset: Int = 0, count: Int? = nil) throws -> [UInt8] {
    do throws(SQLiteError) {
      return try blob.read(at: offset, count: count ?? max(blob.count - max(offset, 0), 0))
    } catch { throw reported(error) }
  }

  /// Reads as many bytes as a buffer holds.
  ///
  /// - Parameters:
  ///   - buffer: The buffer to fill.
  ///   - offset: The offset of the first byte in the blob.
  /// - Throws: ``DatabaseError`` if the range exceeds the blob, or if the row was changed since the
  ///   blob was opened.
  public borrowing func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int = 0) throws
  {
    do throws(SQLiteError) { try blob.read(into: buffer, at: offset) } catch {
      throw reported(error)
    }
  }

  /// Overwrites bytes of the blob.
  ///
  /// - Parameters:
  ///   - bytes: The new bytes.
  ///   - offset: The offset of the first byte in the blob.
  /// - Throws: ``DatabaseError`` if the range exceeds the blob, if the blob was not opened for
  ///   writing, or if the row was changed since then.
  public borrowing func write(_ bytes: [UInt8], at offset: Int = 0) throws {
    do throws(SQLiteError) { try blob.write(bytes, at: offset) } catch { throw reported(error) }
  }

  /// Overwrites bytes of the blob.
  ///
  /// - Parameters:
  ///   - bytes: The new bytes.
  ///   - offset: The offset of the first byte in the blob.
  /// - Throws: ``DatabaseError``, like the form that takes an array.
  public borrowing func write(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0) throws {
    do throws(SQLiteError) { try blob.write(bytes, at: offset) } catch { throw reported(error) }
  }

  fileprivate consuming func close() throws {
    let database = database
    do throws(SQLiteError) { try blob.close() } catch { throw database.databaseError(error) }
  }

  private borrowing func reported(_ error: SQLiteError) -> DatabaseError {
    guard error.code.primary == .abort else { return database.databaseError(error) }
    return DatabaseError(
      code: .other,
      message: "The row was changed or deleted while its blob was open. Open the blob again.",
      resultCode: error.code,
      path: database.path
    )
  }
}

extension Database {
  /// Opens a blob or a text of one row, to read or write it in pieces.
  ///
  /// ```swift
  /// try database.write { db in
  ///   let insertion = "INSERT INTO pictures (id, data) VALUES (?, zeroblob(?))"
  ///   try db.execute(sql: insertion, arguments: [7, file.count])
  ///   try db.withBlob(table: "pictures", column: "data", rowID: 7, isWritable: true) { blob in
  ///     for (offset, piece) in file.pieces { try blob.write(piece, at: offset) }
  ///   }
  /// }
  /// ```
  ///
  /// If the closure throws, its writes are undone. Observers and live queries see the writes as a
  /// change of the row.
  ///
  /// - Parameters:
  ///   - table: A table with row numbers.
  ///   - column: A column that holds a blob or a text in that row. To be writable, it must not be
  ///     used by an index or a foreign key.
  ///   - rowID: The row's number.
  ///   - schema: `main`, `temp`, or the name of an attached database.
  ///   - isWritable: Whether the blob can be written.
  ///   - body: Gets the blob, which is closed afterwards.
  /// - Returns: The result of `body`.
  /// - Throws: An error of `body`, or ``DatabaseError`` with `.notFound` if there is no such table,
  ///   column or row.
  ///
  /// https://www.sqlite.org/c3ref/blob_open.html
  public func withBlob<Result>(
    table: String,
    column: String,
    rowID: Int64,
    schema: String = "main",
    isWritable: Bool = false,
    _ body: (borrowing DatabaseBlob) throws -> Result
  ) throws -> Result {
    guard isWritable else {
      return try useBlob(table, column, rowID, schema, isWritable: false, body)
    }
    return try writingDirectly { _ in
      let region = Region(table: TableName(schema: schema, table))
      try prepareCapture(ofDirectWrites: region)
      // SQLite does not count writes to blobs as changes; without a hook no one would see them.
      if connection.hasSession { capture.markDirty(region) }
      return try useBlob(table, column, rowID, schema, isWritable: true, body)
    }
  }

  private func useBlob<Result>(
    _ table: String,
    _ column: String,
    _ rowID: Int64,
    _ schema: String,
    isWritable: Bool,
    _ body: (borrowing DatabaseBlob) throws -> Result
  ) throws -> Result {
    if let cancellation, cancellation.isCancelled { throw CancellationError() }
    try checkAccess()
    let opened: DatabaseBlob
    do throws(SQLiteError) {
      let blob = try Blob(
        table: table,
        column: column,
        row: rowID,
        schema: schema,
        isWritable: isWritable,
        on: connection
      )
      opened = DatabaseBlob(blob, in: self)
    } catch {
      throw databaseError(error)
    }
    let result = try body(opened)
    try opened.close()
    return result
  }
}
