/// The columns of one row, read in place.
///
/// A row on which a statement stands, a row that was copied, and a single value are all read through this
/// protocol, so that one conversion table serves them all.
///
/// Reading is by index, without a check of bounds: callers check once.
public protocol ColumnReader: ~Copyable {
  /// How the value of a column is stored.
  func storageClass(at index: Int) -> StorageClass
  /// The integer of a column that stores one.
  func integer(at index: Int) -> Int64
  /// The floating-point number of a column that stores one.
  func real(at index: Int) -> Double
  /// The text of a column that stores text; `nil` where it is not valid UTF-8.
  func text(at index: Int) -> String?
  /// The bytes of a column that stores text or a blob.
  func withBytes<Result>(
    at index: Int,
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result
}

extension ColumnReader where Self: ~Copyable {
  /// A copy of the value of a column.
  ///
  /// - Throws: ``ConversionFailure`` where text is not valid UTF-8.
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

/// A single value is a row of one column, whatever the index.
extension DatabaseValue: ColumnReader {
  /// How the value is stored.
  @inlinable public func storageClass(at index: Int) -> StorageClass { storageClass }

  /// The integer, or 0 where the value is none.
  @inlinable public func integer(at index: Int) -> Int64 {
    if case .integer(let value) = self { value } else { 0 }
  }

  /// The floating-point number, or 0 where the value is none.
  @inlinable public func real(at index: Int) -> Double {
    if case .real(let value) = self { value } else { 0 }
  }

  /// The text, or `nil` where the value is none.
  @inlinable public func text(at index: Int) -> String? {
    if case .text(let value) = self { value } else { nil }
  }

  /// The bytes of a blob or a text; of any other value, none.
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
