/// Cuts SQL into statements, as it comes.
///
/// It is a value: it reads nothing itself. A semicolon ends a statement, unless it stands in quotes, in parentheses, or in
/// the body of a function that is written `BEGIN ATOMIC … END`.
struct PostgresScript: Sendable {
  /// A statement.
  struct Statement: Sendable, Equatable {
    /// The SQL, without its semicolon.
    let text: String
    /// The line of the script in which it begins, counted from 1.
    let line: Int
    /// Its first words, in upper case.
    let words: [String]

    /// The word that says what it does.
    var keyword: String { words.first ?? "" }
  }

  private var pending: [UInt8] = []
  private var line = 1

  /// Adds text.
  ///
  /// - Parameter isEnd: Whether nothing comes after it, so that a last statement needs no semicolon.
  /// - Returns: The statements that are complete with it.
  mutating func add(_ text: String, isEnd: Bool) -> [Statement] {
    pending += Array(text.utf8)
    guard isEnd || text.utf8.contains(UInt8(ascii: ";")) else { return [] }
    var statements: [Statement] = []
    var (start, builder) = (0, StatementBounds())
    for token in PostgresTokens(pending) {
      guard builder.ends(with: token, in: pending) else { continue }
      statements += statement(start..<token.range.lowerBound, builder)
      (start, builder) = (token.range.upperBound, StatementBounds())
    }
    if isEnd {
      statements += statement(start..<pending.count, builder)
      start = pending.count
    }
    line += pending[..<start].count { $0 == 0x0A }
    pending.removeFirst(start)
    return statements
  }

  /// All statements of a text.
  static func statements(in text: String) -> [Statement] {
    var script = PostgresScript()
    return script.add(text, isEnd: true)
  }

  /// The statement in a range; none where there is no word.
  private func statement(_ range: Range<Int>, _ bounds: StatementBounds) -> [Statement] {
    guard let first = bounds.first, range.contains(first) else { return [] }
    let text = String(decoding: pending[first..<range.upperBound], as: UTF8.self)
    let line = line + pending[..<first].count { $0 == 0x0A }
    return [Statement(text: text, line: line, words: bounds.words)]
  }
}

/// Where a statement begins and ends.
private struct StatementBounds {
  /// Where its first token is.
  private(set) var first: Int?
  /// Its first words, in upper case.
  private(set) var words: [String] = []
  private var parentheses = 0
  private var blocks = 0

  /// Takes a token.
  ///
  /// - Returns: Whether the statement ends with it.
  mutating func ends(with token: PostgresToken, in bytes: [UInt8]) -> Bool {
    if token.kind == .semicolon, parentheses <= 0, blocks == 0 { return true }
    first = first ?? token.range.lowerBound
    switch token.kind {
    case .openParenthesis: parentheses += 1
    case .closeParenthesis: parentheses -= 1
    case .word: take(String(decoding: bytes[token.range], as: UTF8.self).uppercased())
    default: break
    }
    return false
  }

  private mutating func take(_ word: String) {
    if isRoutine {
      if word == "BEGIN" || word == "CASE" && blocks > 0 { blocks += 1 }
      if word == "END" && blocks > 0 { blocks -= 1 }
    }
    if words.count < 4 { words.append(word) }
  }

  private var isRoutine: Bool {
    words.first == "CREATE" && (words.contains("FUNCTION") || words.contains("PROCEDURE"))
  }
}
