import Foundation

extension PostgresValue {
  /// Decodes a value from the server's binary representation.
  ///
  /// - Throws: ``PostgresError`` if the bytes are not a valid value of the type.
  static func binary(_ bytes: UnsafeRawBufferPointer, as type: PostgresType)
    throws(PostgresError) -> PostgresValue
  {
    var reader = unsafe ByteReader(bytes)
    do throws(ByteReader.Malformed) {
      let value =
        type.kind == .array
        ? try array(&reader, of: type.elementKind) : try scalar(&reader, as: type.kind)
      try reader.end()
      return value
    } catch {
      throw .malformed(type.description)
    }
  }

  private static func scalar(_ reader: inout ByteReader, as kind: PostgresType.Kind)
    throws(ByteReader.Malformed) -> PostgresValue
  {
    switch kind {
    case .bool: .bool(try reader.integer(UInt8.self) != 0)
    case .int2: .integer(Int64(try reader.integer(Int16.self)))
    case .int4: .integer(Int64(try reader.integer(Int32.self)))
    case .int8: .integer(try reader.integer())
    case .oid: .integer(Int64(try reader.integer(UInt32.self)))
    case .float4: .float(Float(bitPattern: try reader.integer()))
    case .float8: .double(Double(bitPattern: try reader.integer()))
    case .text: .text(try reader.validText(reader.count))
    case .char: .text(CharText.text(of: try reader.integer(UInt8.self)))
    case .json: .json(try reader.validText(reader.count))
    case .jsonb: try jsonb(&reader)
    case .bytea: .bytes(unsafe [UInt8](try reader.bytes(reader.count)))
    case .uuid: try uuid(&reader)
    case .date: .date(PostgresDate(days: try reader.integer()))
    case .time: .time(PostgresTime(microseconds: try reader.integer()))
    case .timestamp: .timestamp(PostgresTimestamp(microseconds: try reader.integer()))
    case .timestamptz: .timestamptz(PostgresTimestamp(microseconds: try reader.integer()))
    case .interval: try interval(&reader)
    case .numeric: .numeric(try PostgresNumeric(&reader))
    case .array, .unknown: throw ByteReader.Malformed()
    }
  }

  private static func jsonb(_ reader: inout ByteReader) throws(ByteReader.Malformed)
    -> PostgresValue
  {
    // The format has only one version.
    guard try reader.integer(UInt8.self) == 1 else { throw ByteReader.Malformed() }
    return .jsonb(try reader.validText(reader.count))
  }

  private static func uuid(_ reader: inout ByteReader) throws(ByteReader.Malformed)
    -> PostgresValue
  {
    .uuid(UUID(uuid: unsafe try reader.bytes(16).loadUnaligned(as: uuid_t.self)))
  }

  private static func interval(_ reader: inout ByteReader) throws(ByteReader.Malformed)
    -> PostgresValue
  {
    let microseconds: Int64 = try reader.integer()
    let days: Int32 = try reader.integer()
    let months: Int32 = try reader.integer()
    return .interval(PostgresInterval(months: months, days: days, microseconds: microseconds))
  }

  private static func array(_ reader: inout ByteReader, of kind: PostgresType.Kind)
    throws(ByteReader.Malformed)
    -> PostgresValue
  {
    let count: Int32 = try reader.integer()
    _ = try reader.integer(Int32.self)  // whether there are NULLs
    _ = try reader.integer(UInt32.self)  // the elements' type, which may be a domain
    guard (0...6).contains(count) else { throw ByteReader.Malformed() }
    var dimensions: [PostgresArray.Dimension] = []
    for _ in 0..<count {
      dimensions.append(.init(count: try reader.integer(), lowerBound: try reader.integer()))
    }
    var elements: [PostgresValue] = []
    // Each element takes at least four bytes, so a wrong count cannot allocate much memory.
    while reader.count > 0 { elements.append(try self.element(&reader, as: kind)) }
    guard let array = PostgresArray(elements: elements, dimensions: dimensions) else {
      throw ByteReader.Malformed()
    }
    return .array(array)
  }

  private static func element(_ reader: inout ByteReader, as kind: PostgresType.Kind)
    throws(ByteReader.Malformed) -> PostgresValue
  {
    let length: Int32 = try reader.integer()
    if length == -1 { return .null }
    var bytes = unsafe ByteReader(try reader.bytes(Int(length)))
    let value = try scalar(&bytes, as: kind)
    try bytes.end()
    return value
  }
}

extension PostgresNumeric {
  /// Decodes a number from the server's binary representation.
  init(_ reader: inout ByteReader) throws(ByteReader.Malformed) {
    let count: UInt16 = try reader.integer()
    let weight: Int16 = try reader.integer()
    guard let sign = Sign(rawValue: try reader.integer()) else { throw ByteReader.Malformed() }
    let scale: UInt16 = try reader.integer()
    var digits: [UInt16] = []
    for _ in 0..<count {
      let digit: UInt16 = try reader.integer()
      guard digit < 10_000 else { throw ByteReader.Malformed() }
      digits.append(digit)
    }
    guard sign == .positive || sign == .negative else {
      self.init(sign: sign)
      return
    }
    self = Self.trimmed(sign: sign, weight: weight, scale: scale, digits: digits)
  }
}
