import LiveSQLTestSupport

/// A part of a statement that SQLite reads as one token.
enum WrittenToken: Sendable, Hashable {
  /// A keyword, the name of a function, or a name that is never quoted.
  case word(String)
  /// A name that may be quoted in all four ways.
  case name(String)
  /// A column without a table, which single quotes would turn into a text.
  case column(String)
  /// A number, a text or bytes.
  case literal(String)
  /// An operator, a parenthesis or a comma.
  case symbol(String)
}

/// A reader of the tokens of a template, in which it replaces each choice by one of its texts.
struct WrittenScanner {
  private let scalars: [Unicode.Scalar]
  private var index = 0

  private init(_ template: String) { scalars = Array(template.unicodeScalars) }

  /// Returns the tokens of a template.
  static func tokens(of template: String, using random: inout SeededGenerator) -> [WrittenToken] {
    var scanner = WrittenScanner(template)
    var tokens: [WrittenToken] = []
    while let scalar = scanner.next {
      if scalar.properties.isWhitespace {
        scanner.index += 1
      } else {
        tokens += scanner.take(scalar, using: &random)
      }
    }
    return tokens
  }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  private mutating func take(_ scalar: Unicode.Scalar, using random: inout SeededGenerator)
    -> [WrittenToken]
  {
    switch scalar {
    case "[": return [.name(enclosed(by: "]"))]
    case "{": return [.column(enclosed(by: "}"))]
    case "'": return [.literal(quoted())]
    case "#":
      index += 1
      let text = random.pick(WrittenChoices.all[prefix(Self.isOfName)] ?? ["unknown choice"])
      return Self.tokens(of: text, using: &random)
    case "0"..."9": return [.literal(prefix { Self.isOfName($0) || $0 == "." })]
    default: return Self.isOfName(scalar) ? [wordOrBytes()] : [.symbol(symbol())]
    }
  }

  private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: false
    }
  }
}

// MARK: - Parts

extension WrittenScanner {
  private mutating func prefix(_ belongs: (Unicode.Scalar) -> Bool) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = next, belongs(scalar) {
      text.append(scalar)
      index += 1
    }
    return String(text)
  }

  /// Returns the text up to a closing bracket.
  private mutating func enclosed(by end: Unicode.Scalar) -> String {
    index += 1
    let text = prefix { $0 != end }
    index += 1
    return text
  }

  /// Returns a text with its quotes; a quote within it is doubled.
  private mutating func quoted() -> String {
    var text = ""
    repeat {
      text += "'" + enclosed(by: "'") + "'"
    } while next == "'"
    return text
  }

  /// Returns a word, or bytes such as `x'FF'`.
  private mutating func wordOrBytes() -> WrittenToken {
    let word = prefix(Self.isOfName)
    return word == "x" && next == "'" ? .literal(word + quoted()) : .word(word)
  }

  private static let symbols = ["->>", "->", "||", "<=", ">=", "<>", "!=", "=="]

  private mutating func symbol() -> String {
    let rest = scalars[index...].prefix(3)
    for symbol in Self.symbols where rest.starts(with: symbol.unicodeScalars) {
      index += symbol.unicodeScalars.count
      return symbol
    }
    defer { index += 1 }
    return String(scalars[index])
  }
}
