/// A type whose raw value can be bound is made bindable by declaring its conformance to
/// ``QueryBindable``.
extension RawRepresentable where Self: QueryBindable, RawValue: QueryBindable {
  /// The bound value.
  public var queryBinding: QueryBinding { rawValue.queryBinding }
}

extension RawRepresentable
where Self: QueryDecodable, RawValue: QueryRepresentable, RawValue.QueryOutput == RawValue {
  /// Decodes the raw value.
  ///
  /// - Throws: ``QueryDecodingError/typeMismatch(_:)`` for a raw value that the type does not have.
  @inlinable
  public init(decoder: inout some QueryDecoder) throws {
    guard let value = Self(rawValue: try RawValue(decoder: &decoder)) else {
      throw QueryDecodingError.typeMismatch(Self.self)
    }
    self = value
  }
}

/// A type whose description can be converted back to the value is made bindable by declaring its
/// conformance to ``QueryBindable``.
extension LosslessStringConvertible where Self: QueryBindable {
  /// The bound value.
  public var queryBinding: QueryBinding { description.queryBinding }
}

extension LosslessStringConvertible where Self: QueryDecodable {
  /// Decodes the description.
  @inlinable
  public init(decoder: inout some QueryDecoder) throws {
    guard let value = Self(try String(decoder: &decoder)) else {
      throw QueryDecodingError.typeMismatch(Self.self)
    }
    self = value
  }
}
