import IncrementalQueries
import SQLSyntax
import TypedSQL

extension SelectParts {
  /// The clause, in words, that makes rows other than those of the tables; `nil` if there is none.
  var mixingClause: String? {
    if !arms.isEmpty { return "a UNION, EXCEPT or INTERSECT" }
    if isDistinct { return "a DISTINCT" }
    if !groups.isEmpty || !having.isEmpty { return "a GROUP BY" }
    if limit != nil || offset != nil { return "a LIMIT" }
    let words = FragmentWords([columns] + conditions).words
    if words.contains("select") { return "a subquery within it" }
    return words.contains("over") ? "a window function" : nil
  }
}

extension SelectParts {
  /// Returns the terms of the order, with numbers and names of columns replaced by expressions.
  func orderTerms(_ syntax: SQLGrammar) throws -> [OrderTerm] {
    try order.map(\.orderTerm).map { term in
      var term = term
      let text = term.expression.render().sql
      if let number = Int(text) {
        guard number > 0, expressions.indices.contains(number - 1) else {
          throw PlanRejection(
            .subquery,
            of: "ORDER BY \(number)",
            instead: "order by the column itself"
          )
        }
        term.expression = expressions[number - 1]
      } else if let expression = term.expression.named(in: names, syntax) {
        term.expression = expression
      }
      return term
    }
  }

  /// Returns the selected expressions with names given from outside.
  func columns(named names: [String]) throws -> QueryFragment {
    if names.isEmpty { return columns }
    guard names.count == expressions.count else {
      throw PlanRejection(
        .subquery,
        of: "the column names “\(names.joined(separator: ", "))” of a view or a WITH",
        instead: "write a name with AS beside each column"
      )
    }
    return zip(expressions, names).map { "\($0) AS \(quote: $1)" }.joined(separator: ", ")
  }
}

extension QueryFragment {
  /// The statement of a `CREATE VIEW`, and the names given to its columns.
  func view(_ syntax: SQLGrammar) -> (parts: SelectParts, columnNames: [String])? {
    guard var rest = tokens(syntax)?[...] else { return nil }
    while let token = rest.first, token.kind != .open, !token.isWord("as") { rest.removeFirst() }
    var names: [String?] = []
    if rest.first?.kind == .open {
      guard let end = rest.dropFirst().closing else { return nil }
      names = rest[(rest.startIndex + 1)..<end].list.map(\.singleName)
      rest = rest[(end + 1)...]
    }
    guard rest.popFirst()?.isWord("as") == true, !names.contains(nil),
      let parts = SelectParts.reading(rest)
    else { return nil }
    return (parts, names.compactMap(\.self))
  }
}

extension ArraySlice<SQLToken> {
  /// Whether it is `*` or `table.*`.
  var isStar: Bool { last?.code == Array("*".utf8) && (count == 1 || count == 3) }
}
