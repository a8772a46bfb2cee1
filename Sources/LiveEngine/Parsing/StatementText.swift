import DatabaseTypes
package import TypedSQL

extension SelectParts {
  /// Takes SQL text apart.
  ///
  /// - Parameters:
  ///   - query: One `SELECT`, or several that `UNION` and the like put together, with or without a `WITH` before.
  ///   - values: The values of parameters that stand in its text.
  /// - Returns: `nil` where it is not understood, or has a `WINDOW` or `VALUES`.
  package static func reading(_ query: QueryFragment, _ values: ParameterValues = ParameterValues())
    -> SelectParts?
  {
    var tokenizer = SQLTokenizer(query, values)
    guard let tokens = tokenizer.tokens() else { return nil }
    return reading(tokens[...])
  }

  /// Takes a statement apart, with the `WITH` before it.
  static func reading(_ tokens: ArraySlice<SQLToken>) -> SelectParts? {
    guard tokens.first?.isWord("with") == true else { return readingCompound(tokens) }
    var reader = CommonTableReader(tokens.dropFirst())
    guard let commons = reader.commons() else { return nil }
    return readingCompound(reader.rest)?.with(commons)
  }

  /// Takes a statement apart that may be put together of several.
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

  /// The same without an order and a limit.
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

/// A reader of the statements of a `WITH`.
private struct CommonTableReader {
  /// What comes after what was read.
  private(set) var rest: ArraySlice<SQLToken>

  init(_ tokens: ArraySlice<SQLToken>) { rest = tokens }

  /// All of them; `nil` where one is not understood.
  mutating func commons() -> [SelectParts.CommonTable]? {
    // What is called recursive need not be; one that is reads itself, which is no table with a key.
    if rest.first?.isWord("recursive") == true { rest.removeFirst() }
    var commons: [SelectParts.CommonTable] = []
    repeat {
      guard let common = common() else { return nil }
      commons.append(common)
    } while skipComma()
    return commons
  }

  private mutating func skipComma() -> Bool {
    guard rest.first?.kind == .comma else { return false }
    rest.removeFirst()
    return true
  }

  /// `name(a, b) AS (SELECT …)`.
  private mutating func common() -> SelectParts.CommonTable? {
    guard let name = rest.popFirst()?.identifier else { return nil }
    var columnNames: [String] = []
    if rest.first?.kind == .open {
      guard let names = parenthesized()?.list.map(\.singleName), !names.contains(nil) else {
        return nil
      }
      columnNames = names.compactMap(\.self)
    }
    guard rest.popFirst()?.isWord("as") == true else { return nil }
    // Hints of how to run it.
    while let token = rest.first, token.isWord("not") || token.isWord("materialized") {
      rest.removeFirst()
    }
    guard let parts = parenthesized().flatMap(SelectParts.readingCompound) else { return nil }
    return SelectParts.CommonTable(name: name, columnNames: columnNames, parts: parts)
  }

  /// What stands in the parentheses that come next.
  private mutating func parenthesized() -> ArraySlice<SQLToken>? {
    guard rest.first?.kind == .open, let end = rest.dropFirst().closing else { return nil }
    defer { rest = rest[(end + 1)...] }
    return rest[(rest.startIndex + 1)..<end]
  }
}

extension ArraySlice<SQLToken> {
  /// The name that it is, if that is all.
  var singleName: String? { count == 1 ? first?.identifier : nil }

  /// The statements that are put together, with the operators before them.
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

  /// The operator that a word is; it is none beside a point, where it is a name.
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
