// One conformance for each width; `IntegerConversion` does the conversion.

/// The decoding of integers of any width.
///
/// It accepts INTEGER, and REAL without a fraction, if the type can hold the number.
@usableFromInline
enum IntegerConversion {
  @inlinable @inline(__always)
  static func read<Value: FixedWidthInteger, Reader: ColumnReader & ~Copyable>(
    _ type: Value.Type,
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) -> Value {
    // Nearly all values are integers, so the fast path checks for nothing else.
    guard reader.storageClass(at: index) == .integer else {
      return try readReal(type, reader, index)
    }
    guard let value = Value(exactly: reader.integer(at: index)) else {
      throw .unrepresentable(type, found: .integer, reason: "it is out of the type's range")
    }
    return value
  }

  @inlinable @inline(never)
  static func readReal<Value: FixedWidthInteger, Reader: ColumnReader & ~Copyable>(
    _ type: Value.Type,
    _ reader: borrowing Reader,
    _ index: Int
  ) throws(ConversionFailure) -> Value {
    let found = reader.storageClass(at: index)
    guard found == .real else { throw .mismatch(type, found: found) }
    guard let value = Value(exactly: reader.real(at: index)) else {
      throw .unrepresentable(
        type,
        found: .real,
        reason: "it has a fraction or is out of the type's range"
      )
    }
    return value
  }
}

extension Int: DatabaseValueConvertible {
  /// INTEGER.
  @inlinable public var databaseValue: DatabaseValue { .integer(Int64(self)) }

  /// Decodes an INTEGER, or a REAL without a fraction.
  @inlinable public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    self = try IntegerConversion.read(Self.self, column: 0, of: databaseValue)
  }

  /// Decodes an INTEGER, or a REAL without a fraction.
  @inlinable @inline(__always)
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    self = try IntegerConversion.read(Self.self, column: index, of: reader)
  }
}

extension Int8: DatabaseValueConvertible {
  /// INTEGER.
  @inlinable public var databaseValue: DatabaseValue { .integer(Int64(self)) }

  /// Decodes an INTEGER, or a REAL without a fraction.
  @inlinable public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    self = try IntegerConversion.read(Self.self, column: 0, of: databaseValue)
  }

  /// Decodes an INTEGER, or a REAL without a fraction.
  @inlinable @inline(__always)
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    self = try IntegerConversion.read(Self.self, column: index, of: reader)
  }
}

extension Int16: DatabaseValueConvertible {
  /// INTEGER.
  @inlinable public var databaseValue: DatabaseValue { .integer(Int64(self)) }

  /// Decodes an INTEGER, or a REAL without a fraction.
  @inlinable public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    self = try IntegerConversion.read(Self.self, column: 0, of: databaseValue)
  }

  /// Decodes an INTEGER, or a REAL without a fraction.
  @inlinable @inline(__always)
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    self = try IntegerConversion.read(Self.self, column: index, of: reader)
  }
}

extension Int32: DatabaseValueConvertible {
  /// INTEGER.
  @inlinable public var databaseValue: DatabaseValue { .integer(Int64(self)) }

  /// Decodes an INTEGER, or a REAL without a fraction.
  @inlinable public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    self = try IntegerConversion.read(Self.self, column: 0, of: databaseValue)
  }

  /// Decodes an INTEGER, or a REAL without a fraction.
  @inlinable @inline(__always)
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    self = try IntegerConversion.read(Self.self, column: index, of: reader)
  }
}

extension Int64: DatabaseValueConvertible {
  /// INTEGER.
  @inlinable public var databaseValue: DatabaseValue { .integer(Int64(self)) }

  /// Decodes an INTEGER, or a REAL without a fraction.
  @inlinable public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    self = try IntegerConversion.read(Self.self, column: 0, of: databaseValue)
  }

  /// Decodes an INTEGER, or a REAL without a fraction.
  @inlinable @inline(__always)
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    self = try IntegerConversion.read(Self.self, column: index, of: reader)
  }
}

extension UInt8: DatabaseValueConvertible {
  /// INTEGER.
  @inlinable public var databaseValue: DatabaseValue { .integer(Int64(self)) }

  /// Decodes an INTEGER, or a REAL without a fraction.
  @inlinable public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    self = try IntegerConversion.read(Self.self, column: 0, of: databaseValue)
  }

  /// Decodes an INTEGER, or a REAL without a fraction.
  @inlinable @inline(__always)
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    self = try IntegerConversion.read(Self.self, column: index, of: reader)
  }
}

extension UInt16: DatabaseValueConvertible {
  /// INTEGER.
  @inlinable public var databaseValue: DatabaseValue { .integer(Int64(self)) }

  /// Decodes an INTEGER, or a REAL without a fraction.
  @inlinable public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    self = try IntegerConversion.read(Self.self, column: 0, of: databaseValue)
  }

  /// Decodes an INTEGER, or a REAL without a fraction.
  @inlinable @inline(__always)
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    self = try IntegerConversion.read(Self.self, column: index, of: reader)
  }
}

extension UInt32: DatabaseValueConvertible {
  /// INTEGER.
  @inlinable public var databaseValue: DatabaseValue { .integer(Int64(self)) }

  /// Decodes an INTEGER, or a REAL without a fraction.
  @inlinable public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    self = try IntegerConversion.read(Self.self, column: 0, of: databaseValue)
  }

  /// Decodes an INTEGER, or a REAL without a fraction.
  @inlinable @inline(__always)
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    self = try IntegerConversion.read(Self.self, column: index, of: reader)
  }
}

extension UInt: DatabaseValueConvertible {
  /// INTEGER; ``DatabaseValue/unstorable`` above `Int64.max`.
  @inlinable public var databaseValue: DatabaseValue {
    Int64(exactly: self).map(DatabaseValue.integer) ?? .unstorable
  }

  /// INTEGER.
  ///
  /// - Throws: ``ConversionFailure`` above `Int64.max`, the largest integer that a database stores.
  @inlinable public var checkedDatabaseValue: DatabaseValue {
    get throws {
      guard let value = Int64(exactly: self) else {
        throw ConversionFailure.unrepresentable(
          Self.self,
          found: nil,
          reason: "it is above Int64.max"
        )
      }
      return .integer(value)
    }
  }

  /// Decodes an INTEGER, or a REAL without a fraction.
  @inlinable public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    self = try IntegerConversion.read(Self.self, column: 0, of: databaseValue)
  }

  /// Decodes an INTEGER, or a REAL without a fraction.
  @inlinable @inline(__always)
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    self = try IntegerConversion.read(Self.self, column: index, of: reader)
  }
}

extension UInt64: DatabaseValueConvertible {
  /// INTEGER; ``DatabaseValue/unstorable`` above `Int64.max`.
  @inlinable public var databaseValue: DatabaseValue {
    Int64(exactly: self).map(DatabaseValue.integer) ?? .unstorable
  }

  /// INTEGER.
  ///
  /// - Throws: ``ConversionFailure`` above `Int64.max`, the largest integer that a database stores.
  @inlinable public var checkedDatabaseValue: DatabaseValue {
    get throws {
      guard let value = Int64(exactly: self) else {
        throw ConversionFailure.unrepresentable(
          Self.self,
          found: nil,
          reason: "it is above Int64.max"
        )
      }
      return .integer(value)
    }
  }

  /// Decodes an INTEGER, or a REAL without a fraction.
  @inlinable public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    self = try IntegerConversion.read(Self.self, column: 0, of: databaseValue)
  }

  /// Decodes an INTEGER, or a REAL without a fraction.
  @inlinable @inline(__always)
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    self = try IntegerConversion.read(Self.self, column: index, of: reader)
  }
}
