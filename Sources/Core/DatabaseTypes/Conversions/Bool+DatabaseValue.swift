extension Bool: DatabaseValueConvertible {
  /// INTEGER: 1 or 0.
  @inlinable public var databaseValue: DatabaseValue { .integer(self ? 1 : 0) }

  /// Decodes a number: zero as `false`, any other number as `true`.
  @inlinable public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    try self.init(column: 0, of: databaseValue)
  }

  /// Decodes a number: zero as `false`, any other number as `true`.
  @inlinable
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    switch reader.storageClass(at: index) {
    case .integer: self = reader.integer(at: index) != 0
    case .real: self = reader.real(at: index) != 0
    case let found: throw .mismatch(Bool.self, found: found)
    }
  }
}
