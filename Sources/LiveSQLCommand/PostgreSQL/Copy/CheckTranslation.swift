import DatabaseTypes

/// The conditions of a table's `CHECK` constraints that mean the same in both databases.
struct CheckTranslation {
  /// The conditions in PostgreSQL's SQL.
  private(set) var conditions: [String] = []
  /// The conditions that cannot be translated, in SQLite's SQL.
  private(set) var leftOut: [String] = []

  /// Reads the SQL that created a table.
  init(_ sql: String, columns: [String]) {
    let tokens = SQLiteTokens(sql).all
    var index = 0
    while index + 1 < tokens.count {
      defer { index += 1 }
      guard tokens[index].isWord("CHECK"), tokens[index + 1].text == "(" else { continue }
      var (end, depth) = (index + 1, 0)
      repeat {
        if tokens[end].text == "(" { depth += 1 }
        if tokens[end].text == ")" { depth -= 1 }
        end += 1
      } while depth > 0 && end < tokens.count
      let inner = tokens[(index + 2)..<max(index + 2, end - 1)]
      if let condition = Self.translated(inner, columns) {
        conditions.append(condition)
      } else {
        leftOut.append(inner.map(\.text).joined(separator: " "))
      }
      index = end - 1
    }
  }

  private static func translated(_ tokens: ArraySlice<SQLiteTokens.Token>, _ columns: [String])
    -> String?
  {
    var words: [String] = []
    for (index, token) in zip(tokens.indices, tokens) {
      let isCall = tokens.indices.contains(index + 1) && tokens[index + 1].text == "("
      guard let word = translated(token, isCall: isCall, columns) else { return nil }
      words.append(word)
    }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// Returns a token in PostgreSQL's SQL; `nil` if it means, or may mean, something else there.
  private static func translated(_ token: SQLiteTokens.Token, isCall: Bool, _ columns: [String])
    -> String?
  {
    switch token.kind {
    case .literal: return token.text
    case .symbol:
      if token.text == "==" { return "=" }
      return symbols.contains(token.text) ? token.text : nil
    case .word, .quoted:
      let name = token.name
      if token.kind == .word {
        let word = name.uppercased()
        if isCall, functions.contains(word) { return word.lowercased() }
        if word == "LIKE" { return "ILIKE" }
        if keywords.contains(word) { return word }
      }
      return columns.first { isSameIdentifier($0, name) }?.quoted(by: "\"")
    }
  }

  private static let symbols: Set = [
    "(", ")", ",", "=", "<>", "!=", "<", ">", "<=", ">=", "+", "-", "*", "||",
  ]
  private static let keywords: Set = [
    "AND", "OR", "NOT", "IN", "BETWEEN", "IS", "NULL", "CASE", "WHEN", "THEN", "ELSE", "END",
    "TRUE", "FALSE",
  ]
  private static let functions: Set = [
    "LENGTH", "LOWER", "UPPER", "ABS", "COALESCE", "IN", "AND", "OR", "NOT",
  ]
}

/// The tokens of SQL as SQLite reads it, without comments and white space.
struct SQLiteTokens {
  struct Token {
    enum Kind { case word, quoted, literal, symbol }

    let kind: Kind
    let text: String

    func isWord(_ word: String) -> Bool { kind == .word && text.uppercased() == word }

    /// The name, without its quotes.
    var name: String {
      guard kind == .quoted else { return text }
      return text.unquoted(by: "\"") ?? text.unquoted(by: "`")
        ?? String(text.unicodeScalars.dropFirst().dropLast())
    }
  }

  private(set) var all: [Token] = []

  init(_ sql: String) {
    var rest = sql.unicodeScalars[...]
    while let first = rest.first {
      if first.isASCII, first.properties.isWhitespace {
        rest.removeFirst()
      } else if rest.starts(with: "--".unicodeScalars) {
        rest = rest.drop { $0 != "\n" }
      } else if rest.starts(with: "/*".unicodeScalars) {
        let end = rest.dropFirst(2).firstRange(of: "*/".unicodeScalars)?.upperBound
        rest = rest[(end ?? rest.endIndex)...]
      } else {
        let token = Self.token(rest, first)
        all.append(token)
        rest.removeFirst(token.text.unicodeScalars.count)
      }
    }
  }

  // By scalars: a quote with a combining accent is one `Character`, but still a quote to SQL.
  private static func token(_ rest: Substring.UnicodeScalarView, _ first: Unicode.Scalar) -> Token {
    switch first {
    case "'": Token(kind: .literal, text: quoted(rest, by: "'"))
    case "\"", "`": Token(kind: .quoted, text: quoted(rest, by: first))
    case "[":
      Token(kind: .quoted, text: rest.firstIndex(of: "]").map { String(rest[...$0]) } ?? "[")
    case "0"..."9":
      Token(kind: .literal, text: String(rest.prefix { ("0"..."9").contains($0) || $0 == "." }))
    case _ where isPartOfWord(first):
      Token(kind: .word, text: String(rest.prefix(while: isPartOfWord)))
    default:
      Token(kind: .symbol, text: symbol(rest))
    }
  }

  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII || scalar == "_" || scalar.properties.isAlphabetic
      || ("0"..."9").contains(scalar)
  }

  private static func quoted(
    _ rest: Substring.UnicodeScalarView,
    by quote: Unicode.Scalar
  ) -> String {
    var text = String.UnicodeScalarView([quote])
    var left = rest.dropFirst()
    while let scalar = left.popFirst() {
      text.append(scalar)
      guard scalar == quote else { continue }
      guard left.first == quote else { break }
      text.append(quote)
      left.removeFirst()
    }
    return String(text)
  }

  private static func symbol(_ rest: Substring.UnicodeScalarView) -> String {
    for symbol in ["<>", "!=", "<=", ">=", "==", "||", "->>", "->", "<<", ">>"]
    where rest.starts(with: symbol.unicodeScalars) { return symbol }
    return String(rest.prefix(1))
  }
}
