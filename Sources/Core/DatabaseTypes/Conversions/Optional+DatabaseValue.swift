extension Optional: DatabaseValueConvertible where Wrapped: DatabaseValueConvertible {
  /// NULL, or the stored form of the wrapped value.
  @inlinable public var databaseValue: DatabaseValue {
    switch self {
    case .none: .null
    case .some(let wrapped): wrapped.databaseValue
    }
  }

  /// NULL, or the stored form of the wrapped value.
  ///
  /// - Throws: ``ConversionFailure`` if no database can store the wrapped value.
  @inlinable public var checkedDatabaseValue: DatabaseValue {
    get throws {
      switch self {
      case .none: return .null
      case .some(let wrapped): return try wrapped.checkedDatabaseValue
      }
    }
  }

  /// Decodes NULL as `nil`, and other values as the wrapped type.
  @inlinable public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    self = databaseValue.isNull ? nil : try Wrapped(databaseValue: databaseValue)
  }

  /// Decodes NULL as `nil`, and other values as the wrapped type.
  @inlinable
  public init<Reader: ColumnReader & ~Copyable>(
    column index: Int,
    of reader: borrowing Reader
  ) throws(ConversionFailure) {
    self = reader.storageClass(at: index) == .null ? nil : try Wrapped(column: index, of: reader)
  }
}
