import DatabaseTypes
import SQLSyntax
import TypedSQL

/// An aggregate that can be updated from inserted and removed rows.
///
/// `min` and `max` can be updated until the least or the greatest value itself is removed.
enum RunningAggregate: String, Sendable {
  case count, sum, total, avg, min, max

  var isExtreme: Bool { self == .min || self == .max }
}

/// The aggregates of a list of expressions, which are replaced by parameters.
struct AggregateCalls {
  /// The aggregated expressions, each once.
  private(set) var values: [QueryFragment] = []
  /// The aggregates, each with the index of its expression.
  private(set) var aggregates: [(aggregate: RunningAggregate, value: Int)] = []
  /// The number of parameters before those of the aggregates.
  private let parametersBefore: Int
  private let allowsExtremes: Bool

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - count: The number of parameters before those of the aggregates.
  ///   - allowsExtremes: Whether `min` and `max` are replaced too.
  init(afterParameters count: Int = 0, allowsExtremes: Bool = false) {
    parametersBefore = count
    self.allowsExtremes = allowsExtremes
  }

  /// Reads an expression.
  ///
  /// - Returns: The expression with a parameter in place of each aggregate; `nil` if anything else
  ///   in it depends on rows.
  mutating func reading(_ expression: QueryFragment) -> QueryFragment? {
    guard let tokens = expression.tokens(.sqlite) else { return nil }
    var (fragment, rest) = (QueryFragment(), tokens[...])
    while let token = rest.first {
      if token.hasSpaceBefore, !fragment.isEmpty { fragment.append(sql: " ") }
      if let aggregate = rest.runningAggregate, allowsExtremes || !aggregate.isExtreme {
        guard let parameter = readCall(aggregate, &rest) else { return nil }
        fragment.append(parameter)
        continue
      }
      // A name may be a column, and SQLite treats an unknown quoted name as a text.
      let isCall = rest.dropFirst().first?.kind == .open
      if case .name = token.kind { return nil }
      if case .word = token.kind, !isCall, !token.isConstantWord { return nil }
      fragment.append(code: token.functionNumber)
      fragment.append(rest.prefix(1).bareFragment)
      rest.removeFirst()
    }
    return fragment
  }

  /// Reads `sum(a) FILTER (WHERE b)`.
  private mutating func readCall(
    _ aggregate: RunningAggregate,
    _ rest: inout ArraySlice<SQLToken>
  ) -> QueryFragment? {
    let start = rest.startIndex + 2
    guard let end = rest.dropFirst(2).closing else { return nil }
    let argument = rest[start..<end]
    rest = rest[(end + 1)...]
    var condition: ArraySlice<SQLToken>?
    if rest.first?.isWord("filter") == true {
      guard rest.dropFirst().first?.kind == .open, let end = rest.dropFirst(2).closing else {
        return nil
      }
      let inner = rest[(rest.startIndex + 2)..<end]
      guard inner.first?.isWord("where") == true else { return nil }
      condition = inner.dropFirst()
      rest = rest[(end + 1)...]
    }
    guard rest.first?.isWord("over") != true, let value = value(aggregate, argument, condition)
    else { return nil }
    return parameter(aggregate, of: value)
  }

  /// Returns the aggregated expression: NULL for rows that do not count.
  private func value(
    _ aggregate: RunningAggregate,
    _ argument: ArraySlice<SQLToken>,
    _ condition: ArraySlice<SQLToken>?
  ) -> QueryFragment? {
    let countsRows = argument.count == 1 && argument.isStar || argument.isEmpty
    guard countsRows ? aggregate == .count : argument.list.count == 1,
      argument.first?.isWord("distinct") != true, argument.first?.isWord("all") != true
    else { return nil }
    let value = countsRows ? "1" : argument.fragment
    guard let condition else { return value }
    return "CASE WHEN \(condition.fragment) THEN \(value) END"
  }

  private mutating func parameter(_ aggregate: RunningAggregate, of value: QueryFragment)
    -> QueryFragment
  {
    let place = values.firstIndex(of: value) ?? values.count
    if place == values.count { values.append(value) }
    aggregates.append((aggregate, place))
    return "\(QueryBinding.parameter(parametersBefore + aggregates.count))"
  }
}

extension ArraySlice<SQLToken> {
  /// The aggregate that is called here.
  fileprivate var runningAggregate: RunningAggregate? {
    guard case .word(let word)? = first?.kind, dropFirst().first?.kind == .open else { return nil }
    return RunningAggregate(rawValue: word)
  }

  /// The tokens as a fragment, without spaces between them.
  fileprivate var bareFragment: QueryFragment {
    var fragment = QueryFragment()
    for token in self {
      if case .parameter(let value) = token.kind {
        fragment.append(value)
      } else {
        fragment.append(code: token.code)
      }
    }
    return fragment
  }
}

extension SQLToken {
  /// The number of the function that is called here, with its mark.
  fileprivate var functionNumber: [UInt8] {
    guard marks.count > 1, let number = marks.last, SQLFunction(rawValue: number) != nil else {
      return []
    }
    return marks.suffix(2)
  }

  /// Whether it is a keyword between values and not a name.
  fileprivate var isConstantWord: Bool {
    if case .word(let word) = kind { Self.constantWords.contains(word) } else { false }
  }

  private static let constantWords: Set<String> = [
    "and", "as", "between", "blob", "case", "else", "end", "false", "in", "int", "integer", "is",
    "isnull", "not", "notnull", "null", "numeric", "or", "real", "text", "then", "true", "when",
  ]
}
