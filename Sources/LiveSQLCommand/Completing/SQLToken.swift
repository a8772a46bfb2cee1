/// A token of SQL, as far as completion needs it.
enum SQLToken: Sendable, Equatable {
  /// A name or a keyword, as it is written.
  case word(String)
  /// A quoted or bracketed name, without the quotes.
  case name(String)
  /// A text, a number or a parameter.
  case value
  /// Any other character.
  case sign(Character)
  /// An unterminated text, name or comment.
  case open

  /// The name or keyword.
  var text: String? {
    switch self {
    case .word(let text), .name(let text): text
    case .value, .sign, .open: nil
    }
  }

  /// Returns whether it is one of some keywords, ignoring case.
  func isKeyword(_ words: String...) -> Bool {
    guard case .word(let text) = self else { return false }
    return words.contains(text.uppercased())
  }
}

/// Returns the tokens of any SQL text; nothing is an error.
func sqlTokens(of text: some StringProtocol) -> [SQLToken] {
  var lexer = SQLLexer(rest: text.unicodeScalars.map(Character.init)[...])
  var tokens: [SQLToken] = []
  while let token = lexer.next() { tokens.append(token) }
  return tokens
}

/// Returns the names of the parameters in an SQL text, without their sigils.
func namedParameters(of sql: String) -> Set<String> {
  let tokens = sqlTokens(of: sql)
  let afterSigns = zip(tokens, tokens.dropFirst()).compactMap { sign, name in
    sign == .sign(":") || sign == .sign("@") ? name.text : nil
  }
  let dollars = tokens.compactMap { token -> String? in
    guard case .word(let word) = token, word.first == "$" else { return nil }
    return String(word.dropFirst())
  }
  return Set(afterSigns + dollars)
}

/// A lexer that takes one token of SQL after the other.
private struct SQLLexer {
  /// The scalars: SQL has no characters of several.
  var rest: ArraySlice<Character>

  mutating func next() -> SQLToken? {
    while let first = rest.first {
      if first.isWhitespace {
        rest.removeFirst()
      } else if rest.starts(with: "--") {
        guard let end = rest.firstIndex(of: "\n") else { return open() }
        rest = rest[end...]
      } else if rest.starts(with: "/*") {
        guard let end = rest.dropFirst(2).firstRange(of: Array("*/")) else { return open() }
        rest = rest[end.upperBound...]
      } else {
        return token(first)
      }
    }
    return nil
  }

  private mutating func token(_ first: Character) -> SQLToken {
    switch first {
    case "'": return quoted("'").map { _ in .value } ?? open()
    case "\"": return quoted("\"").map { .name($0) } ?? open()
    case "`": return quoted("`").map { .name($0) } ?? open()
    case "[":
      guard let end = rest.firstIndex(of: "]") else { return open() }
      defer { rest = rest[(end + 1)...] }
      return .name(String(rest[(rest.startIndex + 1)..<end]))
    case _ where isPartOfName(first):
      let word = rest.prefix(while: isPartOfName)
      rest = rest[word.endIndex...]
      return first.isNumber ? .value : .word(String(word))
    default:
      rest.removeFirst()
      return .sign(first)
    }
  }

  /// Reads a quoted text, in which quotes are doubled.
  private mutating func quoted(_ quote: Character) -> String? {
    var text = ""
    var place = rest.startIndex + 1
    while place < rest.endIndex {
      if rest[place] == quote {
        guard place + 1 < rest.endIndex, rest[place + 1] == quote else {
          rest = rest[(place + 1)...]
          return text
        }
        place += 1
      }
      text.append(rest[place])
      place += 1
    }
    return nil
  }

  private mutating func open() -> SQLToken {
    rest = []
    return .open
  }
}

/// Returns whether a character can be part of an unquoted name.
func isPartOfName(_ character: Character) -> Bool {
  character.isLetter || character.isNumber || character == "_" || character == "$"
    || !character.isASCII && !character.isWhitespace
}
