package import DatabaseTypes
package import SQLiteDatabase

/// Writes values as SQL that gives the same values again, to the last bit.
package struct SQLLiterals {
  private let readsReal: PreparedStatement

  /// Makes literals for the access of a database, which is asked how SQLite reads numbers.
  package init(_ db: Database) throws {
    readsReal = try db.makeStatement(sql: "SELECT CAST(?1 AS REAL)")
  }

  /// The SQL of a value.
  package func literal(of value: DatabaseValue) throws -> String {
    switch value {
    case .real(let real): try literal(of: real)
    case .text(let text): Self.literal(of: text)
    case .null, .integer, .blob: value.sqlLiteral
    }
  }

  /// The SQL of a text.
  ///
  /// SQL text ends at a NUL: another character stands for it, one that the text does not have.
  static func literal(of text: String) -> String {
    var bytes: [UInt8] = []
    guard text.utf8.contains(0) else {
      appendQuoted(text, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    let stand = unusedScalar(in: text)
    let scalars = text.unicodeScalars.map { $0.value == 0 ? stand : $0 }
    appendQuoted(String(String.UnicodeScalarView(scalars)), to: &bytes)
    return "replace(\(String(decoding: bytes, as: UTF8.self)),char(\(stand.value)),char(0))"
  }

  private static func unusedScalar(in text: String) -> Unicode.Scalar {
    let used = Set(text.unicodeScalars)
    var code: UInt32 = 1
    while true {
      if let scalar = Unicode.Scalar(code), scalar != "'", !used.contains(scalar) { return scalar }
      code += 1
    }
  }

  /// The shortest number that SQLite reads as this one.
  ///
  /// Where SQLite reads a decimal number less exactly, it is computed of integers, which loses nothing.
  private func literal(of real: Double) throws -> String {
    guard real.isFinite else { return real.isNaN ? "NULL" : real < 0 ? "-9e999" : "9e999" }
    let text = "\(real)"
    // Of so few digits every version of SQLite makes the nearest number.
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

/// Adds a text in quotes; a quote within it is written twice.
func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
  let quote = UInt8(ascii: "'")
  bytes.append(quote)
  for byte in text.utf8 {
    if byte == quote { bytes.append(quote) }
    bytes.append(byte)
  }
  bytes.append(quote)
}

/// A number as an integer that powers of two multiply or divide, none of which rounds.
func exactExpression(of real: Double) -> String {
  // The significand has 52 bits after its point.
  var exponent = Int(real.exponent) - 52
  var text = "CAST(\(Int64(real.significand * 0x1p52)) AS REAL)"
  while exponent != 0 {
    let step = min(abs(exponent), 62)
    text += (exponent > 0 ? "*" : "/") + "\(Int64(1) << Int64(step))"
    exponent += exponent > 0 ? -step : step
  }
  return real < 0 ? "-\(text)" : text
}
