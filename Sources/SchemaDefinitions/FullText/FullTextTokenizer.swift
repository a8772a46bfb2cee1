/// What divides text into words, in a full-text table.
///
/// ```swift
/// t.tokenizer = .porter(wrapping: .unicode61(removesDiacritics: false))
/// // tokenize = 'porter unicode61 remove_diacritics 0'
/// ```
///
/// https://www.sqlite.org/fts5.html#tokenizers
public struct FullTextTokenizer: Sendable, Hashable {
  /// Its words: the name, and its arguments.
  public let components: [String]

  /// Makes one of its words: the name, and its arguments.
  public init(components: [String]) { self.components = components }

  /// Words of ASCII letters and digits, and of all other characters beyond ASCII.
  ///
  /// - Parameters:
  ///   - separators: Characters that divide words, though they would not.
  ///   - tokenCharacters: Characters that belong to words, though they would not.
  public static func ascii(
    separators: Set<Character> = [],
    tokenCharacters: Set<Character> = []
  ) -> FullTextTokenizer {
    FullTextTokenizer(components: ["ascii"] + characters(separators, tokenCharacters))
  }

  /// Words as Unicode has them, whatever the case of their letters.
  ///
  /// - Parameters:
  ///   - removesDiacritics: Whether `é` and `e` are the same.
  ///   - categories: Unicode's categories of characters that belong to words, such as `L* N* Co`.
  ///   - separators: Characters that divide words, though they would not.
  ///   - tokenCharacters: Characters that belong to words, though they would not.
  public static func unicode61(
    removesDiacritics: Bool = true,
    categories: String? = nil,
    separators: Set<Character> = [],
    tokenCharacters: Set<Character> = []
  ) -> FullTextTokenizer {
    var components = ["unicode61"]
    if !removesDiacritics { components += ["remove_diacritics", "0"] }
    if let categories { components += ["categories", categories] }
    return FullTextTokenizer(components: components + characters(separators, tokenCharacters))
  }

  /// What becomes of the marks above and below letters.
  public enum Diacritics: Int, Sendable, Hashable {
    /// `é` and `e` differ.
    case keep = 0
    /// `é` and `e` are the same, but not where a letter has several marks.
    case removeLegacy = 1
    /// `é` and `e` are the same, however many marks there are; needs SQLite 3.27.
    case remove = 2
  }

  /// Words as Unicode has them, whatever the case of their letters.
  ///
  /// - Parameters:
  ///   - diacritics: What becomes of the marks above and below letters.
  ///   - categories: Unicode's categories of characters that belong to words, such as `L* N* Co`.
  ///   - separators: Characters that divide words, though they would not.
  ///   - tokenCharacters: Characters that belong to words, though they would not.
  public static func unicode61(
    diacritics: Diacritics,
    categories: String? = nil,
    separators: Set<Character> = [],
    tokenCharacters: Set<Character> = []
  ) -> FullTextTokenizer {
    var components = ["unicode61", "remove_diacritics", "\(diacritics.rawValue)"]
    if let categories { components += ["categories", categories] }
    return FullTextTokenizer(components: components + characters(separators, tokenCharacters))
  }

  /// Words without their English endings: `connected` and `connection` are the same.
  ///
  /// - Parameter base: What divides text into words before; `unicode61` unless given.
  public static func porter(wrapping base: FullTextTokenizer? = nil) -> FullTextTokenizer {
    FullTextTokenizer(components: ["porter"] + (base?.components ?? []))
  }

  /// All sequences of three characters, so that parts of words are found.
  ///
  /// - Parameter isCaseSensitive: Whether case matters.
  public static func trigram(isCaseSensitive: Bool = false) -> FullTextTokenizer {
    FullTextTokenizer(components: ["trigram"] + (isCaseSensitive ? ["case_sensitive", "1"] : []))
  }

  private static func characters(_ separators: Set<Character>, _ tokens: Set<Character>)
    -> [String]
  {
    // In an order, so that one definition is always one SQL.
    (separators.isEmpty ? [] : ["separators", String(separators.sorted())])
      + (tokens.isEmpty ? [] : ["tokenchars", String(tokens.sorted())])
  }
}

extension FullTextTokenizer {
  /// The words as FTS5 reads them: quoted where they need it.
  var text: String {
    components.map { word in
      let isPlain = word.wholeMatch(of: /[A-Za-z0-9_]+/) != nil
      return isPlain ? word : "'" + word.replacing("'", with: "''") + "'"
    }
    .joined(separator: " ")
  }
}
