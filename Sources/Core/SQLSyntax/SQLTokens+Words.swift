// What can be said of a statement by its words alone.

extension SQLTokens {
  /// The words without quotes, in small letters, apart from names after a point.
  ///
  /// They are read one after the other, as far as they are asked for.
  package var words: some Sequence<String> {
    sequence(state: (tokens: makeIterator(), isAfterPoint: false)) { state in
      while let token = state.tokens.next() {
        let isName = state.isAfterPoint
        state.isAfterPoint = token.kind == .point
        if token.kind == .word, !isName { return text(of: token).lowercased() }
      }
      return nil
    }
  }

  /// Whether there is a word of a statement that writes, also within a `WITH`.
  package var hasWritingWord: Bool {
    let writing: Set = ["insert", "update", "delete", "merge", "into"]
    return words.contains(where: writing.contains)
  }

  /// The word that a statement begins with, in small letters; `nil` if it begins with something
  /// else.
  ///
  /// Comments, semicolons and the parentheses around a query may precede it.
  package var firstWord: String? {
    let first = first { ![.comment, .semicolon, .openParenthesis].contains($0.kind) }
    return first.flatMap { $0.kind == .word ? text(of: $0).lowercased() : nil }
  }
}
