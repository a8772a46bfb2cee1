import SQLSyntax

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
  let tokens = SQLTokens(text, grammar: .sqlite, comments: true)
  return tokens.compactMap { SQLToken($0, of: tokens) }
}

/// Returns the names of the parameters in an SQL text, without their sigils.
func namedParameters(of sql: String) -> Set<String> {
  let tokens = SQLTokens(sql, grammar: .sqlite)
  let names = tokens.filter { $0.kind == .parameter }.map { tokens.text(of: $0) }
  return Set(names.filter { $0.first != "?" }.map { String($0.dropFirst()) })
}

extension SQLToken {
  /// Creates what a token means for completion; `nil` for a comment that ends.
  fileprivate init?(_ token: SQLTextToken, of tokens: SQLTokens) {
    switch token.kind {
    case .comment:
      let isLine = tokens.bytes[token.range.lowerBound] == UInt8(ascii: "-")
      let isAtEnd = isLine && token.range.upperBound == tokens.bytes.count
      guard isAtEnd || !token.isTerminated else { return nil }
      self = .open
    case _ where !token.isTerminated: self = .open
    case .word: self = .word(tokens.text(of: token))
    case .quotedName, .markedName: self = .name(tokens.name(of: token) ?? "")
    case .text, .bytes, .number, .parameter, .binding: self = .value
    case .openParenthesis, .closeParenthesis, .openBracket, .closeBracket, .comma, .point,
      .semicolon, .sign, .mark, .other:
      self = .sign(Character(Unicode.Scalar(tokens.bytes[token.range.lowerBound])))
    }
  }
}

/// Returns whether a character can be part of an unquoted name.
func isPartOfName(_ character: Character) -> Bool {
  character.isLetter || character.isNumber || character == "_" || character == "$"
    || !character.isASCII && !character.isWhitespace
}
