import DatabaseTypes

extension Int: QueryBindable {
  /// The bound value.
  @inlinable public var queryBinding: QueryBinding { .int(Int64(self)) }

  /// Appends a placeholder that binds the value.
  public func _append(to fragment: inout QueryFragment) { fragment.append(queryBinding) }

  /// Encodes the value's columns, in order.
  @inlinable public func _encode(into encoder: inout some QueryEncoder) {
    encoder.encode(Int64(self))
  }

  /// Decodes the next columns of a row.
  @inlinable public init(decoder: inout some QueryDecoder) throws {
    guard let value = try decoder.decode(Int.self) else {
      throw QueryDecodingError.missingRequiredColumn
    }
    self = value
  }

  /// Decodes the next columns of a row, or returns `nil` if they are NULL.
  @inlinable
  public static func _decodeIfPresent(from decoder: inout some QueryDecoder) throws -> Int? {
    try decoder.decode(Int.self)
  }
}

extension Int64: QueryBindable {
  /// The bound value.
  @inlinable public var queryBinding: QueryBinding { .int(self) }

  /// Appends a placeholder that binds the value.
  public func _append(to fragment: inout QueryFragment) { fragment.append(queryBinding) }

  /// Encodes the value's columns, in order.
  @inlinable public func _encode(into encoder: inout some QueryEncoder) { encoder.encode(self) }

  /// Decodes the next columns of a row.
  @inlinable public init(decoder: inout some QueryDecoder) throws {
    guard let value = try decoder.decode(Int64.self) else {
      throw QueryDecodingError.missingRequiredColumn
    }
    self = value
  }

  /// Decodes the next columns of a row, or returns `nil` if they are NULL.
  @inlinable
  public static func _decodeIfPresent(from decoder: inout some QueryDecoder) throws -> Int64? {
    try decoder.decode(Int64.self)
  }
}

extension UInt64: QueryBindable {
  /// The bound value.
  public var queryBinding: QueryBinding { .uint(self) }

  /// Decodes the next columns of a row.
  @inlinable public init(decoder: inout some QueryDecoder) throws {
    guard let value = try decoder.decode(UInt64.self) else {
      throw QueryDecodingError.missingRequiredColumn
    }
    self = value
  }

  /// Decodes the next columns of a row, or returns `nil` if they are NULL.
  @inlinable
  public static func _decodeIfPresent(from decoder: inout some QueryDecoder) throws -> UInt64? {
    try decoder.decode(UInt64.self)
  }
}

extension UInt: QueryDecodable {
  /// Decodes the next columns of a row.
  @inlinable public init(decoder: inout some QueryDecoder) throws {
    guard let value = UInt(exactly: try UInt64(decoder: &decoder)) else {
      throw QueryDecodingError.typeMismatch(UInt.self)
    }
    self = value
  }
}

/// An integer with fewer bits than a database's integers.
public protocol _NarrowInteger: QueryBindable, FixedWidthInteger
where QueryValue == Self, QueryOutput == Self {}

extension _NarrowInteger {
  /// The bound value.
  public var queryBinding: QueryBinding { .int(Int64(self)) }

  /// Encodes the value's columns, in order.
  @inlinable public func _encode(into encoder: inout some QueryEncoder) {
    encoder.encode(Int64(self))
  }

  /// Decodes the next columns of a row.
  @inlinable public init(decoder: inout some QueryDecoder) throws {
    guard let value = Self(exactly: try Int64(decoder: &decoder)) else {
      throw QueryDecodingError.typeMismatch(Self.self)
    }
    self = value
  }
}

extension Int8: _NarrowInteger {}
extension Int16: _NarrowInteger {}
extension Int32: _NarrowInteger {}
extension UInt8: _NarrowInteger {}
extension UInt16: _NarrowInteger {}
extension UInt32: _NarrowInteger {}

extension Double: QueryBindable {
  /// The bound value.
  public var queryBinding: QueryBinding { .double(self) }

  /// Appends a placeholder that binds the value.
  public func _append(to fragment: inout QueryFragment) { fragment.append(queryBinding) }

  /// Encodes the value's columns, in order.
  @inlinable public func _encode(into encoder: inout some QueryEncoder) { encoder.encode(self) }

  /// Decodes the next columns of a row.
  @inlinable public init(decoder: inout some QueryDecoder) throws {
    guard let value = try decoder.decode(Double.self) else {
      throw QueryDecodingError.missingRequiredColumn
    }
    self = value
  }

  /// Decodes the next columns of a row, or returns `nil` if they are NULL.
  @inlinable
  public static func _decodeIfPresent(from decoder: inout some QueryDecoder) throws -> Double? {
    try decoder.decode(Double.self)
  }
}

extension Float: QueryBindable {
  /// The bound value.
  public var queryBinding: QueryBinding { .double(Double(self)) }

  /// Encodes the value's columns, in order.
  @inlinable public func _encode(into encoder: inout some QueryEncoder) {
    encoder.encode(Double(self))
  }

  /// Decodes the next columns of a row.
  @inlinable public init(decoder: inout some QueryDecoder) throws {
    self.init(try Double(decoder: &decoder))
  }
}

extension Bool: QueryBindable {
  /// The bound value.
  public var queryBinding: QueryBinding { .bool(self) }

  /// Appends a placeholder that binds the value.
  public func _append(to fragment: inout QueryFragment) { fragment.append(queryBinding) }

  /// Wraps a number so that JSON contains a truth value:
  /// `json(CASE x WHEN 0 THEN 'false' WHEN 1 THEN 'true' END)`.
  public static func _queryFragment(jsonEncoding fragment: QueryFragment) -> QueryFragment {
    ("CASE \(fragment) WHEN 0 THEN 'false' WHEN 1 THEN 'true' END" as QueryFragment).called(.json)
  }

  /// Decodes the next columns of a row.
  @inlinable public init(decoder: inout some QueryDecoder) throws {
    guard let value = try decoder.decode(Bool.self) else {
      throw QueryDecodingError.missingRequiredColumn
    }
    self = value
  }

  /// Decodes the next columns of a row, or returns `nil` if they are NULL.
  @inlinable
  public static func _decodeIfPresent(from decoder: inout some QueryDecoder) throws -> Bool? {
    try decoder.decode(Bool.self)
  }
}
