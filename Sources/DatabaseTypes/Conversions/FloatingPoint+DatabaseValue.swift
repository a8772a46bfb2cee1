extension Double: DatabaseValueConvertible {
  /// REAL; SQLite stores NaN as NULL.
  @inlinable public var databaseValue: DatabaseValue { .real(self) }

  /// Makes a number from one.
  @inlinable public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    try self.init(column: 0, of: databaseValue)
  }

  /// Makes a number from one.
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
  /// REAL; SQLite stores NaN as NULL.
  @inlinable public var databaseValue: DatabaseValue { .real(Double(self)) }

  /// Makes the nearest number to a stored one.
  @inlinable public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    try self.init(column: 0, of: databaseValue)
  }

  /// Makes the nearest number to a stored one.
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
