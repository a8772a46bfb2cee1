import DatabaseTypes
import SQLSyntax

/// The keywords and names in an SQL text, outside of comments.
///
/// SQLite ignores the case of ASCII letters and the quotes around a name. It also takes a text in
/// single quotes for a name where only a name is possible.
struct SQLNames: Sendable {
  /// The words without quotes, in lower case: keywords and names.
  private var words: Set<ByteText> = []
  /// The contents of quotes, in lower case.
  private var quoted: Set<ByteText> = []

  /// Finds the names in a text.
  init(_ sql: String) {
    let tokens = SQLTokens(sql, grammar: .sqlite)
    for token in tokens {
      switch token.kind {
      case .word: words.insert(ByteText.foldingASCII(tokens.bytes[token.range]))
      case .quotedName, .text: quoted.insert(ByteText.foldingASCII(tokens.content(of: token) ?? []))
      default: break
      }
    }
  }

  /// Whether tables may be joined by columns with the same names: `USING`, or `NATURAL`.
  ///
  /// A keyword cannot be in quotes.
  var joinsByColumnNames: Bool { ["using", "natural"].contains { words.contains(ByteText($0)) } }

  /// Returns whether a name occurs, in quotes or not.
  func contains(_ name: String) -> Bool {
    let name = ByteText.foldingASCII(name)
    return words.contains(name) || quoted.contains(name)
  }

  /// Adds the names of another text.
  mutating func formUnion(_ other: SQLNames) {
    words.formUnion(other.words)
    quoted.formUnion(other.quoted)
  }
}
