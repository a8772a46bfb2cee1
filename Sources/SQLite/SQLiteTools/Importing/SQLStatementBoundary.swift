/// A finder of statement ends in a script: the semicolons that are not within a trigger.
///
/// It takes one byte at a time, so a script need not be in memory.
///
/// https://www.sqlite.org/c3ref/complete.html
struct SQLStatementBoundary {
  private var scanner = SQLScanner()
  private var word: [UInt8] = []
  /// The first words, which show whether the statement creates a trigger.
  private var words: [String] = []
  /// The last two tokens other than blanks and comments, as far as they matter: `;` and `END`.
  private var last: [Token] = []

  private enum Token { case semicolon, end, other }

  /// Creates a finder at the beginning of a statement.
  init() {}

  /// Whether a statement has begun; a comment does not begin one.
  var hasBegun: Bool { !last.isEmpty || !word.isEmpty }

  /// Whether a string, a quoted name or a comment is open at this point.
  var isInQuotesOrComment: Bool { scanner.isInQuotes || scanner.isInComment }

  /// Takes a byte.
  ///
  /// - Parameters:
  ///   - byte: The byte, of UTF-8.
  ///   - next: The byte after it; `nil` at the end.
  /// - Returns: Whether the byte ends a statement.
  mutating func take(_ byte: UInt8, next: UInt8?) -> Bool {
    let kind = scanner.take(byte, next: next)
    if kind == .word {
      word.append(byte)
      return false
    }
    endWord()
    switch kind {
    case .blank, .comment: return false
    case .semicolon: return takeSemicolon()
    case .word, .quoted, .other:
      note(.other)
      return false
    }
  }

  private mutating func endWord() {
    guard !word.isEmpty else { return }
    let text = String(decoding: word, as: UTF8.self).uppercased()
    word.removeAll(keepingCapacity: true)
    let isExplaining = words.isEmpty && ["EXPLAIN", "QUERY", "PLAN"].contains(text)
    if words.count < 3, !isExplaining { words.append(text) }
    note(text == "END" ? .end : .other)
  }

  private mutating func note(_ token: Token) { last = last.suffix(1) + [token] }

  private mutating func takeSemicolon() -> Bool {
    guard makesTrigger, last != [.semicolon, .end] else {
      let hasBegun = hasBegun
      self = SQLStatementBoundary()
      return hasBegun
    }
    note(.semicolon)
    return false
  }

  private var makesTrigger: Bool {
    guard words.first == "CREATE", words.count > 1 else { return false }
    return words[1] == "TRIGGER"
      || ["TEMP", "TEMPORARY"].contains(words[1]) && words.last == "TRIGGER"
  }
}
