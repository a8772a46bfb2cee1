import DatabaseTypes
import Foundation

extension PostgresValue {
  /// Decodes a value from the server's text representation.
  ///
  /// A result has one format for all columns, so it is text if any column has a type that the
  /// library does not support.
  ///
  /// - Throws: ``PostgresError`` if the text is not a valid value of the type.
  static func text(_ text: String, as type: PostgresType) throws(PostgresError) -> PostgresValue {
    let value = type.kind == .array ? array(text, of: type.element) : scalar(text, as: type.kind)
    if let value { return value }
    // Some types have a delimiter other than a comma.
    guard type.kind == .array, !type.isBinary else { throw .malformed(type.description) }
    return .other(text)
  }

  /// Decodes a value from the bytes of the server's text representation.
  ///
  /// - Throws: ``PostgresError`` if they are not valid.
  static func text(_ bytes: UnsafeRawBufferPointer, as type: PostgresType)
    throws(PostgresError) -> PostgresValue
  {
    if let text = unsafe String(validating: bytes, as: UTF8.self) {
      return try .text(text, as: type)
    }
    guard type.kind == .char || type.elementKind == .char else { throw .malformed("text in UTF-8") }
    let text = unsafe CharText.text(printed: bytes, isArray: type.kind == .array)
    return try .text(text, as: type)
  }

  private static func scalar(_ text: String, as kind: PostgresType.Kind) -> PostgresValue? {
    switch kind {
    case .bool: text == "t" ? .bool(true) : text == "f" ? .bool(false) : nil
    case .int2, .int4, .int8, .oid: Int64(text).map { .integer($0) }
    case .float4: Float(text).map { .float($0) }
    case .float8: Double(text).map { .double($0) }
    case .text, .char: .text(text)
    case .bytea: bytes(text).map { .bytes($0) }
    case .uuid: UUID(uuidString: text).map { .uuid($0) }
    case .date: PostgresDate(serverText: text).map { .date($0) }
    case .time: PostgresTime(serverText: text[...]).map { .time($0) }
    case .timestamp: PostgresTimestamp(serverText: text).map { .timestamp($0) }
    case .timestamptz: PostgresTimestamp(serverText: text).map { .timestamptz($0) }
    case .interval: PostgresInterval(serverText: text).map { .interval($0) }
    case .numeric: PostgresNumeric(text).map { .numeric($0) }
    case .json: .json(text)
    case .jsonb: .jsonb(text)
    case .unknown: .other(text)
    case .array: nil
    }
  }

  /// Decodes bytes from hexadecimal digits after `\x`.
  private static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0, text.hasPrefix("\\x") else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 2, to: digits.count, by: 2) {
      let pair = String(decoding: digits[index...index + 1], as: UTF8.self)
      guard let byte = UInt8(pair, radix: 16) else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  private static func array(_ text: String, of type: PostgresType) -> PostgresValue? {
    var reader = ArrayTextReader(text)
    return reader.array { scalar($0, as: type.kind) }.map { .array($0) }
  }
}

/// A parser of an array's text, such as `[0:1]={1,NULL,"a b"}`.
private struct ArrayTextReader {
  private var rest: Substring.UnicodeScalarView
  private var elements: [PostgresValue] = []
  private var counts: [Int32] = []

  init(_ text: String) { rest = text[...].unicodeScalars }

  mutating func array(_ element: (String) -> PostgresValue?) -> PostgresArray? {
    guard let bounds = lowerBounds(), level(0, element), rest.isEmpty else { return nil }
    if elements.isEmpty { return PostgresArray([]) }
    let dimensions = counts.indices.map { index in
      let bound = bounds.indices.contains(index) ? bounds[index] : 1
      return PostgresArray.Dimension(count: counts[index], lowerBound: bound)
    }
    return PostgresArray(elements: elements, dimensions: dimensions)
  }

  private mutating func lowerBounds() -> [Int32]? {
    guard rest.first == "[" else { return [] }
    guard let sign = rest.firstIndex(of: "=") else { return nil }
    let text = String(rest[..<sign])
    rest = rest[rest.index(after: sign)...]
    return text.matches(of: /\[(-?\d+):/).compactMap { Int32($0.1) }
  }

  private mutating func level(_ depth: Int, _ element: (String) -> PostgresValue?) -> Bool {
    guard rest.popFirst() == "{", depth < 6 else { return false }
    var count: Int32 = 0
    while let next = rest.first, next != "}" {
      if count > 0 { guard rest.popFirst() == "," else { return false } }
      if rest.first == "{" {
        guard level(depth + 1, element) else { return false }
      } else {
        guard let value = value(element) else { return false }
        elements.append(value)
      }
      count += 1
    }
    while counts.count <= depth { counts.append(0) }
    counts[depth] = count
    return rest.popFirst() == "}"
  }

  private mutating func value(_ element: (String) -> PostgresValue?) -> PostgresValue? {
    var text = String.UnicodeScalarView()
    let isQuoted = rest.first == "\""
    if isQuoted { rest.removeFirst() }
    while let next = rest.first, isQuoted ? next != "\"" : next != "," && next != "}" {
      rest.removeFirst()
      if next == "\\" {
        guard let escaped = rest.popFirst() else { return nil }
        text.append(escaped)
      } else {
        text.append(next)
      }
    }
    if isQuoted {
      guard rest.popFirst() == "\"" else { return nil }
    } else if String(text) == "NULL" {
      return .null
    }
    return element(String(text))
  }
}
