import Foundation

/// Functions that write JSON on one line.
///
/// In addition to what the grammar requires, all control characters and the separators U+2028 and
/// U+2029 are escaped, so a line stays a line, and a terminal receives no commands.
package enum SingleLineJSON {
  /// Appends a quoted string.
  package static func append(_ string: String, to text: inout String) {
    text += "\""
    if string.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 >= 0x7F }) {
      for scalar in string.unicodeScalars { append(escaping: scalar, to: &text) }
    } else {
      text += string
    }
    text += "\""
  }

  /// Appends a number: the shortest digits that read back as the same number.
  ///
  /// Infinity is `9e999`, as in SQLite's own JSON functions; NaN, which SQLite stores as NULL, is
  /// `null`.
  package static func append(_ real: Double, to text: inout String) {
    if real.isNaN {
      text += "null"
    } else if real.isInfinite {
      text += real < 0 ? "-9e999" : "9e999"
    } else {
      text += "\(real)"
    }
  }

  /// Appends a database value; a blob is an object, `{"base64":"AQI="}`, so that it differs from
  /// any text.
  package static func append(_ value: DatabaseValue, to text: inout String) {
    switch value {
    case .null: text += "null"
    case .integer(let integer): text += "\(integer)"
    case .real(let real): append(real, to: &text)
    case .text(let string): append(string, to: &text)
    case .blob(let bytes):
      text += "{\"base64\":\"" + Data(bytes).base64EncodedString() + "\"}"
    }
  }

  /// Appends a document on one line.
  ///
  /// Control characters that are no blanks can only occur in its strings.
  package static func append(document: String, to text: inout String) {
    for scalar in document.unicodeScalars {
      switch scalar.value {
      case 0..<0x20: text += " "
      case 0x7F..<0xA0, 0x2028, 0x2029: append(escaping: scalar, to: &text)
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  private static func append(escaping scalar: Unicode.Scalar, to text: inout String) {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\r": text += "\\r"
    case "\t": text += "\\t"
    case "\0"..<" ", "\u{7f}"..<"\u{a0}", "\u{2028}"..."\u{2029}":
      let digits = String(scalar.value, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: text.unicodeScalars.append(scalar)
    }
  }
}
