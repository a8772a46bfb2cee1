package import DatabaseTypes
package import SQLiteDatabase

/// A converter of values to SQL literals that evaluate to the same values, to the last bit.
package struct SQLLiterals {
  private let readsReal: PreparedStatement

  /// Creates a converter that asks the database how SQLite parses numbers.
  package init(_ db: Database) throws {
    readsReal = try db.makeStatement(sql: "SELECT CAST(?1 AS REAL)")
  }

  /// Returns the SQL literal of a value.
  package func literal(of value: DatabaseValue) throws -> String {
    switch value {
    case .real(let real): try literal(of: real)
    case .text(let text): Self.literal(of: text)
    case .null, .integer, .blob: value.sqlLiteral
    }
  }

  /// Returns the SQL literal of a text.
  ///
  /// SQL text ends at a NUL, so NUL characters are written as another character that does not occur
  /// in the text.
  static func literal(of text: String) -> String {
    var bytes: [UInt8] = []
    guard text.utf8.contains(0) else {
      appendQuoted(text, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    let placeholder = unusedScalar(in: text)
    let scalars = text.unicodeScalars.map { $0.value == 0 ? placeholder : $0 }
    appendQuoted(String(String.UnicodeScalarView(scalars)), to: &bytes)
    return "replace(\(String(decoding: bytes, as: UTF8.self)),char(\(placeholder.value)),char(0))"
  }

  private static func unusedScalar(in text: String) -> Unicode.Scalar {
    let used = Set(text.unicodeScalars)
    var code: UInt32 = 1
    while true {
      if let scalar = Unicode.Scalar(code), scalar != "'", !used.contains(scalar) { return scalar }
      code += 1
    }
  }

  /// Returns the shortest number that SQLite parses as this one.
  ///
  /// If SQLite parses the decimal number less exactly, the number is written as an exact expression
  /// of integers.
  private func literal(of real: Double) throws -> String {
    guard real.isFinite else { return real.isNaN ? "NULL" : real < 0 ? "-9e999" : "9e999" }
    let text = "\(real)"
    // With so few digits, every version of SQLite finds the nearest number.
    if text.utf8.count <= 15, !text.contains("e") { return text }
    return try isRead(text, as: real) ? text : exactExpression(of: real)
  }

  private func isRead(_ text: String, as real: Double) throws -> Bool {
    var isSame = false
    try readsReal.setArguments([text])
    try readsReal.forEachRow { row in
      isSame = try row.decode(Double.self, at: 0).bitPattern == real.bitPattern
    }
    return isSame
  }
}

/// Appends a text in quotes, doubling the quotes within it.
func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
  let quote = UInt8(ascii: "'")
  bytes.append(quote)
  for byte in text.utf8 {
    if byte == quote { bytes.append(quote) }
    bytes.append(byte)
  }
  bytes.append(quote)
}

/// Returns a number as an integer that is multiplied or divided by powers of two, without rounding.
func exactExpression(of real: Double) -> String {
  // The significand has 52 bits after its binary point.
  var exponent = Int(real.exponent) - 52
  var text = "CAST(\(Int64(real.significand * 0x1p52)) AS REAL)"
  while exponent != 0 {
    let step = min(abs(exponent), 62)
    text += (exponent > 0 ? "*" : "/") + "\(Int64(1) << Int64(step))"
    exponent += exponent > 0 ? -step : step
  }
  return real < 0 ? "-\(text)" : text
}
