import CSQLite
import DatabaseTypes

/// A value that SQLite holds: an argument of a function, a column of a changed row.
///
/// It is valid as long as the call that handed it over.
///
/// https://www.sqlite.org/c3ref/value_blob.html
@safe
struct SQLiteValue {
  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

  var storageClass: StorageClass {
    StorageClass(rawValue: UInt8(truncatingIfNeeded: unsafe sqlite3_value_type(pointer))) ?? .null
  }

  var integer: Int64 { unsafe sqlite3_value_int64(pointer) }

  var real: Double { unsafe sqlite3_value_double(pointer) }

  /// The text; `nil` where it is not valid UTF-8.
  var text: String? {
    guard let start = unsafe sqlite3_value_text(pointer) else { return "" }
    // The count is asked after the text, since the text's conversion decides it.
    let count = Int(unsafe sqlite3_value_bytes(pointer))
    return unsafe String(validating: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    let start = unsafe sqlite3_value_blob(pointer)
    let count = Int(unsafe sqlite3_value_bytes(pointer))
    return try unsafe body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
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
