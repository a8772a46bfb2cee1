extension DatabaseValueConvertible
where Self: RawRepresentable, RawValue: DatabaseValueConvertible {
  /// The stored form of the raw value.
  @inlinable public var databaseValue: DatabaseValue { rawValue.databaseValue }

  /// Decodes an instance from a raw value.
  ///
  /// - Throws: ``ConversionFailure`` for a raw value that the type does not have.
  @inlinable public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    guard let value = Self.fromDatabaseValue(databaseValue) else {
      throw try Self._rawValueFailure(databaseValue)
    }
    self = value
  }

  /// Decodes an instance from a raw value.
  @inlinable
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    try self.init(databaseValue: reader.value(at: index))
  }

  /// Returns why decoding failed: the raw value's own reason, or that the type lacks this raw
  /// value.
  @usableFromInline
  static func _rawValueFailure(_ value: DatabaseValue) throws(ConversionFailure)
    -> ConversionFailure
  {
    _ = try RawValue(databaseValue: value)
    return .unrepresentable(
      Self.self,
      found: value.storageClass,
      reason: "the type has no such raw value"
    )
  }
}
