public import CSQLite
public import DatabaseTypes
import Foundation

/// A value owned by SQLite: a column of a row, an argument of a function, or a column of a changed
/// row.
///
/// It is valid only during the call that provided it.
///
/// https://www.sqlite.org/c3ref/value_blob.html
@safe @frozen @usableFromInline
struct SQLiteValue {
  @usableFromInline let pointer: OpaquePointer

  @inlinable init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

  /// Creates the value of a column, whose class and content are then read without another lookup.
  ///
  /// SQLite calls such a value unprotected, which makes no difference on a connection without a
  /// mutex.
  /// https://www.sqlite.org/c3ref/value.html
  @inlinable init(_ statement: OpaquePointer, column index: Int) {
    unsafe pointer = sqlite3_column_value(statement, Int32(truncatingIfNeeded: index))
  }

  @inlinable var storageClass: StorageClass {
    StorageClass(rawValue: UInt8(truncatingIfNeeded: unsafe sqlite3_value_type(pointer))) ?? .null
  }

  @inlinable var integer: Int64 { unsafe sqlite3_value_int64(pointer) }

  @inlinable var real: Double { unsafe sqlite3_value_double(pointer) }

  /// The text; `nil` if it is not valid UTF-8.
  @inlinable var text: String? {
    guard let start = unsafe sqlite3_value_text(pointer) else { return "" }
    // Ask for the size after the text, since converting to text determines it.
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
  /// Returns whether the value is text with the same bytes.
  func isSame(_ text: String) -> Bool {
    guard let start = unsafe sqlite3_value_text(pointer) else { return text.isEmpty }
    // Ask for the size after the text, since converting to text determines it.
    let count = Int(unsafe sqlite3_value_bytes(pointer))
    let isSame = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      guard bytes.count == count, let base = bytes.baseAddress else { return bytes.count == count }
      return unsafe memcmp(base, start, count) == 0
    }
    return unsafe isSame
      ?? text.utf8.elementsEqual(UnsafeBufferPointer(start: start, count: count))
  }
}

/// A value reads as a row of one column; the index is ignored.
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
  /// Copies a value of SQLite; fails for text with invalid UTF-8.
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
