extension Double: DatabaseValueConvertible {
  /// REAL; binding NaN as an argument throws, since SQLite would store NULL.
  @inlinable public var databaseValue: DatabaseValue { .real(self) }

  /// Decodes a number.
  @inlinable public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    try self.init(column: 0, of: databaseValue)
  }

  /// Decodes a number.
  @inlinable
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    switch reader.storageClass(at: index) {
    case .real: self = reader.real(at: index)
    case .integer: self = Double(reader.integer(at: index))
    case let found: throw .mismatch(Double.self, found: found)
    }
  }
}

extension Float: DatabaseValueConvertible {
  /// REAL; binding NaN as an argument throws, since SQLite would store NULL.
  @inlinable public var databaseValue: DatabaseValue { .real(Double(self)) }

  /// Decodes a number, rounding to the nearest `Float`.
  @inlinable public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    try self.init(column: 0, of: databaseValue)
  }

  /// Decodes a number, rounding to the nearest `Float`.
  @inlinable
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    switch reader.storageClass(at: index) {
    case .real: self = Float(reader.real(at: index))
    case .integer: self = Float(reader.integer(at: index))
    case let found: throw .mismatch(Float.self, found: found)
    }
  }
}
