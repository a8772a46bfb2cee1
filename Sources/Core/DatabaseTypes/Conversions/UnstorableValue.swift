extension DatabaseValue {
  /// The value of what no database can store, such as `UInt64.max`.
  ///
  /// ``DatabaseValueConvertible/databaseValue`` does not throw, so it has this value instead. It is
  /// a number that is not one, which SQLite refuses as an argument. So a value is never replaced by
  /// another without an error.
  public static let unstorable = DatabaseValue.real(Double(bitPattern: unstorableBits))

  /// Whether no database can store the value.
  ///
  /// It is false for `Double.nan`, whose other bits tell the two apart.
  @inlinable public var isUnstorable: Bool {
    if case .real(let value) = self { value.bitPattern == Self.unstorableBits } else { false }
  }

  /// The bits of a quiet NaN whose payload no computation gives.
  @usableFromInline static var unstorableBits: UInt64 { 0x7FF8_0000_4C53_514C }

  /// Returns the value of a closure, or ``unstorable`` if it throws.
  package static func storable(_ value: () throws -> DatabaseValue) -> DatabaseValue {
    (try? value()) ?? .unstorable
  }
}

extension DatabaseValueConvertible {
  /// The value to store.
  ///
  /// - Throws: ``ConversionFailure`` if ``databaseValue`` is ``DatabaseValue/unstorable``.
  @inlinable public var checkedDatabaseValue: DatabaseValue {
    get throws {
      let value = databaseValue
      if value.isUnstorable { try _throwReason() }
      return value
    }
  }

  @usableFromInline
  func _throwReason() throws {
    try throwPartReason()
    throw ConversionFailure.unrepresentable(
      Self.self,
      found: nil,
      reason: "its `databaseValue` is not one that a database stores"
    )
  }

  /// Throws the reason of the raw value, or of the encoder, if that is what cannot be stored.
  private func throwPartReason() throws {
    if let value = self as? any RawRepresentable {
      _ = try (value.rawValue as? any DatabaseValueConvertible)?.checkedDatabaseValue
    } else if let value = self as? any Encodable {
      _ = try JSONConversion.text(of: value)
    }
  }
}
