// Swift compares texts by `Character`: a quote with a combining accent is one, unequal to a quote,
// and so are a carriage return with a line feed. SQL, JSON, CSV and shells compare bytes. Whatever
// writes or reads such a language uses these, which compare bytes too.

extension String {
  /// Returns the text in quotes, with the quotes inside of it doubled.
  ///
  /// - Parameter quote: The quote, an ASCII scalar.
  package func quoted(by quote: Unicode.Scalar) -> String {
    let quote = UInt8(ascii: quote)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count + 2)
    bytes.append(quote)
    for byte in utf8 {
      if byte == quote { bytes.append(quote) }
      bytes.append(byte)
    }
    bytes.append(quote)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the content of a text in quotes, with the quotes inside of it halved; `nil` if the
  /// text is anything else than one quoted text.
  ///
  /// - Parameter quote: The quote, an ASCII scalar.
  package func unquoted(by quote: Unicode.Scalar) -> String? {
    let quote = UInt8(ascii: quote)
    guard utf8.count >= 2, utf8.first == quote, utf8.last == quote else { return nil }
    var bytes: [UInt8] = []
    var rest = utf8.dropFirst().dropLast()
    while let byte = rest.popFirst() {
      bytes.append(byte)
      if byte == quote, rest.popFirst() != quote { return nil }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the text with each occurrence of some bytes replaced.
  ///
  /// - Parameters:
  ///   - part: The text whose bytes are replaced.
  ///   - replacement: What takes their place.
  package func replacingBytes(of part: String, with replacement: String) -> String {
    let bytes = Array(utf8).replacing(Array(part.utf8), with: Array(replacement.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }
}
