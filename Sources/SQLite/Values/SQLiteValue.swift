public import CSQLite
public import DatabaseTypes
import Foundation

/// A value that SQLite holds: a column of a row, an argument of a function, a column of a changed row.
///
/// It is valid as long as the call that handed it over.
///
/// https://www.sqlite.org/c3ref/value_blob.html
@safe @frozen @usableFromInline
struct SQLiteValue {
  @usableFromInline let pointer: OpaquePointer

  @inlinable init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

  /// The value of a column, which then tells its class and its content without being looked up again.
  ///
  /// SQLite calls it unprotected, which makes no difference on a connection without a mutex.
  /// https://www.sqlite.org/c3ref/value.html
  @inlinable init(_ statement: OpaquePointer, column index: Int) {
    unsafe pointer = sqlite3_column_value(statement, Int32(truncatingIfNeeded: index))
  }

  @inlinable var storageClass: StorageClass {
    StorageClass(rawValue: UInt8(truncatingIfNeeded: unsafe sqlite3_value_type(pointer))) ?? .null
  }

  @inlinable var integer: Int64 { unsafe sqlite3_value_int64(pointer) }

  @inlinable var real: Double { unsafe sqlite3_value_double(pointer) }

  /// The text; `nil` where it is not valid UTF-8.
  @inlinable var text: String? {
    guard let start = unsafe sqlite3_value_text(pointer) else { return "" }
    // The count is asked after the text, since the text's conversion decides it.
    let count = Int(unsafe sqlite3_value_bytes(pointer))
    return unsafe String(validUTF8: UnsafeBufferPointer(start: start, count: count))
  }

  @inlinable
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    let start = unsafe sqlite3_value_blob(pointer)
    let count = Int(unsafe sqlite3_value_bytes(pointer))
    return try unsafe body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}

extension SQLiteValue {
  /// Whether it is a text that is stored as this one is.
  func isSame(_ text: String) -> Bool {
    guard let start = unsafe sqlite3_value_text(pointer) else { return text.isEmpty }
    // The count is asked after the text, since the text's conversion decides it.
    let count = Int(unsafe sqlite3_value_bytes(pointer))
    let isSame = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.count == count, let base = bytes.baseAddress else { return bytes.count == count }
      return unsafe memcmp(base, start, count) == 0
    }
    return unsafe isSame
      ?? text.utf8.elementsEqual(UnsafeBufferPointer(start: start, count: count))
  }
}

/// A value is a row of one column, whatever the index.
extension SQLiteValue: ColumnReader {
  @inlinable func storageClass(at index: Int) -> StorageClass { storageClass }
  @inlinable func integer(at index: Int) -> Int64 { integer }
  @inlinable func real(at index: Int) -> Double { real }
  @inlinable func text(at index: Int) -> String? { text }

  @inlinable
  func withBytes<Result>(
    at index: Int,
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try unsafe withBytes(body)
  }
}

extension DatabaseValue {
  /// Copies a value of SQLite; `nil` for text that is not valid UTF-8.
  init?(sqliteValue pointer: OpaquePointer) {
    let value = unsafe SQLiteValue(pointer)
    switch value.storageClass {
    case .null: self = .null
    case .integer: self = .integer(value.integer)
    case .real: self = .real(value.real)
    case .text:
      guard let text = value.text else { return nil }
      self = .text(text)
    case .blob: self = .blob(unsafe value.withBytes { unsafe [UInt8]($0) })
    }
  }
}
