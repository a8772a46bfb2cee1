/// The statement `DELETE FROM t`, without anything else.
enum DeletionOfAllRows {
  /// Returns whether a text is such a statement: the two words and a name, perhaps with its schema.
  ///
  /// It may return `false` for such a statement, for example if it contains comments, but never
  /// returns `true` for another one.
  static func isWhole(_ text: Substring.UTF8View) -> Bool {
    var scan = Scan(text)
    guard scan.skipWord("DELETE"), scan.skipWord("FROM"), scan.skipName() else { return false }
    if scan.skip(".") { guard scan.skipName() else { return false } }
    _ = scan.skip(";")
    return scan.isAtEnd
  }
}

/// A position in a text, which also skips spaces after each element.
private struct Scan {
  private var rest: Substring.UTF8View

  init(_ text: Substring.UTF8View) {
    rest = text
    skipSpaces()
  }

  var isAtEnd: Bool { rest.isEmpty }

  private mutating func skipSpaces() {
    rest = rest.drop { $0 == 0x20 || (0x09...0x0d).contains($0) }
  }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    skipSpaces()
    return true
  }

  /// Skips a keyword.
  ///
  /// - Parameter word: The keyword in upper case.
  mutating func skipWord(_ word: StaticString) -> Bool {
    let start = rest.prefix(word.utf8CodeUnitCount)
    let isSame = word.withUTF8Buffer { $0.elementsEqual(start) { $0 == $1 & 0xdf } }
    guard isSame else { return false }
    rest = rest.dropFirst(word.utf8CodeUnitCount)
    // A quoted name can follow immediately.
    guard let next = rest.first, !Self.isInName(next) else { return false }
    skipSpaces()
    return true
  }

  mutating func skipName() -> Bool {
    guard let first = rest.first else { return false }
    switch first {
    case UInt8(ascii: "\""), UInt8(ascii: "`"): return skipQuoted(until: first)
    case UInt8(ascii: "["): return skipQuoted(until: UInt8(ascii: "]"))
    default: break
    }
    let name = rest.prefix { Self.isInName($0) }
    guard !name.isEmpty else { return false }
    rest = rest[name.endIndex...]
    skipSpaces()
    return true
  }

  private mutating func skipQuoted(until end: UInt8) -> Bool {
    rest = rest.dropFirst().drop { $0 != end }
    guard !rest.isEmpty else { return false }
    rest = rest.dropFirst()
    skipSpaces()
    return true
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x5f, 0x24, 0x80...: true
    default: false
    }
  }
}
