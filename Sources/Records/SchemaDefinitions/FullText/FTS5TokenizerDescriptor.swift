import DatabaseTypes

/// A description of the tokenizer that splits text into words, in a full-text table of FTS5.
///
/// The application's own tokenizers are added to a connection: see ``FTS5CustomTokenizer``.
///
/// ```swift
/// t.tokenizer = .porter(wrapping: .unicode61(removesDiacritics: false))
/// // tokenize = 'porter unicode61 remove_diacritics 0'
/// ```
///
/// https://www.sqlite.org/fts5.html#tokenizers
public struct FTS5TokenizerDescriptor: Sendable, Hashable {
  /// The name of the tokenizer, followed by its arguments.
  public let components: [String]

  /// Creates a description from the tokenizer's name and arguments.
  public init(components: [String]) { self.components = components }

  /// Words of ASCII letters and digits, and of all characters beyond ASCII.
  ///
  /// - Parameters:
  ///   - separators: Further characters that separate words.
  ///   - tokenCharacters: Further characters that belong to words.
  public static func ascii(
    separators: Set<Character> = [],
    tokenCharacters: Set<Character> = []
  ) -> FTS5TokenizerDescriptor {
    FTS5TokenizerDescriptor(components: ["ascii"] + characters(separators, tokenCharacters))
  }

  /// Words as Unicode defines them, ignoring case.
  ///
  /// - Parameters:
  ///   - removesDiacritics: Whether `é` and `e` are equal.
  ///   - categories: The Unicode categories of characters that belong to words, such as `L* N* Co`.
  ///   - separators: Further characters that separate words.
  ///   - tokenCharacters: Further characters that belong to words.
  public static func unicode61(
    removesDiacritics: Bool = true,
    categories: String? = nil,
    separators: Set<Character> = [],
    tokenCharacters: Set<Character> = []
  ) -> FTS5TokenizerDescriptor {
    var components = ["unicode61"]
    if !removesDiacritics { components += ["remove_diacritics", "0"] }
    if let categories { components += ["categories", categories] }
    return FTS5TokenizerDescriptor(components: components + characters(separators, tokenCharacters))
  }

  /// The treatment of diacritics.
  public enum Diacritics: Int, Sendable, Hashable {
    /// `é` and `e` differ.
    case keep = 0
    /// `é` and `e` are equal, but not if a letter has several diacritics.
    case removeLegacy = 1
    /// `é` and `e` are equal, however many diacritics a letter has; needs SQLite 3.27.
    case remove = 2
  }

  /// Words as Unicode defines them, ignoring case.
  ///
  /// - Parameters:
  ///   - diacritics: How diacritics are treated.
  ///   - categories: The Unicode categories of characters that belong to words, such as `L* N* Co`.
  ///   - separators: Further characters that separate words.
  ///   - tokenCharacters: Further characters that belong to words.
  public static func unicode61(
    diacritics: Diacritics,
    categories: String? = nil,
    separators: Set<Character> = [],
    tokenCharacters: Set<Character> = []
  ) -> FTS5TokenizerDescriptor {
    var components = ["unicode61", "remove_diacritics", "\(diacritics.rawValue)"]
    if let categories { components += ["categories", categories] }
    return FTS5TokenizerDescriptor(components: components + characters(separators, tokenCharacters))
  }

  /// Words reduced to their English stem: `connected` and `connection` are equal.
  ///
  /// - Parameter base: The tokenizer that splits text into words first; `unicode61` unless given.
  public static func porter(wrapping base: FTS5TokenizerDescriptor? = nil)
    -> FTS5TokenizerDescriptor
  {
    FTS5TokenizerDescriptor(components: ["porter"] + (base?.components ?? []))
  }

  /// All sequences of three characters, which makes parts of words findable.
  ///
  /// - Parameter isCaseSensitive: Whether case matters.
  public static func trigram(isCaseSensitive: Bool = false) -> FTS5TokenizerDescriptor {
    FTS5TokenizerDescriptor(
      components: ["trigram"] + (isCaseSensitive ? ["case_sensitive", "1"] : [])
    )
  }

  private static func characters(_ separators: Set<Character>, _ tokens: Set<Character>)
    -> [String]
  {
    // Sorted, so that a definition always gives the same SQL.
    (separators.isEmpty ? [] : ["separators", String(separators.sorted())])
      + (tokens.isEmpty ? [] : ["tokenchars", String(tokens.sorted())])
  }
}

extension FTS5TokenizerDescriptor {
  /// The words as FTS5 reads them, quoted if necessary.
  var text: String {
    components.map { word in
      let isPlain = word.wholeMatch(of: /[A-Za-z0-9_]+/) != nil
      return isPlain ? word : word.quoted(by: "'")
    }
    .joined(separator: " ")
  }
}
