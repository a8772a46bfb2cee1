import SQLSyntax

/// A place in SQL text that an operand follows, so that a subquery needs parentheses there.
///
/// After such a text, a bare `SELECT` is a syntax error in every dialect. After any other text,
/// such as `(`, `AS` or `UNION`, parentheses may be wrong.
struct OperandPosition {
  /// Whether an operand follows.
  let isOperand: Bool

  /// Reads the end of a fragment.
  ///
  /// - Parameter start: Where the text begins that decides: a word must not begin before it.
  init(after fragment: QueryFragment, from start: Int) {
    let tokens = fragment.tokens
    let last = Array(tokens).suffix(2)
    guard let token = last.last, token.isTerminated, token.range.lowerBound >= start else {
      isOperand = false
      return
    }
    switch token.kind {
    case .comma: isOperand = true
    case .sign: isOperand = Self.operators.contains(tokens.bytes[token.range.upperBound - 1])
    case .word:
      let isName = last.count == 2 && last.first?.kind == .point
      isOperand = !isName && Self.words.contains(tokens.text(of: token).uppercased())
    default: isOperand = false
    }
  }

  private static let operators = Set("=<>+-*/%|&~".utf8)

  private static let words: Set<String> = [
    "SELECT", "DISTINCT", "FROM", "JOIN", "LATERAL", "ON", "WHERE", "HAVING", "BY", "LIMIT",
    "OFFSET", "RETURNING", "AND", "OR", "NOT", "IN", "EXISTS", "BETWEEN", "IS", "LIKE", "ILIKE",
    "GLOB", "ESCAPE", "CASE", "WHEN", "THEN", "ELSE",
  ]
}
