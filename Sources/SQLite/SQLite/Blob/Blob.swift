import CSQLite

/// A blob or text value of one row, read and written in pieces.
///
/// Its size is fixed: reserve space with ``Statement/bindZeroBlob(count:at:)`` or SQL's
/// `zeroblob(n)`.
///
/// ```swift
/// var picture = try Blob(
///   table: "items", column: "picture", row: 7, isWritable: true, on: connection)
/// try picture.write(bytes, at: 0)
/// try picture.close()
/// ```
///
/// If the row is changed or deleted by other means, reading and writing fail with
/// ``ResultCode/abort``. A blob has exactly one owner, and is closed when it is destroyed.
///
/// https://www.sqlite.org/c3ref/blob.html
@safe
public struct Blob: ~Copyable {
  /// `nil` after the blob was closed.
  private var pointer: OpaquePointer?
  /// Kept so that the connection stays open until the blob is closed.
  private let connection: Connection

  /// Opens the value of a column of one row.
  ///
  /// - Parameters:
  ///   - table: A table with rowids.
  ///   - column: A column that holds a blob or text in that row. For a writable blob, no index and
  ///     no foreign key may use the column.
  ///   - row: The rowid.
  ///   - schema: `main`, `temp`, or the name of an attached database.
  ///   - isWritable: Whether the value can be written.
  ///   - connection: The connection to the database.
  /// - Throws: ``ResultCode/error`` if there is no such table, column or row, or if the value is
  ///   neither a blob nor text.
  ///
  /// https://www.sqlite.org/c3ref/blob_open.html
  public init(
    table: String,
    column: String,
    row: Int64,
    schema: String = "main",
    isWritable: Bool = false,
    on connection: Connection
  ) throws(SQLiteError) {
    let handle = try unsafe connection.handle()
    try checkName(table, of: "a table")
    try checkName(column, of: "a column")
    try checkName(schema, of: "a schema")
    var opened: OpaquePointer?
    let code = unsafe sqlite3_blob_open(
      handle,
      schema,
      table,
      column,
      row,
      isWritable ? 1 : 0,
      &opened
    )
    try unsafe check(code, of: handle)
    unsafe pointer = opened
    self.connection = connection
  }

  deinit { unsafe sqlite3_blob_close(pointer) }

  /// The size in bytes.
  public var count: Int { Int(unsafe sqlite3_blob_bytes(pointer)) }

  /// Moves to the same column of another row, which is faster than opening another blob.
  ///
  /// - Throws: ``ResultCode/error`` if there is no such row, or its value is neither a blob nor
  ///   text. From then on, reading and writing fail with ``ResultCode/abort``.
  ///
  /// https://www.sqlite.org/c3ref/blob_reopen.html
  public mutating func reopen(row: Int64) throws(SQLiteError) {
    try checked(unsafe sqlite3_blob_reopen(pointer, row))
  }

  /// Closes the blob and reports whether the written bytes could be committed.
  ///
  /// - Throws: The ``SQLiteError`` of the commit, if no other transaction is open.
  ///
  /// https://www.sqlite.org/c3ref/blob_close.html
  public consuming func close() throws(SQLiteError) {
    let code = unsafe sqlite3_blob_close(pointer)
    unsafe pointer = nil
    try checked(code)
  }

  borrowing func checked(_ code: Int32) throws(SQLiteError) {
    try unsafe check(code, of: connection.pointer)
  }
}

extension Blob {
  /// Reads bytes until a buffer is full.
  ///
  /// - Throws: ``ResultCode/range`` if the range exceeds the blob, or ``ResultCode/abort`` if the
  ///   row was changed.
  ///
  /// https://www.sqlite.org/c3ref/blob_read.html
  public borrowing func read(
    into buffer: UnsafeMutableRawBufferPointer,
    at offset: Int = 0
  ) throws(SQLiteError) {
    let (count, offset) = try checkRange(of: buffer.count, at: offset)
    guard let start = buffer.baseAddress, count > 0 else { return }
    try checked(unsafe sqlite3_blob_read(pointer, start, count, offset))
  }

  /// Returns a copy of a range of bytes.
  ///
  /// - Throws: The errors of ``read(into:at:)``.
  public borrowing func read(at offset: Int, count: Int) throws(SQLiteError) -> [UInt8] {
    var bytes: [UInt8] = []
    try append(to: &bytes, from: offset, count: count)
    return bytes
  }

  /// Appends a range of bytes to an array.
  ///
  /// - Throws: The errors of ``read(into:at:)``. The array is then unchanged.
  public borrowing func append(
    to bytes: inout [UInt8],
    from offset: Int,
    count: Int
  ) throws(SQLiteError) {
    // Check before the array grows, so that a wrong count cannot request too much memory.
    _ = try checkRange(of: count, at: offset)
    let oldCount = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: count))
    do throws(SQLiteError) {
      try read(into: &bytes, from: oldCount, at: offset)
    } catch {
      bytes.removeLast(count)
      throw error
    }
  }

  private borrowing func read(
    into bytes: inout [UInt8],
    from start: Int,
    at offset: Int
  ) throws(SQLiteError) {
    var failure: SQLiteError?
    unsafe bytes.withUnsafeMutableBytes { buffer in
      do throws(SQLiteError) {
        try unsafe read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[start...]), at: offset)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// Overwrites bytes of the blob.
  ///
  /// - Throws: ``ResultCode/range`` if the range exceeds the blob, ``ResultCode/readOnly`` if the
  ///   blob was not opened for writing, or ``ResultCode/abort`` if the row was changed.
  ///
  /// https://www.sqlite.org/c3ref/blob_write.html
  public borrowing func write(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0)
    throws(SQLiteError)
  {
    let (count, offset) = try checkRange(of: bytes.count, at: offset)
    guard let start = bytes.baseAddress, count > 0 else { return }
    try checked(unsafe sqlite3_blob_write(pointer, start, count, offset))
  }

  /// Overwrites bytes of the blob.
  ///
  /// - Throws: The errors of the overload that takes a buffer.
  public borrowing func write(_ bytes: [UInt8], at offset: Int = 0) throws(SQLiteError) {
    let (count, offset) = try checkRange(of: bytes.count, at: offset)
    guard count > 0 else { return }
    try checked(unsafe sqlite3_blob_write(pointer, bytes, count, offset))
  }

  /// Checks that a range is within the blob, and returns it in the types that SQLite takes.
  private borrowing func checkRange(of count: Int, at offset: Int) throws(SQLiteError) -> (
    Int32, Int32
  ) {
    let size = self.count
    guard offset >= 0, count >= 0, offset <= size, count <= size - offset else {
      throw SQLiteError(
        code: .range,
        message: "\(count) bytes at offset \(offset) are outside a blob of \(size) bytes."
      )
    }
    return (Int32(count), Int32(offset))
  }
}
