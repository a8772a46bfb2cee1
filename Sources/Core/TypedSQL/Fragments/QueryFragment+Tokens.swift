package import SQLSyntax

extension Mark {
  /// The marks for a reader of tokens.
  package static let ofTokens = SQLMarks(
    layout: (0..<32).filter { isLayout($0) && $0 != word },
    quotes: [identifier, table, source],
    escapes: [escape],
    bindings: [binding],
    openings: [call],
    pairs: [hint],
    single: [word] + (0..<32).filter(isDateText)
  )
}

extension QueryFragment {
  /// The tokens, by the grammar of the database that the text in it seems to be for.
  ///
  /// That is PostgreSQL's if a quote would stay open in SQLite's, as in `E'it\'s'`. What the
  /// library writes has the same tokens in both.
  var tokens: SQLTokens {
    let tokens = SQLTokens(code, grammar: .sqlite, marks: Mark.ofTokens)
    return tokens.allSatisfy(\.isTerminated)
      ? tokens : SQLTokens(code, grammar: .postgres, marks: Mark.ofTokens)
  }

  /// Whether there is a comma outside parentheses.
  package var hasSeveralItems: Bool {
    var depth = 0
    for token in tokens {
      switch token.kind {
      case .openParenthesis, .openBracket: depth += 1
      case .closeParenthesis, .closeBracket: depth -= 1
      case .comma where depth == 0: return true
      default: break
      }
    }
    return false
  }
}
