import SQLSyntax

/// A splitter of SQL into statements as it arrives.
///
/// It is a value that does no I/O. A semicolon ends a statement, unless it is in quotes, in
/// parentheses, or in a function body of the form `BEGIN ATOMIC … END`.
package struct PostgresScript: Sendable {
  /// A statement.
  package struct Statement: Sendable, Equatable {
    /// The SQL, without its semicolon.
    package let text: String
    /// The line of the script in which it begins, counted from 1.
    package let line: Int
    /// The position of its first byte in the script, in UTF-8.
    package let offset: Int
    /// Its first words, in upper case.
    package let words: [String]

    /// The keyword that says what it does.
    package var keyword: String { words.first ?? "" }

    /// Whether its keyword is that of a query; a part of its `WITH` may still write.
    package var beginsLikeQuery: Bool { ["SELECT", "WITH", "VALUES", "TABLE"].contains(keyword) }
  }

  private var pending: [UInt8] = []
  private var line = 1
  /// The number of bytes before those that are pending.
  private var readCount = 0

  /// Makes a splitter that has read nothing yet.
  package init() {}

  /// Adds text.
  ///
  /// - Parameter isEnd: Whether this is the end of the input, so that the last statement needs no
  ///   semicolon.
  /// - Returns: The statements that the text completes.
  package mutating func add(_ text: String, isEnd: Bool) -> [Statement] {
    pending += Array(text.utf8)
    guard isEnd || text.utf8.contains(UInt8(ascii: ";")) else { return [] }
    var statements: [Statement] = []
    var (start, builder) = (0, StatementBounds())
    for token in SQLTokens(pending, grammar: .postgres, comments: true) {
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
    readCount += start
    return statements
  }

  /// Returns all statements of a text.
  package static func statements(in text: String) -> [Statement] {
    var script = PostgresScript()
    return script.add(text, isEnd: true)
  }

  /// Returns the statement in a range; none if it contains no word.
  private func statement(_ range: Range<Int>, _ bounds: StatementBounds) -> [Statement] {
    guard let first = bounds.first, range.contains(first) else { return [] }
    let text = String(decoding: pending[first..<range.upperBound], as: UTF8.self)
    let line = line + pending[..<first].count { $0 == 0x0A }
    return [
      Statement(text: text, line: line, offset: readCount + first, words: bounds.words)
    ]
  }
}

extension PostgresScript.Statement {
  /// Whether it begins or ends transactions, or sets their characteristics.
  package var controlsTransactions: Bool {
    let keywords: Set = [
      "BEGIN", "START", "COMMIT", "END", "ROLLBACK", "ABORT", "SAVEPOINT", "RELEASE",
    ]
    if keywords.contains(keyword) { return true }
    if keyword == "PREPARE" { return words.dropFirst().first == "TRANSACTION" }
    return keyword == "SET"
      && words.dropFirst().contains { $0 == "TRANSACTION" || $0 == "CHARACTERISTICS" }
  }
}

/// The bounds of a statement.
private struct StatementBounds {
  /// The position of its first token.
  private(set) var first: Int?
  /// Its first words, in upper case.
  private(set) var words: [String] = []
  private var parentheses = 0
  private var blocks = 0

  /// Adds a token.
  ///
  /// - Returns: Whether the statement ends with it.
  mutating func ends(with token: SQLTextToken, in bytes: [UInt8]) -> Bool {
    // The server reports a comment without an end.
    if token.kind == .comment, token.isTerminated { return false }
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
