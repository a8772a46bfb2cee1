import Foundation

/// A reason why a value cannot be encoded as a type.
enum EncodingFailure: Error {
  /// The value's type cannot be encoded as the parameter's type.
  case mismatch
  /// The number is outside the range of the type.
  case outOfRange
  /// The text contains a NUL character.
  case containsNUL

  /// Returns the failure as an error that names the parameter.
  func error(_ value: PostgresValue, as type: PostgresType, place: String, sql: String?)
    -> PostgresError
  {
    switch self {
    case .mismatch:
      PostgresError(
        code: .datatypeMismatch,
        message: "\(place) is of type \(type), but a value of type \(value) was passed.",
        sql: sql,
        hint: "Pass a value of that type, or cast the parameter: $1::\(value)."
      )
    case .outOfRange:
      PostgresError(
        code: .numericValueOutOfRange,
        message: "\(place) is of type \(type), which cannot hold the number that was passed.",
        sql: sql
      )
    case .containsNUL:
      PostgresError(
        code: .characterNotInRepertoire,
        message: "\(place) received a text with a NUL character, which PostgreSQL cannot store.",
        sql: sql,
        hint: "Store such text as bytes, in a column of type bytea."
      )
    }
  }
}

/// The wire format of a parameter.
enum ParameterFormat: Int32 {
  case text, binary
}

extension PostgresValue {
  /// Encodes the value as a type, in binary if both types are known, otherwise as text.
  ///
  /// - Precondition: The value is not NULL.
  /// - Throws: ``EncodingFailure``.
  func encode(as type: PostgresType, into writer: inout ByteWriter) throws(EncodingFailure)
    -> ParameterFormat
  {
    if try encodeBinary(as: type, into: &writer) { return .binary }
    guard mayBeText(for: type.kind), let text else { throw .mismatch }
    writer.append(try Self.withoutNUL(text))
    return .text
  }

  /// Whether the server may parse the value's text as a type.
  ///
  /// Text may become any type. Dates and timestamps are interchangeable, and so are numbers; UUIDs
  /// and JSON may become text. Bytes stay bytes.
  private func mayBeText(for kind: PostgresType.Kind) -> Bool {
    let moments: Set<PostgresType.Kind> = [.date, .time, .timestamp, .timestamptz, .text]
    let numbers: Set<PostgresType.Kind> = [.int2, .int4, .int8, .float4, .float8, .numeric]
    if kind == .unknown { return self.kind != .bytea }
    return switch self {
    case .text, .other: true
    case .date, .time, .timestamp, .timestamptz: moments.contains(kind)
    case .integer, .float, .double, .numeric: numbers.contains(kind)
    case .uuid, .json, .jsonb: kind == .text || kind == .json || kind == .jsonb
    case .interval: kind == .time
    // Arrays of types that are not known have no binary form.
    case .array: kind == .array
    case .bool, .bytes, .null: false
    }
  }

  /// Encodes the value in binary.
  ///
  /// - Returns: Whether the value has a binary form as the type; if not, nothing is written.
  func encodeBinary(as type: PostgresType, into writer: inout ByteWriter) throws(EncodingFailure)
    -> Bool
  {
    switch (self, type.kind) {
    case (.integer(let value), _): return try Self.encode(value, as: type.kind, into: &writer)
    case (.text(let value), .text), (.text(let value), .json), (.json(let value), .json),
      (.json(let value), .text), (.jsonb(let value), .json), (.jsonb(let value), .text),
      (.other(let value), .text):
      writer.append(try Self.withoutNUL(value))
    case (.text(let value), .char):
      // The server refuses other texts than those of one byte.
      guard let byte = CharText.byte(of: value) else {
        writer.append(try Self.withoutNUL(value))
        return true
      }
      writer.append(byte)
    case (.text(let value), .jsonb), (.json(let value), .jsonb), (.jsonb(let value), .jsonb):
      writer.append(UInt8(1))
      writer.append(try Self.withoutNUL(value))
    case (.bool(let value), .bool): writer.append(UInt8(value ? 1 : 0))
    case (.double(let value), .float8): writer.append(value.bitPattern)
    case (.float(let value), .float8): writer.append(Double(value).bitPattern)
    case (.float(let value), .float4): writer.append(value.bitPattern)
    case (.double(let value), .float4):
      guard Float(value).isFinite || !value.isFinite else { throw .outOfRange }
      writer.append(Float(value).bitPattern)
    case (.bytes(let value), .bytea): writer.bytes += value
    case (.bytes(let value), .uuid) where value.count == 16: writer.bytes += value
    case (.uuid(let value), .uuid):
      unsafe withUnsafeBytes(of: value.uuid) { unsafe writer.bytes.append(contentsOf: $0) }
    case (.date(let value), .date): writer.append(value.days)
    case (.time(let value), .time): writer.append(value.microseconds)
    case (.timestamp(let value), .timestamp), (.timestamptz(let value), .timestamptz),
      (.timestamp(let value), .timestamptz), (.timestamptz(let value), .timestamp):
      // The session's time zone is UTC, so both have the same number.
      writer.append(value.microseconds)
    case (.interval(let value), .interval):
      writer.append(value.microseconds)
      writer.append(value.days)
      writer.append(value.months)
    case (.numeric(let value), .numeric): value.encode(into: &writer)
    case (.array(let value), .array):
      guard type.isBinary else { return false }
      try value.encode(elementsAs: type.element, into: &writer)
    default: return false
    }
    return true
  }

  private static func encode(
    _ value: Int64,
    as kind: PostgresType.Kind,
    into writer: inout ByteWriter
  ) throws(EncodingFailure) -> Bool {
    switch kind {
    case .int8: writer.append(value)
    case .int4: writer.append(try exactly(value) as Int32)
    case .int2: writer.append(try exactly(value) as Int16)
    case .oid: writer.append(try exactly(value) as UInt32)
    case .bool: writer.append(UInt8(try exactly(value, in: 0...1)))
    case .float8: writer.append(Double(value).bitPattern)
    case .float4: writer.append(Float(value).bitPattern)
    case .numeric: PostgresNumeric(value).encode(into: &writer)
    default: return false
    }
    return true
  }

  private static func exactly<Value: FixedWidthInteger>(_ value: Int64) throws(EncodingFailure)
    -> Value
  {
    guard let value = Value(exactly: value) else { throw .outOfRange }
    return value
  }

  private static func exactly(_ value: Int64, in range: ClosedRange<Int64>)
    throws(EncodingFailure) -> Int64
  {
    guard range.contains(value) else { throw .outOfRange }
    return value
  }

  private static func withoutNUL(_ text: String) throws(EncodingFailure) -> String {
    guard !text.utf8.contains(0) else { throw .containsNUL }
    return text
  }
}

extension PostgresNumeric {
  /// Encodes the number in the server's binary representation.
  func encode(into writer: inout ByteWriter) {
    writer.append(UInt16(digits.count))
    writer.append(weight)
    writer.append(sign.rawValue)
    writer.append(scale)
    for digit in digits { writer.append(digit) }
  }
}

extension PostgresArray {
  /// Encodes the array in the server's binary representation.
  fileprivate func encode(elementsAs type: PostgresType, into writer: inout ByteWriter)
    throws(EncodingFailure)
  {
    writer.append(Int32(dimensions.count))
    writer.append(Int32(elements.contains { $0.isNull } ? 1 : 0))
    writer.append(type.oid)
    for dimension in dimensions {
      writer.append(dimension.count)
      writer.append(dimension.lowerBound)
    }
    for element in elements {
      if element.isNull {
        writer.append(Int32(-1))
        continue
      }
      try writer.withLength { writer throws(EncodingFailure) in
        guard try element.encodeBinary(as: type, into: &writer) else { throw .mismatch }
      }
    }
  }
}
