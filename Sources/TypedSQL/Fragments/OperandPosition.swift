/// A place in SQL text that an operand follows, so that a subquery needs parentheses there.
///
/// After such a text, a bare `SELECT` is a syntax error in every dialect. After any other text,
/// such as `(`, `AS` or `UNION`, parentheses may be wrong.
struct OperandPosition {
  /// Whether an operand follows.
  let isOperand: Bool

  /// Reads the end of a text.
  ///
  /// - Parameter isWhole: Whether nothing precedes the text that its first word may belong to.
  init(after text: ArraySlice<UInt8>, isWhole: Bool) {
    let text = text[..<text.endOfWords]
    guard let last = text.last, !text.mayEndInComment else {
      isOperand = false
      return
    }
    isOperand =
      last.isWord
      ? text.lastWord(isWhole: isWhole).map { Self.words.contains($0) } ?? false
      : Self.operators.contains(last)
  }

  private static let operators = Set("=<>+-*/%|&~,".utf8)

  private static let words: Set<String> = [
    "SELECT", "DISTINCT", "FROM", "JOIN", "LATERAL", "ON", "WHERE", "HAVING", "BY", "LIMIT",
    "OFFSET", "RETURNING", "AND", "OR", "NOT", "IN", "EXISTS", "BETWEEN", "IS", "LIKE", "ILIKE",
    "GLOB", "ESCAPE", "CASE", "WHEN", "THEN", "ELSE",
  ]
}

extension ArraySlice<UInt8> {
  /// The end of the text without the whitespace behind it.
  fileprivate var endOfWords: Int {
    lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.map { $0 + 1 } ?? startIndex
  }

  /// Whether the text may end in a comment, for which `--` within quotes is also taken.
  fileprivate var mayEndInComment: Bool {
    let dash = UInt8(ascii: "-")
    let line = self[(lastIndex(of: 0x0A) ?? startIndex)...]
    return suffix(2).elementsEqual("*/".utf8)
      || zip(line, line.dropFirst()).contains { $0 == dash && $1 == dash }
  }

  /// Returns the word at the end in capitals, or `nil` if it may be a part of a name.
  fileprivate func lastWord(isWhole: Bool) -> String? {
    let start = lastIndex { !$0.isWord }.map { $0 + 1 } ?? startIndex
    if start == startIndex {
      guard isWhole else { return nil }
    } else if [UInt8(ascii: "."), UInt8(ascii: "\"")].contains(self[start - 1]) {
      return nil
    }
    return String(decoding: self[start...], as: UTF8.self).uppercased()
  }
}

extension UInt8 {
  /// Whether it may be a byte of a word or a name.
  fileprivate var isWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }
}
