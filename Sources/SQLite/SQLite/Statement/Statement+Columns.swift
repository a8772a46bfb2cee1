public import CSQLite
public import DatabaseTypes

/// The columns of the statement's current row.
///
/// https://www.sqlite.org/c3ref/column_blob.html
extension Statement: ColumnReader {
  /// Returns the storage class of the value of a column.
  @inlinable
  public borrowing func storageClass(at index: Int) -> StorageClass {
    let code = unsafe sqlite3_column_type(pointer, Int32(truncatingIfNeeded: index))
    return StorageClass(rawValue: UInt8(truncatingIfNeeded: code)) ?? .null
  }

  /// Returns the integer of a column, converted by SQLite if it has another storage class.
  @inlinable
  public borrowing func integer(at index: Int) -> Int64 {
    unsafe sqlite3_column_int64(pointer, Int32(truncatingIfNeeded: index))
  }

  /// Returns the floating-point number of a column, converted by SQLite if necessary.
  @inlinable
  public borrowing func real(at index: Int) -> Double {
    unsafe sqlite3_column_double(pointer, Int32(truncatingIfNeeded: index))
  }

  /// Returns the text of a column, or `nil` if it is not valid UTF-8.
  @inlinable
  public borrowing func text(at index: Int) -> String? {
    let index = Int32(truncatingIfNeeded: index)
    guard let start = unsafe sqlite3_column_text(pointer, index) else { return "" }
    // Ask for the size after the text, since converting to text determines it.
    let count = Int(unsafe sqlite3_column_bytes(pointer, index))
    return unsafe String(validUTF8: UnsafeBufferPointer(start: start, count: count))
  }

  /// Calls a closure with the bytes of a column that stores text or a blob, without copying them.
  ///
  /// The bytes are valid only within the closure.
  @inlinable
  public borrowing func withBytes<Result>(
    at index: Int,
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    let index = Int32(truncatingIfNeeded: index)
    let start = unsafe sqlite3_column_blob(pointer, index)
    let count = Int(unsafe sqlite3_column_bytes(pointer, index))
    return try unsafe body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  /// Decodes a column.
  ///
  /// - Throws: ``DecodingFailure`` for a value of another type. An index beyond the last column
  ///   reads as NULL.
  @inlinable
  public borrowing func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self,
    at index: Int
  ) throws(DecodingFailure) -> Value {
    do throws(ConversionFailure) {
      return try Value(column: 0, of: sqliteValue(at: index))
    } catch {
      throw decodingFailure(error, at: index)
    }
  }

  /// Returns a copy of the value of a column.
  ///
  /// - Throws: ``ConversionFailure`` if text is not valid UTF-8.
  @inlinable
  public borrowing func value(at index: Int) throws(ConversionFailure) -> DatabaseValue {
    try sqliteValue(at: index).value(at: 0)
  }

  @inlinable
  borrowing func sqliteValue(at index: Int) -> SQLiteValue {
    unsafe SQLiteValue(pointer, column: index)
  }

  /// Returns the failure to decode a column, given a conversion failure.
  @inline(never)
  public borrowing func decodingFailure(_ failure: ConversionFailure, at index: Int)
    -> DecodingFailure
  {
    let layout = layout()
    guard layout.columnNames.indices.contains(index) else {
      return .noColumn(at: index, failure, of: layout)
    }
    return DecodingFailure(failure, at: index, of: layout)
  }
}
