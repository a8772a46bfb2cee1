import TypedSQL

/// The tables of a `FROM` clause.
struct FromClause {
  /// An item of a `FROM` clause.
  struct Item {
    let kind: SelectParts.Source.Kind
    /// The schema and the table that it names; no table if it is a subquery.
    let schema: String?
    let table: String?
    /// The name by which the statement refers to it.
    let alias: String
    /// The subquery in parentheses, if it is one.
    let inner: ArraySlice<SQLToken>?
    /// Whether the statement gives it the name, or the name of its table.
    let isNamed: Bool
    /// The range of its tokens, including its name.
    let range: Range<Int>

    /// The name, as reasons show it; the text of a subquery that has none.
    var shown: String {
      guard !isNamed, let inner else { return "“\(alias)”" }
      return inner.fragment.shown
    }
  }

  private(set) var items: [Item] = []
  /// For each item, the index after its tokens and those of its `ON` or `USING`.
  private(set) var ends: [Int] = []
  private var tokens: ArraySlice<SQLToken>

  /// The tables; `nil` if one of them is not a named table.
  var sources: [SelectParts.Source]? {
    let sources = items.compactMap { item in
      item.table.map {
        SelectParts.Source(kind: item.kind, schema: item.schema, table: $0, alias: item.alias)
      }
    }
    return sources.count == items.count ? sources : nil
  }

  /// Reads the tables; `nil` if one of them is neither a table nor a subquery.
  init?(_ tokens: ArraySlice<SQLToken>) {
    self.tokens = tokens
    guard readTable(.first) else { return nil }
    ends.append(self.tokens.startIndex)
    while !self.tokens.isEmpty {
      guard let kind = readOperator(), readTable(kind) else { return nil }
      guard skipConstraint() else { return nil }
      ends.append(self.tokens.startIndex)
    }
  }

  private mutating func readTable(_ kind: SelectParts.Source.Kind) -> Bool {
    let start = tokens.startIndex
    if tokens.first?.kind == .open {
      return readTableInParentheses(kind) || readStatement(kind)
    }
    guard var table = tokens.popFirst()?.nameOrText else { return false }
    var schema: String?
    if tokens.first?.kind == .point {
      tokens.removeFirst()
      guard let next = tokens.popFirst()?.nameOrText else { return false }
      (schema, table) = (table, next)
    }
    // A table-valued function.
    if tokens.first?.kind == .open { return false }
    guard let alias = readAlias(orElse: table) else { return false }
    if tokens.first?.isWord("indexed") == true || tokens.first?.isWord("not") == true {
      return false
    }
    items.append(
      Item(
        kind: kind,
        schema: schema,
        table: table,
        alias: alias,
        inner: nil,
        isNamed: true,
        range: start..<tokens.startIndex
      )
    )
    return true
  }

  /// Reads `(item)` or `((item))`; leaves everything unread if it is something else.
  private mutating func readTableInParentheses(_ kind: SelectParts.Source.Kind) -> Bool {
    guard let end = tokens.dropFirst().closing,
      let inner = FromClause(tokens.dropFirst()[..<end]), inner.items.count == 1,
      let item = inner.items.first, let table = item.table
    else { return false }
    let start = tokens.startIndex
    let rest = tokens[(end + 1)...]
    // SQLite gives a table in parentheses the name after them. Without one, the name within them
    // is valid only for the first table, in 3.40 at least.
    guard kind == .first || item.alias == table, Self.continues(rest) else { return false }
    tokens = rest
    items.append(
      Item(
        kind: kind,
        schema: item.schema,
        table: table,
        alias: item.alias,
        inner: nil,
        isNamed: true,
        range: start..<tokens.startIndex
      )
    )
    return true
  }

  /// Returns whether tokens after a table go on with a comma or a keyword, or end.
  private static func continues(_ tokens: ArraySlice<SQLToken>) -> Bool {
    switch tokens.first?.kind {
    case nil, .comma: true
    case .word(let word): afterTable.contains(word)
    default: false
    }
  }

  /// Reads `(SELECT …) AS name`, whose name is optional.
  private mutating func readStatement(_ kind: SelectParts.Source.Kind) -> Bool {
    let start = tokens.startIndex
    guard let end = tokens.dropFirst().closing else { return false }
    let inner = tokens[(start + 1)..<end]
    tokens = tokens[(end + 1)...]
    guard inner.first?.isWord("select") == true else { return false }
    let rest = tokens.startIndex
    guard let alias = readAlias(orElse: "live_table_\(items.count)") else { return false }
    items.append(
      Item(
        kind: kind,
        schema: nil,
        table: nil,
        alias: alias,
        inner: inner,
        isNamed: tokens.startIndex > rest,
        range: start..<tokens.startIndex
      )
    )
    return true
  }

  /// Reads `AS name` or a name alone; `nil` if something else follows `AS`.
  private mutating func readAlias(orElse table: String) -> String? {
    if tokens.first?.isWord("as") == true {
      tokens.removeFirst()
      return tokens.popFirst()?.nameOrText
    }
    guard let token = tokens.first, let name = token.nameOrText else { return table }
    if case .word(let word) = token.kind, Self.afterTable.contains(word) { return table }
    tokens.removeFirst()
    return name
  }

  /// Keywords that can follow a table and are not its name.
  private static let afterTable: Set<String> = [
    "join", "inner", "cross", "left", "right", "full", "natural", "on", "using", "indexed", "not",
  ]

  private mutating func readOperator() -> SelectParts.Source.Kind? {
    if tokens.first?.kind == .comma {
      tokens.removeFirst()
      return .inner
    }
    var kind = SelectParts.Source.Kind.inner
    while case .word(let word)? = tokens.popFirst()?.kind {
      switch word {
      case "join": return kind
      case "left": kind = .left
      case "right": kind = .right
      case "full": kind = .outer
      case "inner", "cross", "outer", "natural": break
      default: return nil
      }
    }
    return nil
  }

  /// Skips `ON …` or `USING (…)`, up to the next table.
  private mutating func skipConstraint() -> Bool {
    guard let token = tokens.first, token.isWord("on") || token.isWord("using") else { return true }
    var depth = 0
    while let token = tokens.first {
      if depth == 0, Self.isOperator(tokens) { return true }
      if token.kind == .open { depth += 1 }
      if token.kind == .close { depth -= 1 }
      tokens.removeFirst()
    }
    return depth == 0
  }

  private static func isOperator(_ tokens: ArraySlice<SQLToken>) -> Bool {
    guard let token = tokens.first else { return false }
    if token.kind == .comma { return true }
    guard case .word(let word) = token.kind, joinWords.contains(word) else { return false }
    // `left` and `right` can be columns, but no name is followed by a keyword of a join.
    guard let next = tokens.dropFirst().first else { return false }
    return word == "join"
      || ["join", "outer", "inner", "left", "right", "full", "cross"]
        .contains { word in next.kind == .word(word) }
  }

  private static let joinWords: Set<String> = [
    "join", "inner", "cross", "left", "right", "full", "natural",
  ]
}
