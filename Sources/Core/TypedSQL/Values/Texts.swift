public import Foundation

extension String: QueryBindable {
  /// The bound value.
  @inlinable public var queryBinding: QueryBinding { .text(self) }

  /// Appends a placeholder that binds the value.
  public func _append(to fragment: inout QueryFragment) { fragment.append(queryBinding) }

  /// Encodes the value's columns, in order.
  @inlinable public func _encode(into encoder: inout some QueryEncoder) { encoder.encode(self) }

  /// Decodes the next columns of a row.
  @inlinable public init(decoder: inout some QueryDecoder) throws {
    guard let value = try decoder.decode(String.self) else {
      throw QueryDecodingError.missingRequiredColumn
    }
    self = value
  }

  /// Decodes the next columns of a row, or returns `nil` if they are NULL.
  @inlinable
  public static func _decodeIfPresent(from decoder: inout some QueryDecoder) throws -> String? {
    try decoder.decode(String.self)
  }
}

extension [UInt8]: _OptionalPromotable, QueryExpression, QueryDecodable, QueryRepresentable,
  QueryBindable
{
  /// The type that the value is decoded as.
  public typealias QueryValue = Self

  /// The bound value.
  public var queryBinding: QueryBinding { .blob(self) }

  /// Decodes the next columns of a row.
  @inlinable public init(decoder: inout some QueryDecoder) throws {
    guard let value = try decoder.decode([UInt8].self) else {
      throw QueryDecodingError.missingRequiredColumn
    }
    self = value
  }

  /// Decodes the next columns of a row, or returns `nil` if they are NULL.
  @inlinable
  public static func _decodeIfPresent(from decoder: inout some QueryDecoder) throws -> [UInt8]? {
    try decoder.decode([UInt8].self)
  }
}

extension Data: QueryBindable {
  /// The bound value.
  public var queryBinding: QueryBinding { .blob([UInt8](self)) }

  /// Decodes the next columns of a row.
  @inlinable public init(decoder: inout some QueryDecoder) throws {
    self.init(try [UInt8](decoder: &decoder))
  }
}

extension URL: QueryBindable {
  /// The bound value.
  public var queryBinding: QueryBinding { .text(absoluteString) }
  /// Decodes text.
  public init(decoder: inout some QueryDecoder) throws {
    guard let url = URL(string: try String(decoder: &decoder)) else {
      throw QueryDecodingError.typeMismatch(URL.self)
    }
    self = url
  }
}

extension Date: QueryBindable {
  /// The bound value.
  public var queryBinding: QueryBinding { .date(self) }

  /// Decodes the next columns of a row.
  @inlinable public init(decoder: inout some QueryDecoder) throws {
    guard let value = try decoder.decode(Date.self) else {
      throw QueryDecodingError.missingRequiredColumn
    }
    self = value
  }

  /// Decodes the next columns of a row, or returns `nil` if they are NULL.
  @inlinable
  public static func _decodeIfPresent(from decoder: inout some QueryDecoder) throws -> Date? {
    try decoder.decode(Date.self)
  }
}

extension UUID: QueryBindable {
  /// The bound value.
  @inlinable public var queryBinding: QueryBinding { .uuid(self) }

  /// Decodes the next columns of a row.
  @inlinable public init(decoder: inout some QueryDecoder) throws {
    guard let value = try decoder.decode(UUID.self) else {
      throw QueryDecodingError.missingRequiredColumn
    }
    self = value
  }

  /// Decodes the next columns of a row, or returns `nil` if they are NULL.
  @inlinable
  public static func _decodeIfPresent(from decoder: inout some QueryDecoder) throws -> UUID? {
    try decoder.decode(UUID.self)
  }
}
