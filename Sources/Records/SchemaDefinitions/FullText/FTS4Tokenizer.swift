import DatabaseTypes

/// A tokenizer that splits text into words, in a full-text table of FTS3 or FTS4.
///
/// https://www.sqlite.org/fts3.html#tokenizer
public struct FTS4Tokenizer: Sendable, Hashable {
  /// The name of the tokenizer, followed by its arguments.
  public let components: [String]

  /// Creates a tokenizer from its name and arguments.
  public init(components: [String]) { self.components = components }

  /// Words of letters and digits, with ASCII letters in lower case: SQLite's default.
  public static let simple = FTS4Tokenizer(components: ["simple"])

  /// Like `simple`, with English words reduced to their stem.
  public static let porter = FTS4Tokenizer(components: ["porter"])

  /// Words as Unicode defines them, ignoring case.
  ///
  /// - Parameters:
  ///   - removesDiacritics: Whether “é” is found by “e”.
  ///   - separators: Further characters that separate words.
  ///   - tokenCharacters: Further characters that belong to words.
  public static func unicode61(
    removesDiacritics: Bool = true,
    separators: Set<Character> = [],
    tokenCharacters: Set<Character> = []
  ) -> FTS4Tokenizer {
    unicode61(removesDiacritics ? [] : ["remove_diacritics=0"], separators, tokenCharacters)
  }

  /// Words as Unicode defines them, ignoring case.
  ///
  /// - Parameters:
  ///   - diacritics: How diacritics are treated.
  ///   - separators: Further characters that separate words.
  ///   - tokenCharacters: Further characters that belong to words.
  public static func unicode61(
    diacritics: FTS5TokenizerDescriptor.Diacritics,
    separators: Set<Character> = [],
    tokenCharacters: Set<Character> = []
  ) -> FTS4Tokenizer {
    unicode61(["remove_diacritics=\(diacritics.rawValue)"], separators, tokenCharacters)
  }

  private static func unicode61(
    _ options: [String],
    _ separators: Set<Character>,
    _ tokens: Set<Character>
  ) -> FTS4Tokenizer {
    var components = ["unicode61"] + options
    // Sorted, so that a definition always gives the same SQL.
    if !separators.isEmpty { components.append("separators=" + String(separators.sorted())) }
    if !tokens.isEmpty { components.append("tokenchars=" + String(tokens.sorted())) }
    return FTS4Tokenizer(components: components)
  }

  /// The argument of the module: `tokenize=unicode61 "tokenchars=-"`.
  var text: String {
    let arguments = components.dropFirst().map { $0.quoted(by: "\"") }
    return "tokenize=" + (components.prefix(1) + arguments).joined(separator: " ")
  }
}
