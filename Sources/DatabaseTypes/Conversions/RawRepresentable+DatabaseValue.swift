extension DatabaseValueConvertible
where Self: RawRepresentable, RawValue: DatabaseValueConvertible {
  /// As the raw value.
  @inlinable public var databaseValue: DatabaseValue {
    get throws { try rawValue.databaseValue }
  }

  /// Makes an instance from a raw value.
  ///
  /// - Throws: ``ConversionFailure`` for a raw value that the type does not have.
  @inlinable public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    try self.init(column: 0, of: databaseValue)
  }

  /// Makes an instance from a raw value.
  @inlinable
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    let rawValue = try RawValue(column: index, of: reader)
    guard let value = Self(rawValue: rawValue) else {
      throw .unrepresentable(
        Self.self,
        found: reader.storageClass(at: index),
        reason: "the type has no such raw value"
      )
    }
    self = value
  }
}
