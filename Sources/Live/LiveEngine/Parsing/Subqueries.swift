import DatabaseTypes
import IncrementalQueries
import SQLSyntax
import TypedSQL

/// A `SELECT` in parentheses within a statement, with the parts that a plan needs.
struct Subquery: Sendable {
  /// The statement, taken apart.
  let parts: SelectParts
  /// The two sides of the `IN` that it belongs to.
  let membership: Membership?
  /// The names before points in it, in lower case: the names of tables.
  let qualifiers: Set<ByteText>
  /// Its text.
  let text: QueryFragment
  /// The way in which the statement depends on it.
  let use: Use
  /// The rules by which it is written.
  let syntax: SQLGrammar

  /// The ways in which a statement depends on a subquery.
  enum Use {
    /// The rows that are in an `IN` are kept, and no others.
    case member
    /// The rows that are not in a `NOT IN` are kept; if the subquery yields a NULL, none are.
    case nonMember
    /// Its first value is used.
    case value
    /// It matters whether it has rows.
    case exists
    /// It is used in some other way.
    case other
  }

  /// The names before points that are not those of its own tables, in lower case.
  var qualifiersOutside: Set<ByteText> {
    qualifiers.subtracting((parts.sources ?? []).map { ByteText.foldingASCII($0.alias) })
  }

  /// Whether all unqualified names in it are unquoted.
  ///
  /// SQLite takes a quoted name for a text if there is no such column.
  var hasOnlyPlainNames: Bool {
    guard let tokens = text.tokens(syntax) else { return false }
    let range = tokens.firstIndex { $0.isWord("from") }
      .flatMap { start in FromClause(tokens[(start + 1)...].tables).map { ($0, start) } }
    return tokens.indices.allSatisfy { index in
      guard case .name = tokens[index].kind else { return true }
      return tokens[...].isQualified(at: index)
        || range?.0.items.contains { $0.range.contains(index) } == true
    }
  }
}

extension ArraySlice<SQLToken> {
  /// The tokens before the next clause.
  fileprivate var tables: ArraySlice<SQLToken> {
    let clauses: Set<String> = ["where", "group", "having", "order", "limit"]
    var depth = 0
    for (index, token) in zip(indices, self) {
      if token.kind == .open { depth += 1 }
      if token.kind == .close { depth -= 1 }
      if depth == 0, case .word(let word) = token.kind, clauses.contains(word) {
        return self[startIndex..<index]
      }
    }
    return self
  }
}

extension SelectParts {
  /// Returns the subqueries within this statement that can affect its rows.
  ///
  /// - Throws: ``PlanRejection`` if one of them cannot be parsed.
  func subqueries(_ syntax: SQLGrammar) throws -> [Subquery] {
    var reader = SubqueryReader(syntax)
    for condition in conditions where !reader.readCondition(condition) {
      throw reader.refusal(of: condition)
    }
    for expression in [columns] + groups + having + order
    where !reader.readExpression(expression) {
      throw reader.refusal(of: expression)
    }
    return reader.found
  }
}

/// The two sides of an `IN (SELECT …)`: the value to find, and the column to find it in.
struct Membership: Sendable {
  let left: QueryFragment
  let right: QueryFragment
  let syntax: SQLGrammar

  /// Returns the condition that joins the subquery's rows to the outer ones.
  ///
  /// An example is `("items"."list") = "lists"."id"`. An unqualified column belongs to the only
  /// table.
  func condition(within outer: [SelectParts.Source], of inner: [SelectParts.Source])
    -> QueryFragment
  {
    var condition = QueryFragment()
    condition.append(parenthesized: left.qualified(by: outer, syntax))
    return condition + " = " + right.qualified(by: inner, syntax)
  }
}

extension QueryFragment {
  fileprivate func qualified(by sources: [SelectParts.Source], _ syntax: SQLGrammar)
    -> QueryFragment
  {
    guard sources.count == 1, let tokens = tokens(syntax)?[...].bare, tokens.count == 1,
      tokens.first?.identifier != nil
    else { return self }
    var fragment = QueryFragment()
    fragment.append(table: sources[0].alias)
    fragment.append(sql: ".")
    return fragment + tokens.fragment
  }

  /// The same without the contents of its subqueries; `nil` if it cannot be parsed.
  func withoutSubqueries(_ syntax: SQLGrammar) -> QueryFragment? {
    guard let tokens = tokens(syntax) else { return nil }
    var (fragment, start) = (QueryFragment(), 0)
    while let select = tokens[start...].firstIndex(where: { $0.isWord("select") }) {
      guard let end = tokens[select...].closing else { return nil }
      fragment.append(tokens[start..<select].fragment)
      fragment.append(sql: "SELECT NULL")
      start = end
    }
    return fragment + tokens[start...].fragment
  }
}

/// A reader that finds subqueries.
private struct SubqueryReader {
  private(set) var found: [Subquery] = []
  private let syntax: SQLGrammar
  /// The subquery that could not be parsed.
  private var unread: QueryFragment?

  init(_ syntax: SQLGrammar) { self.syntax = syntax }

  /// Returns the refusal of the subquery in a part of the statement that could not be parsed.
  func refusal(of part: QueryFragment) -> PlanRejection {
    PlanRejection(
      .subquery,
      at: unread ?? part,
      "which has another subquery, a UNION or a WINDOW within it",
      instead: "write it as one SELECT from tables"
    )
  }

  /// Finds the subqueries of a condition that keeps exactly the rows that are in an `IN`.
  mutating func readCondition(_ fragment: QueryFragment) -> Bool {
    guard let tokens = fragment.tokens(syntax) else { return false }
    return tokens[...].conjuncts.allSatisfy { part in
      guard let (left, isNegated, inner) = part.membership else { return readScalars(part) }
      return readMembership(left, inner, isNegated ? .nonMember : .member) || readScalars(part)
    }
  }

  mutating func readExpression(_ fragment: QueryFragment) -> Bool {
    guard let tokens = fragment.tokens(syntax) else { return false }
    return readScalars(tokens[...])
  }

  /// Reads `EXISTS (SELECT …)` and `(SELECT …)` anywhere in the tokens.
  private mutating func readScalars(_ tokens: ArraySlice<SQLToken>) -> Bool {
    var rest = tokens
    while let start = rest.firstIndex(where: { $0.isWord("select") }) {
      guard start > tokens.startIndex, tokens[start - 1].kind == .open else { return false }
      // An `IN` in an expression also depends on whether there are rows with NULL.
      let before = start > tokens.startIndex + 1 ? tokens[start - 2] : nil
      let (isMember, isExists) = (before?.isWord("in") == true, before?.isWord("exists") == true)
      guard let end = tokens[start...].closing,
        add(tokens[start..<end], nil, isMember ? .other : isExists ? .exists : .value)
      else { return false }
      rest = tokens[end...]
    }
    return true
  }

  private mutating func readMembership(
    _ left: ArraySlice<SQLToken>,
    _ inner: ArraySlice<SQLToken>,
    _ use: Subquery.Use
  ) -> Bool {
    guard !left.contains(where: { $0.isWord("select") }), let parts = SelectText(inner)?.parts,
      parts.groups.isEmpty, parts.having.isEmpty, parts.limit == nil, parts.offset == nil,
      parts.expressions.count == 1, parts.expressions[0].isColumn(syntax)
    else { return false }
    return add(
      inner,
      Membership(left: left.fragment, right: parts.expressions[0], syntax: syntax),
      use
    )
  }

  private mutating func add(
    _ tokens: ArraySlice<SQLToken>,
    _ membership: Membership?,
    _ use: Subquery.Use
  ) -> Bool {
    guard let parts = SelectText(tokens)?.parts,
      !tokens.dropFirst().contains(where: { $0.isWord("select") })
    else {
      unread = tokens.fragment
      return false
    }
    found.append(
      Subquery(
        parts: parts,
        membership: membership,
        qualifiers: tokens.qualifiers,
        text: tokens.fragment,
        use: use,
        syntax: syntax
      )
    )
    return true
  }
}

extension QueryFragment {
  /// Whether it is only a column: `"lists"."id"`, `id`.
  fileprivate func isColumn(_ syntax: SQLGrammar) -> Bool {
    guard let tokens = tokens(syntax)?[...].bare, tokens.count.isMultiple(of: 2) == false else {
      return false
    }
    return tokens.enumerated().allSatisfy { index, token in
      index.isMultiple(of: 2) ? token.identifier != nil : token.kind == .point
    }
  }
}

extension ArraySlice<SQLToken> {
  /// The index of the parenthesis that closes one opened before these tokens.
  var closing: Int? {
    var depth = 1
    for (index, token) in zip(indices, self) {
      if token.kind == .open { depth += 1 }
      if token.kind == .close { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// The contents of parentheses, if the tokens are only that.
  var bare: ArraySlice<SQLToken> {
    guard first?.kind == .open, let end = dropFirst().closing, end == endIndex - 1 else {
      return self
    }
    return dropFirst().dropLast().bare
  }

  /// The words outside of parentheses, with their indexes.
  private var words: [(index: Int, word: String)] {
    var (words, depth) = ([(index: Int, word: String)](), 0)
    for (index, token) in zip(indices, self) {
      if token.kind == .open { depth += 1 }
      if token.kind == .close { depth -= 1 }
      if depth == 0, case .word(let word) = token.kind { words.append((index, word)) }
    }
    return words
  }

  /// The conditions that must all hold: `a`, `b` of `(a) AND b`.
  var conjuncts: [ArraySlice<SQLToken>] {
    let tokens = bare
    let words = tokens.words
    let others: Set<String> = ["or", "between", "case"]
    let places = words.filter { $0.word == "and" }.map(\.index)
    guard !places.isEmpty, !words.contains(where: { others.contains($0.word) }) else {
      return [tokens]
    }
    var (parts, start) = ([ArraySlice<SQLToken>](), tokens.startIndex)
    for place in places {
      parts += tokens[start..<place].conjuncts
      start = place + 1
    }
    return parts + tokens[start...].conjuncts
  }

  /// The sides of `x IN (SELECT …)` or `x NOT IN (SELECT …)`, if the tokens are only that.
  var membership: (left: ArraySlice<SQLToken>, isNegated: Bool, inner: ArraySlice<SQLToken>)? {
    // `NOT (x IN (SELECT …))`
    if first?.isWord("not") == true, let inner = dropFirst().bare.membership {
      return (inner.left, !inner.isNegated, inner.inner)
    }
    let words = words.filter {
      $0.word != "not" || $0.index + 1 == endIndex || !self[$0.index + 1].isWord("in")
    }
    guard words.count >= 1, words.allSatisfy({ $0.word == "in" || isName(at: $0.index) }),
      let place = words.first(where: { $0.word == "in" })?.index, place > startIndex,
      place + 2 < endIndex, self[place + 1].kind == .open, self[place + 2].isWord("select"),
      let end = self[(place + 2)...].closing, end == endIndex - 1
    else { return nil }
    let isNegated = self[place - 1].isWord("not")
    let left = self[startIndex..<(isNegated ? place - 1 : place)]
    return left.isEmpty ? nil : (left, isNegated, self[(place + 2)..<end])
  }

  /// Returns whether a word is a name or a part of one.
  private func isName(at index: Int) -> Bool {
    index == startIndex || isQualified(at: index)
  }

  /// Returns whether a name is a part of a longer one: `lists.id`.
  func isQualified(at index: Int) -> Bool {
    index > startIndex && self[index - 1].kind == .point
      || index + 1 < endIndex && self[index + 1].kind == .point
  }

  /// The names before points, in lower case: the names of tables.
  var qualifiers: Set<ByteText> {
    let names = zip(self, dropFirst()).compactMap { token, next in
      next.kind == .point ? token.identifier.map { ByteText.foldingASCII($0) } : nil
    }
    return Set(names)
  }
}
