import SQLSyntax

/// A term of an `ORDER BY`: an expression, its direction, and the position of rows without a value.
///
/// A term may be SQL text, so these are read from the words at its end.
package struct OrderTerm: Sendable {
  /// The term as it is written.
  package let written: QueryFragment
  /// The expression.
  package var expression: QueryFragment
  /// The direction; `nil` if none is written.
  package private(set) var direction: OrderDirection?
  /// Whether rows without a value come first; `nil` if it is not written.
  package private(set) var nullsFirst: Bool?

  /// Whether large values come first.
  package var isDescending: Bool { direction == .descending }

  /// Reads a term.
  package init(_ term: QueryFragment) {
    (written, expression) = (term, term)
    var end = EndOfTerm(term.tokens)
    if end.take("nulls", "first") {
      nullsFirst = true
    } else if end.take("nulls", "last") {
      nullsFirst = false
    }
    if end.take("desc") {
      direction = .descending
    } else if end.take("asc") {
      direction = .ascending
    }
    expression.code = end.remainingCode
  }
}

/// The end of a term, from which words are taken.
private struct EndOfTerm {
  private let source: SQLTokens
  private var tokens: ArraySlice<SQLTextToken>
  /// Where the words begin that were taken.
  private var end: Int?

  init(_ source: SQLTokens) { (self.source, tokens) = (source, Array(source)[...]) }

  /// Takes words in small letters, if they come last.
  ///
  /// A word alone is the name of a column, and so is one after a point.
  mutating func take(_ words: StaticString...) -> Bool {
    let rest = tokens.dropLast(words.count)
    let last = tokens[rest.endIndex...]
    guard let before = rest.last, before.kind != .point, let start = last.first?.range.lowerBound,
      zip(last, words).allSatisfy({ source.isWord($0, $1) }),
      // A value in a comment would be lost.
      !source.bytes[start...].contains(Mark.binding)
    else { return false }
    (tokens, end) = (rest, start)
    return true
  }

  /// The code before the words, without the spaces and comments between.
  var remainingCode: [UInt8] {
    guard let end, let last = tokens.last?.range.upperBound else { return source.bytes }
    let marks = source.bytes[last..<end].filter { Mark.isMark($0) && $0 != Mark.lineOrSpace }
    return source.bytes[..<last] + marks
  }
}
