import TypedSQL

extension QueryFragment {
  /// Its tokens; `nil` where one cannot be read.
  var tokens: [SQLToken]? {
    var tokenizer = SQLTokenizer(self, ParameterValues())
    return tokenizer.tokens()
  }
}

extension ArraySlice<SQLToken> {
  /// The tokens as a fragment, with a space between those that stood apart.
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

  /// What stands between the commas outside of parentheses.
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

  /// What is selected, and the name that it is given: `count(*) AS n`, `count(*) n`.
  var named: (expression: ArraySlice<SQLToken>, alias: String?) {
    guard count > 1, let token = last, let alias = token.identifier, !token.isKeyword else {
      return (self, nil)
    }
    let before = dropLast()
    if before.last?.isWord("as") == true { return (before.dropLast(), alias) }
    return before.last?.endsValue == true ? (before, alias) : (self, nil)
  }
}

extension QueryFragment {
  /// Appends what stands before a token: a space, and the marks that another database needs.
  fileprivate mutating func append(spaceBefore token: SQLToken) {
    let isMarked = token.marks.first == Mark.word
    if token.isApart, !isEmpty, !isMarked { append(sql: " ") }
    append(code: token.marks)
  }
}

extension SQLToken {
  /// Whether it is a word that stands in expressions and is no name there.
  fileprivate var isKeyword: Bool {
    if case .word(let word) = kind { Self.keywords.contains(word) } else { false }
  }

  /// Whether an expression may end with it, so that a word after it is the name of a column.
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
