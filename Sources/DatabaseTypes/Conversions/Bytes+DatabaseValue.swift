public import Foundation

extension [UInt8]: DatabaseValueConvertible {
  /// BLOB; empty bytes are an empty blob, not NULL.
  @inlinable public var databaseValue: DatabaseValue { .blob(self) }

  /// Makes bytes from a blob, or from the UTF-8 of text.
  @inlinable public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    try self.init(column: 0, of: databaseValue)
  }

  /// Makes bytes from a blob, or from the UTF-8 of text.
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
  /// BLOB; empty data are an empty blob, not NULL.
  public var databaseValue: DatabaseValue { .blob([UInt8](self)) }

  /// Makes data from a blob, or from the UTF-8 of text.
  public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    try self.init(column: 0, of: databaseValue)
  }

  /// Makes data from a blob, or from the UTF-8 of text.
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
