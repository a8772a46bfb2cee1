public import Foundation

extension [UInt8]: DatabaseValueConvertible {
  /// BLOB.
  ///
  /// An empty array is stored as an empty blob, not as NULL.
  @inlinable public var databaseValue: DatabaseValue { .blob(self) }

  /// Decodes a blob, or the UTF-8 bytes of text.
  @inlinable public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    try self.init(column: 0, of: databaseValue)
  }

  /// Decodes a blob, or the UTF-8 bytes of text.
  @inlinable
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    switch reader.storageClass(at: index) {
    case .blob, .text: self = reader.withBytes(at: index) { [UInt8]($0) }
    case let found: throw .mismatch([UInt8].self, found: found)
    }
  }
}

extension Data: DatabaseValueConvertible {
  /// BLOB.
  ///
  /// Empty data is stored as an empty blob, not as NULL.
  public var databaseValue: DatabaseValue { .blob([UInt8](self)) }

  /// Decodes a blob, or the UTF-8 bytes of text.
  public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    try self.init(column: 0, of: databaseValue)
  }

  /// Decodes a blob, or the UTF-8 bytes of text.
  @inlinable
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    switch reader.storageClass(at: index) {
    case .blob, .text: self = reader.withBytes(at: index) { Data($0) }
    case let found: throw .mismatch(Data.self, found: found)
    }
  }
}
