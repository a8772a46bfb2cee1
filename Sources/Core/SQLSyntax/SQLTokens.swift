/// The tokens of SQL text, one after the other, each read when it is asked for.
///
/// It reads any text to its end. What the database would refuse is a token of some kind as well,
/// and a text, a name or a comment without an end is one that is not terminated.
///
/// ```swift
/// let tokens = SQLTokens("SELECT \"a\" -- one", grammar: .sqlite)
/// tokens.map { tokens.text(of: $0) }  // ["SELECT", "\"a\""]
/// ```
package struct SQLTokens: Sequence, Sendable {
  /// The text.
  package let bytes: [UInt8]
  /// The rules of the database.
  package let grammar: SQLGrammar
  private let marks: SQLMarks
  private let includesComments: Bool
  private let start: Int

  /// Creates the tokens of a text in UTF-8.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - grammar: The rules of the database.
  ///   - marks: The marks in a fragment's code.
  ///   - comments: Whether comments are tokens; otherwise they are skipped like spaces.
  ///   - start: Where to begin.
  package init(
    _ bytes: [UInt8],
    grammar: SQLGrammar,
    marks: SQLMarks = .none,
    comments: Bool = false,
    from start: Int = 0
  ) {
    (self.bytes, self.grammar, self.marks) = (bytes, grammar, marks)
    (includesComments, self.start) = (comments, start)
  }

  /// Creates the tokens of a text.
  package init(_ sql: some StringProtocol, grammar: SQLGrammar, comments: Bool = false) {
    self.init(Array(sql.utf8), grammar: grammar, comments: comments)
  }

  package func makeIterator() -> Iterator { Iterator(self) }

  /// An iterator over the tokens.
  package struct Iterator: IteratorProtocol {
    private let tokens: SQLTokens
    private var index: Int

    fileprivate init(_ tokens: SQLTokens) { (self.tokens, index) = (tokens, tokens.start) }

    /// Returns the next token; `nil` at the end.
    package mutating func next() -> SQLTextToken? {
      tokens.bytes.withUnsafeBufferPointer { bytes in
        var reader = SQLTokenReader(
          bytes,
          grammar: tokens.grammar,
          marks: tokens.marks,
          comments: tokens.includesComments,
          from: index
        )
        let token = reader.next()
        index = reader.index
        return token
      }
    }
  }
}

// MARK: - What a token contains

extension SQLTokens {
  /// Returns a token as it is written.
  package func text(of token: SQLTextToken) -> String {
    String(decoding: bytes[token.range], as: UTF8.self)
  }

  /// Returns whether a token is a word without quotes, in any case of its letters.
  ///
  /// - Parameter word: The word in small letters.
  package func isWord(_ token: SQLTextToken, _ word: StaticString) -> Bool {
    bytes.withUnsafeBufferPointer { SQLTokenReader($0, grammar: grammar).isWord(token, word) }
  }

  /// Returns the name that a token is, without its quotes; `nil` for what is no name.
  ///
  /// A name without quotes has small letters in PostgreSQL, and those that it is written with in
  /// SQLite.
  package func name(of token: SQLTextToken) -> String? {
    let code = bytes[token.range]
    switch token.kind {
    case .word where grammar == .postgres:
      return String(decoding: code.map(\.lowercasedASCII), as: UTF8.self)
    case .word: return String(decoding: code, as: UTF8.self)
    case .quotedName, .markedName:
      return content(of: token).map { String(decoding: $0, as: UTF8.self) }
    default: return nil
    }
  }

  /// Returns what is in the quotes of a token, with doubled quotes halved; `nil` for a token
  /// without quotes.
  ///
  /// - Returns: `nil` also for a literal with escapes that name a character by its number, and for
  ///   a text that goes on in another line. What follows `UESCAPE` is not known.
  package func content(of token: SQLTextToken) -> [UInt8]? {
    let code = bytes[token.range]
    guard let first = code.first else { return nil }
    switch (token.kind, first) {
    case (.markedName, _): return unquoted(code.dropFirst(), by: first)
    case (.quotedName, UInt8(ascii: "[")):
      return Array(code.dropFirst().dropLast(token.isTerminated ? 1 : 0))
    case (.quotedName, UInt8(ascii: "\"")), (.quotedName, UInt8(ascii: "`")),
      (.text, UInt8(ascii: "'")):
      return unquoted(code.dropFirst(), by: first)
    case (.quotedName, UInt8(ascii: "U")), (.quotedName, UInt8(ascii: "u")),
      (.text, UInt8(ascii: "U")), (.text, UInt8(ascii: "u")):
      guard !code.contains(UInt8(ascii: "\\")) else { return nil }
      return unquoted(code.dropFirst(3), by: code[code.startIndex + 2])
    case (.text, UInt8(ascii: "$")):
      guard let end = code.dropFirst().firstIndex(of: first) else { return nil }
      return Array(code[(end + 1)...].dropLast(token.isTerminated ? end + 1 - code.startIndex : 0))
    case (.text, UInt8(ascii: "E")), (.text, UInt8(ascii: "e")): return unescaped(code.dropFirst(2))
    default: return nil
    }
  }

  /// Returns what stands before a closing quote, or before the end.
  private func unquoted(_ code: ArraySlice<UInt8>, by quote: UInt8) -> [UInt8]? {
    var (content, rest) = ([UInt8](), code)
    while let byte = rest.popFirst() {
      if byte == quote {
        guard rest.first == quote else { return rest.isEmpty ? content : nil }
        rest.removeFirst()
      } else if SQLMarks.contains(marks.escapes, byte) {
        if let text = rest.popFirst() { content.append(text) }
        continue
      }
      content.append(byte)
    }
    return content
  }

  /// Returns what a text with escapes means.
  private func unescaped(_ code: ArraySlice<UInt8>) -> [UInt8]? {
    var (content, rest) = ([UInt8](), code)
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "'") {
        guard rest.first == byte else { return rest.isEmpty ? content : nil }
        rest.removeFirst()
      } else if byte == UInt8(ascii: "\\") {
        guard let meant = rest.popFirst().flatMap(Self.meaning) else { return nil }
        content.append(meant)
        continue
      }
      content.append(byte)
    }
    return content
  }

  /// Returns the byte that `\` and another one mean; `nil` for the escapes with a number.
  private static func meaning(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "0")...UInt8(ascii: "7"), UInt8(ascii: "x"), UInt8(ascii: "u"),
      UInt8(ascii: "U"):
      nil
    // Any other one means itself.
    default: byte
    }
  }
}

extension UInt8 {
  /// The small letter for a capital one of ASCII, or the same byte.
  package var lowercasedASCII: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}
