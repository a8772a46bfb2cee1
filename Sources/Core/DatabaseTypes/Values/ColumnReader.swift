/// A row whose columns are read in place.
///
/// The current row of a statement, a copied row and a single value are all read through this
/// protocol, so one conversion table serves them all.
///
/// Columns are read by index, without bounds checks: callers check once.
public protocol ColumnReader: ~Copyable {
  /// Returns the storage class of the value of a column.
  func storageClass(at index: Int) -> StorageClass
  /// Returns the integer of a column that stores one.
  func integer(at index: Int) -> Int64
  /// Returns the floating-point number of a column that stores one.
  func real(at index: Int) -> Double
  /// Returns the text of a column that stores text, or `nil` if it is not valid UTF-8.
  func text(at index: Int) -> String?
  /// Calls a closure with the bytes of a column that stores text or a blob.
  func withBytes<Result>(
    at index: Int,
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result
}

extension ColumnReader where Self: ~Copyable {
  /// Returns a copy of the value of a column.
  ///
  /// - Throws: ``ConversionFailure`` if text is not valid UTF-8.
  @inlinable
  public func value(at index: Int) throws(ConversionFailure) -> DatabaseValue {
    switch storageClass(at: index) {
    case .null: return .null
    case .integer: return .integer(integer(at: index))
    case .real: return .real(real(at: index))
    case .text:
      guard let text = text(at: index) else { throw .invalidText(expected: "text") }
      return .text(text)
    case .blob: return .blob(withBytes(at: index) { [UInt8]($0) })
    }
  }
}

/// A single value reads as a row of one column; the index is ignored.
extension DatabaseValue: ColumnReader {
  /// Returns the storage class of the value.
  @inlinable public func storageClass(at index: Int) -> StorageClass { storageClass }

  /// Returns the integer, or 0 if the value is not one.
  @inlinable public func integer(at index: Int) -> Int64 {
    if case .integer(let value) = self { value } else { 0 }
  }

  /// Returns the floating-point number, or 0 if the value is not one.
  @inlinable public func real(at index: Int) -> Double {
    if case .real(let value) = self { value } else { 0 }
  }

  /// Returns the text, or `nil` if the value is not text.
  @inlinable public func text(at index: Int) -> String? {
    if case .text(let value) = self { value } else { nil }
  }

  /// Calls a closure with the bytes of a blob or text; with no bytes for any other value.
  @inlinable public func withBytes<Result>(
    at index: Int,
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    switch self {
    case .blob(let bytes): return try bytes.withUnsafeBytes(body)
    case .text(let text): return try Array(text.utf8).withUnsafeBytes(body)
    case .null, .integer, .real: return try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
  }
}
