import CSQLite

/// A blob or a text of one row, read and written piece by piece.
///
/// Its size is fixed: make room with ``Statement/bindZeroBlob(count:at:)`` or SQL's `zeroblob(n)`.
///
/// ```swift
/// var picture = try Blob(table: "items", column: "picture", row: 7, isWritable: true, on: connection)
/// try picture.write(bytes, at: 0)
/// try picture.close()
/// ```
///
/// When the row is changed or deleted by other means, reading and writing fail with ``ResultCode/abort``.
/// Exactly one owner; closed when the owner lets it go.
///
/// https://www.sqlite.org/c3ref/blob.html
@safe
public struct Blob: ~Copyable {
  /// `nil` after it was closed.
  private var pointer: OpaquePointer?
  /// Keeps the connection open until the blob is closed.
  private let connection: Connection

  /// Opens the value of a column in one row.
  ///
  /// - Parameters:
  ///   - table: A table with row numbers.
  ///   - column: A column that holds a blob or a text in that row. To be writable, no index and no foreign key
  ///     may use it.
  ///   - row: The row's number.
  ///   - schema: `main`, `temp`, or the name of an attached database.
  ///   - isWritable: Whether it can be written.
  ///   - connection: Where the row is.
  /// - Throws: ``ResultCode/error`` where there is no such table, column or row, or no blob or text in it.
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

  /// Moves to the same column of another row, which is faster than to open it.
  ///
  /// - Throws: ``ResultCode/error`` where there is no such row, or no blob or text in it. Reading and writing
  ///   fail with ``ResultCode/abort`` from then on.
  ///
  /// https://www.sqlite.org/c3ref/blob_reopen.html
  public mutating func reopen(row: Int64) throws(SQLiteError) {
    try checked(unsafe sqlite3_blob_reopen(pointer, row))
  }

  /// Closes the blob, and tells if what was written could not be committed.
  ///
  /// - Throws: ``SQLiteError`` of the commit, where no other transaction is open.
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
  /// Reads as many bytes as a buffer holds.
  ///
  /// - Throws: ``ResultCode/range`` where the blob ends before; ``ResultCode/abort`` where the row was changed.
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

  /// A copy of some of its bytes.
  ///
  /// - Throws: As ``read(into:at:)``.
  public borrowing func read(at offset: Int, count: Int) throws(SQLiteError) -> [UInt8] {
    var bytes: [UInt8] = []
    try append(to: &bytes, from: offset, count: count)
    return bytes
  }

  /// Appends some of its bytes to an array.
  ///
  /// - Throws: As ``read(into:at:)``; the array stays as it was then.
  public borrowing func append(
    to bytes: inout [UInt8],
    from offset: Int,
    count: Int
  ) throws(SQLiteError) {
    // Before the array grows, lest a wrong count ask for more memory than there is.
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

  /// Writes bytes over those of the blob.
  ///
  /// - Throws: ``ResultCode/range`` where the blob ends before; ``ResultCode/readOnly`` where it was not opened
  ///   for writing; ``ResultCode/abort`` where the row was changed.
  ///
  /// https://www.sqlite.org/c3ref/blob_write.html
  public borrowing func write(_ bytes: UnsafeRawBufferPointer, at offset: Int = 0)
    throws(SQLiteError)
  {
    let (count, offset) = try checkRange(of: bytes.count, at: offset)
    guard let start = bytes.baseAddress, count > 0 else { return }
    try checked(unsafe sqlite3_blob_write(pointer, start, count, offset))
  }

  /// Writes bytes over those of the blob.
  ///
  /// - Throws: As the form that takes a buffer.
  public borrowing func write(_ bytes: [UInt8], at offset: Int = 0) throws(SQLiteError) {
    let (count, offset) = try checkRange(of: bytes.count, at: offset)
    guard count > 0 else { return }
    try checked(unsafe sqlite3_blob_write(pointer, bytes, count, offset))
  }

  /// A count and an offset as SQLite takes them, where they lie within the blob.
  private borrowing func checkRange(of count: Int, at offset: Int) throws(SQLiteError) -> (
    Int32, Int32
  ) {
    let size = self.count
    guard offset >= 0, count >= 0, offset <= size, count <= size - offset else {
      throw SQLiteError(
        code: .range,
        message: "\(count) bytes at offset \(offset) do not lie within a blob of \(size) bytes."
      )
    }
    return (Int32(count), Int32(offset))
  }
}
