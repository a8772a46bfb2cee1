import DatabaseTypes
import SQLSyntax

/// The conditions of a table's `CHECK` constraints that mean the same in both databases.
struct CheckTranslation {
  /// The conditions in PostgreSQL's SQL.
  private(set) var conditions: [String] = []
  /// The conditions that cannot be translated, in SQLite's SQL.
  private(set) var leftOut: [String] = []

  /// Reads the SQL that created a table.
  init(_ sql: String, columns: [String]) {
    let sql = SQLTokens(sql, grammar: .sqlite)
    let tokens = sql.map { Token($0, of: sql) }
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

  private static func translated(_ tokens: ArraySlice<Token>, _ columns: [String])
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
  private static func translated(_ token: Token, isCall: Bool, _ columns: [String])
    -> String?
  {
    switch token.kind {
    case .text: return token.text
    // Not all versions of PostgreSQL know other spellings of numbers.
    case .number: return token.text.utf8.allSatisfy(Self.ofNumbers.contains) ? token.text : nil
    case .word, .quotedName:
      guard let name = token.name else { return nil }
      if token.kind == .word {
        let word = name.uppercased()
        if isCall, functions.contains(word) { return word.lowercased() }
        if word == "LIKE" { return "ILIKE" }
        if keywords.contains(word) { return word }
      }
      return columns.first { isSameIdentifier($0, name) }?.quoted(by: "\"")
    default:
      if token.text == "==" { return "=" }
      return symbols.contains(token.text) ? token.text : nil
    }
  }

  private static let ofNumbers = Set("0123456789.eE+-".utf8)
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

/// A token of SQL, with what it contains.
private struct Token {
  let kind: SQLTextToken.Kind
  let text: String
  /// The name, without its quotes.
  let name: String?

  init(_ token: SQLTextToken, of tokens: SQLTokens) {
    kind = token.kind
    text = tokens.text(of: token)
    name = tokens.name(of: token)
  }

  func isWord(_ word: String) -> Bool { kind == .word && text.uppercased() == word }
}
