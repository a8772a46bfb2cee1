/// A value stored as its raw value, for a type that is not ``QueryBindable`` itself.
///
/// ```swift
/// @Column(as: Priority.RawRepresentation.self)
/// var priority: Priority
/// ```
public struct _RawRepresentation<QueryOutput: RawRepresentable>: ValueRepresentation
where QueryOutput.RawValue: QueryBindable, QueryOutput.RawValue.QueryOutput == QueryOutput.RawValue
{
  /// The type that the value is decoded as.
  public typealias QueryValue = Self

  /// The value.
  public var queryOutput: QueryOutput

  /// Creates a representation of a value.
  public init(queryOutput: QueryOutput) { self.queryOutput = queryOutput }

  /// The raw value.
  public var queryBinding: QueryBinding { queryOutput.rawValue.queryBinding }

  /// Decodes a raw value.
  ///
  /// - Throws: ``QueryDecodingError/typeMismatch(_:)`` for a raw value that the type does not have.
  @inlinable
  public init(decoder: inout some QueryDecoder) throws {
    let rawValue = try QueryOutput.RawValue(decoder: &decoder)
    guard let value = QueryOutput(rawValue: rawValue) else {
      throw QueryDecodingError.typeMismatch(QueryOutput.self)
    }
    self.init(queryOutput: value)
  }
}

extension _RawRepresentation: Sendable where QueryOutput: Sendable {}

extension _RawRepresentation: SQLiteType where QueryOutput.RawValue: SQLiteType {
  /// The SQLite type: that of the raw value.
  public static var typeAffinity: SQLiteTypeAffinity { QueryOutput.RawValue.typeAffinity }
}

extension RawRepresentable
where RawValue: QueryBindable, RawValue.QueryOutput == RawValue {
  /// Values stored as their raw values.
  public typealias RawRepresentation = _RawRepresentation<Self>
}

extension Optional
where
  Wrapped: RawRepresentable, Wrapped.RawValue: QueryBindable,
  Wrapped.RawValue.QueryOutput == Wrapped.RawValue
{
  /// Values stored as their raw values, or NULL.
  public typealias RawRepresentation = _RawRepresentation<Wrapped>?
}
