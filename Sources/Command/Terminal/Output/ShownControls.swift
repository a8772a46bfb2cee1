/// Returns a text with control characters shown as escapes: `\n`, `\t`, `\u{1b}`.
///
/// Characters that change the writing direction, and those that are invisible, are escaped as well,
/// since they could make a text look like another one. Those that join letters or emoji remain.
package func showingControls(in text: String) -> String { showingControls(in: text, before: nil) }

/// Returns a part of a text with control characters shown as escapes.
///
/// - Parameter next: The character that follows the part.
func showingControls(in text: String, before next: Unicode.Scalar?) -> String {
  escapingControls(in: text, before: next, keepsLines: false, escape)
}

/// Returns a text in a format for programs as a terminal may receive it: with control characters
/// shown as escapes, except those between its lines.
///
/// - Parameter isJSON: Whether the text is JSON, which then remains the same document.
package func terminalContent(_ text: String, isJSON: Bool) -> String {
  escapingControls(in: text, before: nil, keepsLines: true, isJSON ? escapeInJSON : escape)
}

private func escapingControls(
  in text: String,
  before next: Unicode.Scalar?,
  keepsLines: Bool,
  _ escape: (Unicode.Scalar) -> String
) -> String {
  let scalars = text.unicodeScalars
  guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }),
    scalars.contains(where: { isControl($0) || InvisibleScalar($0) != nil })
  else { return text }
  var shown = String.UnicodeScalarView()
  var previous: Unicode.Scalar?
  var rest = scalars[...]
  while let scalar = rest.first {
    if let flag = rest.flagWithTags {
      shown.append(contentsOf: flag)
      rest = rest[flag.endIndex...]
    } else {
      rest.removeFirst()
      let invisible = InvisibleScalar(scalar)
      let isHidden = invisible.map { !$0.isUsed(after: previous, before: rest.first ?? next) }
      if isHidden ?? isControl(scalar), !(keepsLines && isOfLine(scalar, before: rest)) {
        shown.append(contentsOf: escape(scalar).unicodeScalars)
      } else {
        shown.append(scalar)
      }
    }
    previous = scalar
  }
  return String(shown)
}

/// Returns whether a character ends a line, or is a tab.
///
/// A carriage return on its own would let the rest overwrite the line.
private func isOfLine(_ scalar: Unicode.Scalar, before rest: Substring.UnicodeScalarView) -> Bool {
  scalar == "\n" || scalar == "\t" || scalar == "\r" && rest.first == "\n"
}

private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0: true
  // Marks of direction.
  case 0x061C, 0x200E, 0x200F: true
  // Line and paragraph separators; embedding, override and isolation of direction.
  case 0x2028...0x202E, 0x2066...0x2069: true
  default: false
  }
}

private func escape(of scalar: Unicode.Scalar) -> String {
  switch scalar {
  case "\n": "\\n"
  case "\r": "\\r"
  case "\t": "\\t"
  case "\0": "\\0"
  default: "\\u{\(String(scalar.value, radix: 16))}"
  }
}

/// Returns the escape of a character in a JSON string; one beyond U+FFFF has two.
private func escapeInJSON(of scalar: Unicode.Scalar) -> String {
  UTF16.encode(scalar)?.map { unit in
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }.joined() ?? ""
}
