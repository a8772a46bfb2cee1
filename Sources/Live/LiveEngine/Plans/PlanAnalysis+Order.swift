import DatabaseTypes
import IncrementalQueries
import SQLSyntax
import TypedSQL

extension PlanAnalysis {
  /// Adds the terms of the order and of the keys, with the collations by which SQLite compares
  /// them.
  func addTerms(to analyzed: inout AnalyzedSelect) throws {
    if case .aggregate = analyzed.selectPlan { return }
    let order = parts.order.map(\.orderTerm)
    // A number would refer to a column.
    let parts = analyzed.parts
    for term in order.map(\.expression) + parts.groups where !term.isNonNumeric(Snapshot.syntax) {
      throw Self.refusal(ofNumber: term)
    }
    // Written as a term, it would be read as the name of the other column.
    for term in order.map(\.expression) where !parts.names.isEmpty {
      guard let named = term.named(in: parts.names, Snapshot.syntax), named != term else {
        continue
      }
      throw PlanRejection(
        .unknownOrder,
        at: term,
        "which is also the name of another column of the result",
        instead: "write the table before the column, or choose other names"
      )
    }
    let keys = analyzed.hasGroups ? parts.groups : analyzed.sources.flatMap(\.keyColumns)
    let terms = order.map(\.expression) + keys
    guard let collations = try db.collations(of: terms, in: parts) else {
      throw refusal(ofOrder: terms, in: parts)
    }
    analyzed.order = zip(order, collations).map { term, collation in
      AnalyzedSelect.Term(
        expression: term.expression,
        sort: SortTerm(collation, isDescending: term.isDescending, nullsFirst: term.nullsFirst),
        written: Snapshot.orderTerm(
          term.written,
          isDescending: term.isDescending,
          nullsFirst: term.nullsFirst
        )
      )
    }
    analyzed.keys = zip(keys, collations.dropFirst(order.count)).map(Self.keyTerm)
    var common = analyzed.hasGroups ? analyzed.keys : []
    if case .partitions(let partition, scansTable: _) = analyzed.selectPlan { common = partition }
    for term in common {
      if case .custom(let name) = term.sort.collation {
        throw PlanRejection(.groupCollation(name), at: term.expression)
      }
    }
  }

  /// Returns the refusal of a term by which a `DISTINCT` is ordered, and which is none of its
  /// columns.
  func refusal(ofDistinctOrder term: QueryFragment) -> PlanRejection {
    let expression = term.orderTerm.expression
    if expression.isNonNumeric(Snapshot.syntax) {
      return PlanRejection(.distinct, at: term, "in ORDER BY", instead: "select it as well")
    }
    guard let number = Int(expression.render().sql), number > 0,
      parts.expressions.indices.contains(number - 1)
    else { return Self.refusal(ofNumber: expression) }
    return PlanRejection(
      .unknownOrder,
      at: parts.expressions[number - 1],
      "whose number is in ORDER BY",
      instead: "write the column itself"
    )
  }

  /// Returns the refusal of a number that stands for a column.
  private static func refusal(ofNumber term: QueryFragment) -> PlanRejection {
    PlanRejection(
      .unknownOrder,
      at: term,
      "which is the number of a column",
      instead: "write the column itself"
    )
  }

  /// Returns the refusal of terms whose comparison is not known, which names the first of them.
  private func refusal(ofOrder terms: [QueryFragment], in parts: SelectParts) -> PlanRejection {
    let unknown = terms.first { (try? db.collations(of: [$0], in: parts)) == nil }
    let part = unknown ?? terms.joined(separator: ", ")
    let hasCollation = FragmentWords([part]).words.contains("collate")
    return PlanRejection(
      .unknownOrder,
      at: part,
      instead: hasCollation
        ? "order and group by lower() of a column, or by a collation that the database has"
        : "order and group by columns or simple expressions"
    )
  }
}

extension SelectParts {
  /// The same statement with names in `GROUP BY` and `ORDER BY` replaced by their expressions.
  ///
  /// A column takes precedence over a name in `GROUP BY`, and a name over a column in `ORDER BY`.
  /// https://www.sqlite.org/lang_select.html#orderby
  func resolvingNames<Snapshot: LiveSnapshot>(_ db: Snapshot) -> SelectParts {
    if names.isEmpty { return self }
    return with(
      groups: groups.map { term in
        guard let expression = term.named(in: names, Snapshot.syntax),
          !db.canCompile(QueryFragment("SELECT ") + term + QueryFragment(" FROM ") + from)
        else { return term }
        return expression
      },
      order: order.map { term in
        let expression = term.orderTerm.expression.named(in: names, Snapshot.syntax)
        return expression.map { $0 + term.orderTerm.suffix } ?? term
      }
    )
  }
}

extension QueryFragment {
  /// Returns what a name stands for; `nil` if the fragment is no name of a selected expression.
  ///
  /// SQLite also finds names in parentheses and before `COLLATE`; in other expressions, a name is
  /// that of a column, if there is one. https://www.sqlite.org/lang_select.html#orderby
  func named(in names: [ByteText: QueryFragment], _ syntax: SQLGrammar) -> QueryFragment? {
    guard var tokens = tokens(syntax)?[...] else { return nil }
    if syntax == .sqlite {
      while tokens.first?.kind == .open, tokens.dropFirst().closing == tokens.endIndex - 1 {
        tokens = tokens.dropFirst().dropLast()
      }
      if tokens.count > 2, tokens.dropLast().last?.isWord("collate") == true {
        let expression = tokens.dropLast(2).fragment.named(in: names, syntax)
        return expression.map { "(\($0)) COLLATE \(tokens.suffix(1).fragment)" }
      }
    }
    return tokens.singleName.flatMap { names[syntax.key(of: $0)] }
  }
}

extension OrderTerm {
  /// The text after the expression.
  var suffix: QueryFragment {
    let nulls = nullsFirst.map { $0 ? " NULLS FIRST" : " NULLS LAST" } ?? ""
    return QueryFragment((isDescending ? " DESC" : "") + nulls)
  }
}

extension QueryFragment {
  /// Whether it is not a number in the text, which would refer to a column, also as
  /// `+(2) COLLATE NOCASE`.
  fileprivate func isNonNumeric(_ syntax: SQLGrammar) -> Bool {
    guard let tokens = tokens(syntax) else { return false }
    let end = tokens.firstIndex { $0.isWord("collate") } ?? tokens.endIndex
    let number = tokens[..<end].filter { $0.kind != .open && $0.kind != .close }
    return Int(number.map { String(decoding: $0.code, as: UTF8.self) }.joined()) == nil
  }

  /// The fragment as a term of an `ORDER BY`.
  var orderTerm: OrderTerm { OrderTerm(self) }
}
