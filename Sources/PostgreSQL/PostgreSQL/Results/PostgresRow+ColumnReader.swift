public import DatabaseTypes

/// Reading by the conversion table that the rows of all databases share.
extension PostgresRow: ColumnReader {
  /// Returns the storage class of a value, in the vocabulary that all databases share.
  @inlinable @inline(__always)
  public borrowing func storageClass(at index: Int) -> StorageClass {
    if isNull(at: index) { return .null }
    switch unsafe columns.kinds[index] {
    case .bool, .int2, .int4, .int8, .oid: return .integer
    case .float4, .float8: return .real
    case .bytea, .uuid: return .blob
    default: return .text
    }
  }

  /// Returns the value of an integer column.
  @inlinable @inline(__always)
  public borrowing func integer(at index: Int) -> Int64 {
    if columns.areBinary { return integerInBinary(at: index) ?? 0 }
    return copy(at: index).integer(at: 0)
  }

  /// Returns the value of a floating-point column.
  @inlinable
  public borrowing func real(at index: Int) -> Double {
    guard columns.areBinary, let bytes = unsafe bytes(at: index) else {
      return copy(at: index).real(at: 0)
    }
    if unsafe columns.kinds[index] == .float8, bytes.count == 8 {
      return Double(bitPattern: unsafe UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)))
    }
    guard bytes.count == 4 else { return 0 }
    return Double(Float(bitPattern: unsafe UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))))
  }

  /// Returns a column's text, dates, decimal numbers or JSON as text; `nil` if it is not valid
  /// UTF-8.
  @inlinable
  public borrowing func text(at index: Int) -> String? {
    unsafe withBytes(at: index) { bytes in unsafe String(validating: bytes, as: UTF8.self) }
  }

  /// Calls a closure with the bytes of a column that stores text or a blob.
  @inlinable
  public borrowing func withBytes<Result>(
    at index: Int,
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    guard let bytes = unsafe bytes(at: index) else {
      return try unsafe body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    switch unsafe columns.kinds[index] {
    case .text, .json, .unknown: return try unsafe body(bytes)
    case .bytea where columns.areBinary, .uuid where columns.areBinary:
      return try unsafe body(bytes)
    case .jsonb:
      // The version of the format precedes the text.
      let text = columns.areBinary ? unsafe bytes.dropFirst() : unsafe bytes[...]
      return try unsafe body(UnsafeRawBufferPointer(rebasing: text))
    default: return try unsafe copy(at: index).withBytes(at: 0, body)
    }
  }

  /// Returns a copy of a value; NULL if its bytes are not a valid value of its type.
  ///
  /// From a moment's text, its date can be parsed.
  @usableFromInline
  borrowing func copy(at index: Int) -> DatabaseValue {
    switch try? value(at: index) {
    case .timestamp(let value), .timestamptz(let value): .text(value.parsedText)
    case .date(let value): .text(value.dateText)
    case let value: value?.databaseValue ?? .null
    }
  }
}
