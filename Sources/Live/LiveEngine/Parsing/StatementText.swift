import DatabaseTypes
package import SQLSyntax
package import TypedSQL

extension SelectParts {
  /// Takes SQL text apart.
  ///
  /// - Parameters:
  ///   - query: One `SELECT`, or several combined by `UNION` or similar, with or without a `WITH`.
  ///   - values: The values of parameters in its text.
  ///   - syntax: The rules of its SQL dialect.
  /// - Returns: `nil` if the text cannot be parsed, or has a `WINDOW` or `VALUES`.
  package static func reading(
    _ query: QueryFragment,
    _ values: ParameterValues = ParameterValues(),
    as syntax: SQLGrammar = .sqlite
  ) -> SelectParts? {
    var tokenizer = SQLTokenizer(query, values, syntax)
    guard let tokens = tokenizer.tokens() else { return nil }
    return reading(tokens[...])
  }

  /// Takes a statement apart, including a `WITH` before it.
  static func reading(_ tokens: ArraySlice<SQLToken>) -> SelectParts? {
    guard tokens.first?.isWord("with") == true else { return readingCompound(tokens) }
    var reader = CommonTableReader(tokens.dropFirst())
    guard let commonTables = reader.commonTables() else { return nil }
    return readingCompound(reader.rest)?.with(commonTables)
  }

  /// Takes a statement apart that may be compound.
  static func readingCompound(_ tokens: ArraySlice<SQLToken>) -> SelectParts? {
    let arms = tokens.arms
    guard arms.count > 1 else { return SelectText(tokens)?.parts }
    let parts = arms.compactMap { SelectText($0.tokens)?.parts }
    guard parts.count == arms.count, let last = parts.last,
      parts.dropLast().allSatisfy({ $0.order.isEmpty && $0.limit == nil && $0.offset == nil })
    else { return nil }
    return SelectParts(
      arms: zip(arms, parts).map { SelectParts.Arm($0.operator, $1.withoutOrder) },
      order: last.order,
      limit: last.limit,
      offset: last.offset
    )
  }

  /// The same statement without order and limit.
  var withoutOrder: SelectParts {
    SelectParts(
      sources: sources,
      isDistinct: isDistinct,
      columns: columns,
      expressions: expressions,
      from: from,
      conditions: conditions,
      groups: groups,
      having: having,
      names: names
    )
  }
}

/// A reader of the common table expressions of a `WITH`.
private struct CommonTableReader {
  /// The tokens after those that were read.
  private(set) var rest: ArraySlice<SQLToken>

  init(_ tokens: ArraySlice<SQLToken>) { rest = tokens }

  /// Reads all of them; `nil` if one cannot be parsed.
  mutating func commonTables() -> [SelectParts.CommonTable]? {
    // `RECURSIVE` need not mean recursive; one that is reads itself, which is not a table with a
    // key.
    if rest.first?.isWord("recursive") == true { rest.removeFirst() }
    var commonTables: [SelectParts.CommonTable] = []
    repeat {
      guard let table = commonTable() else { return nil }
      commonTables.append(table)
    } while skipComma()
    return commonTables
  }

  private mutating func skipComma() -> Bool {
    guard rest.first?.kind == .comma else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads `name(a, b) AS (SELECT …)`.
  private mutating func commonTable() -> SelectParts.CommonTable? {
    guard let name = rest.popFirst()?.identifier else { return nil }
    var columnNames: [String] = []
    if rest.first?.kind == .open {
      guard let names = parenthesized()?.list.map(\.singleName), !names.contains(nil) else {
        return nil
      }
      columnNames = names.compactMap(\.self)
    }
    guard rest.popFirst()?.isWord("as") == true else { return nil }
    // Skip materialization hints.
    while let token = rest.first, token.isWord("not") || token.isWord("materialized") {
      rest.removeFirst()
    }
    guard let parts = parenthesized().flatMap(SelectParts.readingCompound) else { return nil }
    return SelectParts.CommonTable(name: name, columnNames: columnNames, parts: parts)
  }

  /// Reads the parentheses that come next, and returns their contents.
  private mutating func parenthesized() -> ArraySlice<SQLToken>? {
    guard rest.first?.kind == .open, let end = rest.dropFirst().closing else { return nil }
    defer { rest = rest[(end + 1)...] }
    return rest[(rest.startIndex + 1)..<end]
  }
}

extension ArraySlice<SQLToken> {
  /// The name, if the tokens are only a name.
  var singleName: String? { count == 1 ? first?.identifier : nil }

  /// The statements of a compound, each with the operator before it.
  fileprivate var arms: [(operator: SelectParts.Arm.Operator?, tokens: ArraySlice<SQLToken>)] {
    var arms: [(operator: SelectParts.Arm.Operator?, tokens: ArraySlice<SQLToken>)] = []
    var (depth, start) = (0, startIndex)
    var last: SelectParts.Arm.Operator?
    for (index, token) in zip(indices, self) {
      if token.kind == .open { depth += 1 }
      if token.kind == .close { depth -= 1 }
      guard depth == 0, index > startIndex, let found = compoundOperator(at: index) else {
        continue
      }
      arms.append((last, self[start..<index]))
      (last, start) = (found, index + (found == .unionAll ? 2 : 1))
    }
    return arms + [(last, self[Swift.min(start, endIndex)...])]
  }

  /// Returns the operator at a word, unless it is a name next to a point.
  private func compoundOperator(at index: Int) -> SelectParts.Arm.Operator? {
    guard case .word(let word) = self[index].kind, self[index - 1].kind != .point else {
      return nil
    }
    let next = index + 1 < endIndex ? self[index + 1] : nil
    switch word {
    case "union": return next?.isWord("all") == true ? .unionAll : .union
    case "except": return .except
    case "intersect": return .intersect
    default: return nil
    }
  }
}
