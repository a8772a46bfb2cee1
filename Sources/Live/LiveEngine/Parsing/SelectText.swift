import DatabaseTypes
import SQLSyntax
import TypedSQL

/// A `SELECT` statement read from SQL text: its clauses, each as it is written.
///
/// Only the clauses are parsed; their contents are left to SQLite. Code that uses the parts asks
/// SQLite whether they mean the same as the text.
struct SelectText {
  private let tokens: ArraySlice<SQLToken>
  private var syntax: SQLGrammar { tokens.first?.syntax ?? .sqlite }
  private var clauses: [Clause: ArraySlice<SQLToken>] = [:]

  /// The clauses, in their order.
  private enum Clause: Int, CaseIterable {
    case columns, from, conditions, groups, having, order, limit, offset
  }
}

extension SelectText {
  /// Finds the clauses; `nil` if the text is not a plain `SELECT`.
  init?(_ tokens: ArraySlice<SQLToken>) {
    self.tokens = tokens
    guard tokens.first?.isWord("select") == true, let starts = Self.starts(tokens) else {
      return nil
    }
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1].keyword : tokens.endIndex
      guard start.first < end else { return nil }
      clauses[start.clause] = tokens[start.first..<end]
    }
    guard clauses[.from] != nil else { return nil }
  }

  /// Returns the starts of the clauses, at their keywords outside of parentheses.
  private static func starts(_ tokens: ArraySlice<SQLToken>)
    -> [(clause: Clause, keyword: Int, first: Int)]?
  {
    var starts: [(clause: Clause, keyword: Int, first: Int)] = []
    var depth = 0
    for (index, token) in zip(tokens.indices, tokens) {
      if token.kind == .open { depth += 1 }
      if token.kind == .close { depth -= 1 }
      if depth < 0 { return nil }
      guard depth == 0, case .word(let word) = token.kind, !isName(tokens, index) else { continue }
      if otherStatements.contains(word) { return nil }
      guard let clause = clause(word, tokens, index) else { continue }
      if let last = starts.last, last.clause.rawValue >= clause.rawValue { return nil }
      let length = clause == .groups || clause == .order ? 2 : 1
      starts.append((clause, index, index + length))
    }
    return depth == 0 ? starts : nil
  }

  /// Keywords that make it another kind of statement.
  private static let otherStatements: Set<String> = [
    "union", "except", "intersect", "window", "values", "with", "returning", "into",
  ]

  /// Returns whether a word can only be a name, because it is next to a point.
  private static func isName(_ tokens: ArraySlice<SQLToken>, _ index: Int) -> Bool {
    index > tokens.startIndex && tokens[index - 1].kind == .point
      || index + 1 < tokens.endIndex && tokens[index + 1].kind == .point
  }

  private static func clause(_ word: String, _ tokens: ArraySlice<SQLToken>, _ index: Int)
    -> Clause?
  {
    let next = index + 1 < tokens.endIndex ? tokens[index + 1] : nil
    let last = index > tokens.startIndex ? tokens[index - 1] : nil
    switch word {
    case "select": return .columns
    // `IS DISTINCT FROM` is a comparison.
    case "from": return last?.isWord("distinct") == true ? nil : .from
    case "where": return .conditions
    case "group": return next?.isWord("by") == true ? .groups : nil
    case "having": return .having
    case "order": return next?.isWord("by") == true ? .order : nil
    case "limit": return .limit
    case "offset": return .offset
    default: return nil
    }
  }
}

// MARK: - Parts

extension SelectText {
  /// The clauses as the parts of a statement.
  var parts: SelectParts? {
    guard let columns, let from = clauses[.from], let limits else { return nil }
    return SelectParts(
      sources: FromClause(from)?.sources,
      isDistinct: columns.isDistinct,
      columns: columns.list.fragment,
      expressions: columns.expressions,
      from: from.fragment,
      conditions: clauses[.conditions].map { [$0.parenthesized] } ?? [],
      groups: clauses[.groups]?.list.map(\.fragment) ?? [],
      having: clauses[.having].map { [$0.parenthesized] } ?? [],
      order: order,
      limit: limits.limit,
      offset: limits.offset,
      names: columns.aliases
    )
  }

  /// The terms of the order; where the library wrote them, NULLs come where it has them.
  private var order: [QueryFragment] {
    guard let terms = clauses[.order] else { return [] }
    let isWritten = terms.first?.marks.contains(Mark.word) == true
    return terms.list.map { isWritten ? $0.fragment : syntax.ordered(by: $0.fragment) }
  }

  private var columns: ColumnList? { clauses[.columns].flatMap { ColumnList($0) } }

  /// The limit and offset of `LIMIT 5 OFFSET 2` or `LIMIT 2, 5`.
  private var limits: (limit: QueryFragment?, offset: QueryFragment?)? {
    guard let limit = clauses[.limit] else { return clauses[.offset] == nil ? (nil, nil) : nil }
    let numbers = limit.list.map(\.fragment)
    switch (numbers.count, clauses[.offset]?.fragment) {
    case (1, let offset): return (numbers[0], offset)
    case (2, nil): return (numbers[1], numbers[0])
    default: return nil
    }
  }
}

/// The select list of a `SELECT`.
private struct ColumnList {
  /// The list itself, without `DISTINCT`.
  let list: ArraySlice<SQLToken>
  let isDistinct: Bool
  /// The selected expressions, without names; none if the list contains a `*`.
  private(set) var expressions: [QueryFragment] = []
  /// The expressions that have names, by their names; of several with one name, the first.
  private(set) var aliases: [ByteText: QueryFragment] = [:]

  init?(_ tokens: ArraySlice<SQLToken>) {
    isDistinct = tokens.first?.isWord("distinct") == true
    let hasWord = isDistinct || tokens.first?.isWord("all") == true
    list = hasWord ? tokens.dropFirst() : tokens
    let items = list.list
    guard items.allSatisfy({ !$0.isEmpty }) else { return nil }
    if items.contains(where: { $0.last?.code == Array("*".utf8) }) { return }
    for item in items {
      let (expression, alias) = item.named
      expressions.append(expression.fragment)
      if let alias, let syntax = tokens.first?.syntax {
        let key = syntax.key(of: alias)
        if aliases[key] == nil { aliases[key] = expression.fragment }
      }
    }
  }
}
