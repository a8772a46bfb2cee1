/// Returns a text with control characters shown as escapes: `\n`, `\t`, `\u{1b}`.
///
/// Characters that change the writing direction are escaped as well, since they could make a text
/// look like another one.
package func showingControls(in text: String) -> String {
  guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return text }
  guard text.unicodeScalars.contains(where: isControl) else { return text }
  var shown = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    if isControl(scalar) {
      shown.append(contentsOf: escape(of: scalar).unicodeScalars)
    } else {
      shown.append(scalar)
    }
  }
  return String(shown)
}

private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0..<0x20, 0x7F..<0xA0: true
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
