/// What divides text into words, in a full-text table of FTS3 or FTS4.
///
/// https://www.sqlite.org/fts3.html#tokenizer
public struct FTS4Tokenizer: Sendable, Hashable {
  /// The name of the tokenizer, and its arguments.
  public let components: [String]

  /// Makes a tokenizer that has no name here.
  public init(components: [String]) { self.components = components }

  /// Words of letters and digits, in small letters where they are of ASCII: what SQLite takes unless told otherwise.
  public static let simple = FTS4Tokenizer(components: ["simple"])

  /// The same, with English words brought to their stem.
  public static let porter = FTS4Tokenizer(components: ["porter"])

  /// Words as Unicode has them, whatever the case of their letters.
  ///
  /// - Parameters:
  ///   - removesDiacritics: Whether “é” is found by “e”.
  ///   - separators: Characters that divide words besides.
  ///   - tokenCharacters: Characters that belong to words besides.
  public static func unicode61(
    removesDiacritics: Bool = true,
    separators: Set<Character> = [],
    tokenCharacters: Set<Character> = []
  ) -> FTS4Tokenizer {
    unicode61(removesDiacritics ? [] : ["remove_diacritics=0"], separators, tokenCharacters)
  }

  /// Words as Unicode has them, whatever the case of their letters.
  ///
  /// - Parameters:
  ///   - diacritics: What becomes of the marks above and below letters.
  ///   - separators: Characters that divide words besides.
  ///   - tokenCharacters: Characters that belong to words besides.
  public static func unicode61(
    diacritics: FullTextTokenizer.Diacritics,
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
    // In an order, so that one definition is always one SQL.
    if !separators.isEmpty { components.append("separators=" + String(separators.sorted())) }
    if !tokens.isEmpty { components.append("tokenchars=" + String(tokens.sorted())) }
    return FTS4Tokenizer(components: components)
  }

  /// The argument of the module: `tokenize=unicode61 "tokenchars=-"`.
  var text: String {
    let arguments = components.dropFirst().map { argument in
      "\"" + argument.replacing("\"", with: "\"\"") + "\""
    }
    return "tokenize=" + (components.prefix(1) + arguments).joined(separator: " ")
  }
}
