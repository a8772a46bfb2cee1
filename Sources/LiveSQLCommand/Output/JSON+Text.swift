extension JSON {
  /// The document on one line, without spaces.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  /// Appends the document on one line.
  func write(to text: inout String) {
    switch self {
    case .array(let elements):
      Self.write(elements, between: "[", "]", to: &text) { $0.write(to: &$1) }
    case .object(let members):
      Self.write(members, between: "{", "}", to: &text) { member, text in
        Self.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
    case .string(let string): Self.write(string, to: &text)
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += "\(value)"
    case .real(let value): text += Self.text(of: value)
    case .verbatim(let document): Self.write(document: document, to: &text)
    }
  }

  private static func write<Element>(
    _ elements: [Element],
    between open: String,
    _ close: String,
    to text: inout String,
    _ body: (Element, inout String) -> Void
  ) {
    text += open
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      body(element, &text)
    }
    text += close
  }

  /// Appends a document on one line, without terminal control characters.
  ///
  /// Such characters can only occur in a string.
  private static func write(document: String, to text: inout String) {
    for scalar in document.unicodeScalars {
      switch scalar.value {
      case 0..<0x20: text += " "
      case 0x7F..<0xA0, 0x2028, 0x2029: write(scalar, to: &text)
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  private static func text(of real: Double) -> String {
    if real.isNaN { return "null" }
    if real.isInfinite { return real < 0 ? "-9e999" : "9e999" }
    return "\(real)"
  }

  /// Appends a quoted string.
  ///
  /// In addition to what the grammar requires, all control characters and the separators U+2028 and
  /// U+2029 are escaped, so a line stays a line, and a terminal receives no commands.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    if string.utf8.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C || $0 >= 0x7F }) {
      for scalar in string.unicodeScalars { write(scalar, to: &text) }
    } else {
      text += string
    }
    text += "\""
  }

  private static func write(_ scalar: Unicode.Scalar, to text: inout String) {
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
