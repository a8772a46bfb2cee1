import LiveSQLTestSupport

/// A writer of statements, in the plainest way or with odd spaces, comments and quotes.
enum WrittenScribe {
  /// Returns a query made from a template, in two spellings that mean the same.
  static func query(_ template: String, using random: inout SeededGenerator)
    -> (written: String, plain: String)
  {
    let tokens = WrittenScanner.tokens(of: template, using: &random)
    let plain = plain(tokens)
    guard random.chance(70) else { return (plain, plain) }
    let odd = odd(tokens, using: &random)
    return (random.pick(starts) + odd + random.pick(ends), plain)
  }

  /// Returns a statement made from a template, in one spelling.
  static func statement(_ template: String, using random: inout SeededGenerator) -> String {
    let tokens = WrittenScanner.tokens(of: template, using: &random)
    return random.chance(60) ? odd(tokens, using: &random) : plain(tokens)
  }

  /// Returns a statement made from a template, in the plainest spelling.
  static func plain(_ template: String, using random: inout SeededGenerator) -> String {
    plain(WrittenScanner.tokens(of: template, using: &random))
  }

  private static let keywords: Set<String> = [
    "order", "group", "select", "from", "where", "table", "index", "to", "by",
  ]

  /// Whether a name can be written without quotes.
  private static func isPlain(_ name: String) -> Bool {
    !keywords.contains(name.lowercased())
      && name.unicodeScalars.allSatisfy { $0 == "_" || $0.isASCII && $0.properties.isAlphabetic }
  }

  private static let openings: Set<WrittenToken> = [.symbol("("), .symbol(".")]
  private static let closings: Set<WrittenToken> = [.symbol(")"), .symbol(","), .symbol(".")]

  /// Whether a token needs no space before or after it.
  private static func standsAlone(_ token: WrittenToken) -> Bool {
    openings.contains(token) || closings.contains(token)
  }
}

// MARK: - Plain statements

extension WrittenScribe {
  private static func plain(_ tokens: [WrittenToken]) -> String {
    var text = ""
    var last = WrittenToken.symbol("(")
    for token in tokens {
      let isClose = openings.contains(last) || closings.contains(token)
      text += (isClose ? "" : " ") + plain(token)
      last = token
    }
    return text
  }

  private static func plain(_ token: WrittenToken) -> String {
    switch token {
    case .word(let text), .literal(let text), .symbol(let text): text
    case .name(let name), .column(let name): isPlain(name) ? name : quoted(name, "\"")
    }
  }
}

// MARK: - Odd statements

extension WrittenScribe {
  private static let starts = [
    "", "", "", "", "-- name: one\n", "/* hint */ ", "\n\n", "  ", "--\n",
  ]
  private static let ends = [
    "", "", "", "", ";", " ;", "; -- end", "\n-- end", "/* end", "/* end */ ;\n",
  ]
  /// Comments look like parts of statements, and one begins with the mark of a byte order.
  private static let gaps = [
    "\n", "\t", "  ", "\r\n", "\u{C}", "/**/", "/* FROM */", "/* it's */", "-- SELECT \"\n",
    "/* ; */", " -- ]\n", " \u{FEFF} ", "/* -- */", "/* , (SELECT */",
  ]

  private static func odd(_ tokens: [WrittenToken], using random: inout SeededGenerator) -> String {
    var text = ""
    var last: WrittenToken?
    for token in tokens {
      if let last { text += gap(last, token, using: &random) }
      text += odd(token, using: &random)
      last = token
    }
    return text
  }

  private static func gap(
    _ last: WrittenToken,
    _ token: WrittenToken,
    using random: inout SeededGenerator
  ) -> String {
    // Two signs in a row begin a comment.
    if random.chance(20) { return (last == .symbol("-") ? " " : "") + random.pick(gaps) }
    if !standsAlone(last), !standsAlone(token) { return " " }
    return random.chance(20) ? " " : ""
  }

  private static func odd(_ token: WrittenToken, using random: inout SeededGenerator) -> String {
    switch token {
    case .literal(let text), .symbol(let text): return text
    case .word(let text):
      return random.pick([text, text, text.lowercased(), text.uppercased(), capitalized(text)])
    case .column(let name): return random.pick(spellings(name))
    case .name(let name): return random.pick(spellings(name) + [quoted(name, "'")])
    }
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst().lowercased()
  }

  private static func spellings(_ name: String) -> [String] {
    let quoted = [quoted(name, "\""), quoted(name, "`"), "[" + name + "]"]
    return isPlain(name) ? quoted + [name, name, name, name, name.uppercased()] : quoted
  }

  private static func quoted(_ name: String, _ quote: String) -> String {
    quote + name.replacing(quote, with: quote + quote) + quote
  }
}
