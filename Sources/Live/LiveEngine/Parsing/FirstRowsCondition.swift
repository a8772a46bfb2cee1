import DatabaseTypes
import SQLSyntax
import TypedSQL

/// The condition that a row is the first of its group, taken apart.
///
/// It is recognized in every spelling: `id IN (SELECT id FROM (SELECT id, row_number() OVER
/// (PARTITION BY a ORDER BY b, id) AS n FROM t WHERE c) WHERE n = 1)`.
struct FirstRowsCondition {
  /// The condition itself.
  let condition: QueryFragment
  /// The columns that are compared with those of the first rows, and the latter.
  let key: [(left: QueryFragment, right: QueryFragment)]
  /// The terms of `PARTITION BY`.
  let groups: [QueryFragment]
  /// The rows of the groups, in the order that decides which one is the first.
  let rows: SelectParts
  /// The window that numbers them.
  let window: QueryFragment

  /// Takes a condition apart; `nil` if it is another one.
  fileprivate init?(_ tokens: ArraySlice<SQLToken>, _ syntax: SQLGrammar) {
    guard let (left, isNegated, inner) = tokens.membership, !isNegated,
      let first = SelectText(inner)?.parts, first.isPlain,
      let from = first.from.tokens(syntax), let items = FromClause(from[...])?.items,
      items.count == 1, let numbered = items[0].inner, let rows = SelectText(numbered)?.parts,
      rows.isPlain, let source = rows.sources?.first, rows.sources?.count == 1,
      let number = first.numberName(as: items[0].alias, syntax),
      let call = rows.expression(named: number, of: source.alias, syntax),
      let window = Window(call, syntax)
    else { return nil }
    let names = first.expressions.map { $0.columnName(of: items[0].alias, syntax) }
    let right = names.map { name in
      name.flatMap { rows.expression(named: $0, of: source.alias, syntax) }
    }
    let columns = left.bare.list
    guard !right.isEmpty, columns.count == right.count, !right.contains(nil) else { return nil }
    condition = tokens.fragment
    key = zip(columns, right.compactMap(\.self)).map { ($0.fragment, $1) }
    (groups, self.window) = (window.groups, window.written)
    self.rows = SelectParts(
      sources: rows.sources,
      columns: "",
      from: rows.from,
      conditions: rows.conditions,
      order: window.order
    )
  }
}

/// A window that numbers rows: `row_number() OVER (PARTITION BY a ORDER BY b)`.
private struct Window {
  let groups: [QueryFragment]
  let order: [QueryFragment]
  /// What stands in its parentheses.
  let written: QueryFragment

  init?(_ call: QueryFragment, _ syntax: SQLGrammar) {
    guard let tokens = call.tokens(syntax), tokens.count > 7, tokens[0].isWord("row_number"),
      tokens[1].kind == .open, tokens[2].kind == .close, tokens[3].isWord("over"),
      tokens[4].kind == .open, tokens[5...].closing == tokens.count - 1
    else { return nil }
    let window = tokens[5..<tokens.count - 1]
    guard let start = window.orderStart, window.isPair("partition", at: window.startIndex),
      start >= window.startIndex + 3, start + 2 < window.endIndex
    else { return nil }
    let terms = window[(start + 2)...]
    groups = window[(window.startIndex + 2)..<start].list.map(\.fragment)
    // Where the library wrote the order, NULLs come where it has them.
    let isWritten = terms.first?.marks.contains(Mark.word) == true
    order = terms.list.map { term in
      isWritten ? term.withoutWordMark.fragment : syntax.ordered(by: term.fragment)
    }
    written = window.fragment
  }
}

extension ArraySlice<SQLToken> {
  /// The same tokens without the mark of `ORDER BY` before them.
  fileprivate var withoutWordMark: Self {
    var tokens = self
    tokens[startIndex].marks.removeAll { $0 == Mark.word }
    return tokens
  }

  /// The index of `ORDER BY` in a window; `nil` if there is none, or a frame follows it.
  fileprivate var orderStart: Int? {
    var (depth, start) = (0, nil as Int?)
    for (index, token) in zip(indices, self) {
      if token.kind == .open { depth += 1 }
      if token.kind == .close { depth -= 1 }
      guard depth == 0 else { continue }
      if start == nil, isPair("order", at: index) { start = index }
      if ["rows", "range", "groups"].contains(where: { token.kind == .word($0) }) { return nil }
    }
    return start
  }

  /// Returns whether a word and `BY` stand at an index.
  fileprivate func isPair(_ word: StaticString, at index: Int) -> Bool {
    index + 1 < endIndex && self[index].isWord(word) && self[index + 1].isWord("by")
  }
}

extension QueryFragment {
  /// Returns the name of a column, which the name of its table may precede; `nil` for others.
  func columnName(of table: String, _ syntax: SQLGrammar) -> String? {
    guard let tokens = tokens(syntax)?[...].bare else { return nil }
    var names: [String] = []
    for (offset, token) in tokens.enumerated() {
      guard !offset.isMultiple(of: 2) else {
        guard let name = token.identifier else { return nil }
        names.append(name)
        continue
      }
      guard token.kind == .point else { return nil }
    }
    guard names.count * 2 == tokens.count + 1 else { return nil }
    let owner = names.dropLast().last
    return owner.map { syntax.areSame($0, table) } ?? true ? names.last : nil
  }
}

extension SelectParts {
  /// Returns the condition that a row is the first of its group, and the other conditions.
  func firstRows(_ syntax: SQLGrammar)
    -> (condition: FirstRowsCondition, others: [QueryFragment])?
  {
    for (index, condition) in conditions.enumerated() {
      guard FragmentWords([condition]).words.contains("row_number"),
        let conjuncts = condition.tokens(syntax)?[...].conjuncts
      else { continue }
      for (place, conjunct) in conjuncts.enumerated() {
        guard let first = FirstRowsCondition(conjunct, syntax) else { continue }
        let beside = (conjuncts[..<place] + conjuncts[(place + 1)...]).map(\.parenthesized)
        return (first, conditions[..<index] + beside + conditions[(index + 1)...])
      }
    }
    return nil
  }

  /// Whether it has only columns, tables and conditions.
  fileprivate var isPlain: Bool {
    !isDistinct && groups.isEmpty && having.isEmpty && order.isEmpty && limit == nil
      && offset == nil
  }

  /// Returns the name of the number that its only condition compares: `n` of `n = 1`.
  fileprivate func numberName(as alias: String, _ syntax: SQLGrammar) -> String? {
    guard conditions.count == 1, let tokens = conditions[0].tokens(syntax)?[...].bare,
      tokens.count > 2, tokens.last?.code == Array("1".utf8),
      tokens.dropLast().last?.code == Array("=".utf8)
    else { return nil }
    return tokens.dropLast(2).fragment.columnName(of: alias, syntax)
  }

  /// Returns the selected expression that has a name, or is the column with that name.
  fileprivate func expression(named name: String, of table: String, _ syntax: SQLGrammar)
    -> QueryFragment?
  {
    if let expression = names[syntax.key(of: name)] { return expression }
    return expressions.first { expression in
      expression.columnName(of: table, syntax).map { syntax.areSame($0, name) } ?? false
    }
  }
}
