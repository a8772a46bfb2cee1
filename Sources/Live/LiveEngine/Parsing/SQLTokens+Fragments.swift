import SQLSyntax
import TypedSQL

extension QueryFragment {
  /// The tokens of the fragment; `nil` if one cannot be read.
  func tokens(_ syntax: SQLGrammar) -> [SQLToken]? {
    var tokenizer = SQLTokenizer(self, ParameterValues(), syntax)
    return tokenizer.tokens()
  }
}

extension ArraySlice<SQLToken> {
  /// The tokens as a fragment, with spaces between those that were separated.
  var fragment: QueryFragment {
    var fragment = QueryFragment()
    for token in self {
      fragment.append(spaceBefore: token)
      if case .parameter(let value) = token.kind {
        fragment.append(value)
      } else {
        fragment.append(code: token.code)
      }
    }
    return fragment
  }

  var parenthesized: QueryFragment {
    var fragment = QueryFragment()
    fragment.append(parenthesized: self.fragment)
    return fragment
  }

  /// The items between commas outside of parentheses.
  var list: [ArraySlice<SQLToken>] {
    var (items, depth, start) = ([ArraySlice<SQLToken>](), 0, startIndex)
    for (index, token) in zip(indices, self) {
      switch token.kind {
      case .open: depth += 1
      case .close: depth -= 1
      case .comma where depth == 0:
        items.append(self[start..<index])
        start = index + 1
      default: break
      }
    }
    return items + [self[start...]]
  }

  /// The selected expression and its name: `count(*) AS n`, `count(*) n`, `count(*) 'n'`.
  var named: (expression: ArraySlice<SQLToken>, alias: String?) {
    guard count > 1, let token = last, let alias = token.nameOrText, !token.isKeyword
    else {
      return (self, nil)
    }
    let before = dropLast()
    if before.last?.isWord("as") == true { return (before.dropLast(), alias) }
    return before.last?.endsValue == true ? (before, alias) : (self, nil)
  }
}

extension QueryFragment {
  /// Appends what precedes a token: a space, and the marks that another database needs.
  fileprivate mutating func append(spaceBefore token: SQLToken) {
    let isMarked = token.marks.first == Mark.word
    if token.hasSpaceBefore, !isEmpty, !isMarked { append(sql: " ") }
    append(code: token.marks)
  }
}

extension SQLToken {
  /// Whether it is a keyword of expressions and not a name.
  fileprivate var isKeyword: Bool {
    if case .word(let word) = kind { Self.keywords.contains(word) } else { false }
  }

  /// Whether an expression may end with it, so that a word after it is a column's name.
  fileprivate var endsValue: Bool {
    switch kind {
    case .name, .parameter, .close: true
    case .word: !isKeyword || isWord("end") || isWord("null")
    case .other: code.first.map { $0 == UInt8(ascii: "'") || (48...57).contains($0) } ?? false
    case .open, .comma, .point: false
    }
  }

  private static let keywords: Set<String> = [
    "and", "as", "asc", "between", "case", "cast", "collate", "current_date", "current_time",
    "current_timestamp", "desc", "distinct", "else", "end", "escape", "exists", "filter", "from",
    "glob", "in", "is", "isnull", "like", "match", "not", "notnull", "null", "or", "over", "regexp",
    "then", "when",
  ]
}
