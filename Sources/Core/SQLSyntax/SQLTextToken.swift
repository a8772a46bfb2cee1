/// A word, a name, a literal, a sign or a comment in SQL text: its kind and its place.
///
/// ``SQLTokens`` reads what it contains.
package struct SQLTextToken: Sendable, Equatable {
  /// The kind of a token, as far as it can be told without a parser.
  package enum Kind: UInt8, Sendable {
    /// A keyword or a name without quotes.
    case word
    /// A name in quotes: `"a"`, in SQLite also `` `a` `` and `[a]`, in PostgreSQL also `U&"a"`.
    case quotedName
    /// A name between marks of a fragment.
    case markedName
    /// A text: `'a'`, in PostgreSQL also `E'a'`, `U&'a'` and `$$a$$`.
    case text
    /// Bytes or bits: `x'00'`, in PostgreSQL also `b'01'`.
    case bytes
    /// A number, with the letters that directly follow it and that the database refuses.
    case number
    /// A parameter: `?`, `?1`, `:a`, `@a` and `$a` in SQLite, `$1` in PostgreSQL.
    case parameter
    /// The mark of a bound value in a fragment.
    case binding
    /// `(`, or the mark for it in a fragment.
    case openParenthesis
    case closeParenthesis
    /// `[` and `]`, which enclose elements of arrays in PostgreSQL.
    case openBracket, closeBracket
    case comma
    case point
    case semicolon
    /// An operator, and in PostgreSQL also `:`, `::`, `:=` and `..`.
    case sign
    /// A comment, if comments are asked for.
    case comment
    /// Another mark of a fragment.
    case mark
    /// A byte that no token begins with.
    case other
  }

  package let kind: Kind
  /// The range of its bytes, with quotes.
  package let range: Range<Int>
  /// Whether it is complete: `false` for a text, a name or a comment whose end is missing.
  package let isTerminated: Bool
}
