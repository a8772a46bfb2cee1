public import DatabaseTypes
import TypedSQL

/// An FTS5 query made from text that a user typed.
///
/// Words such as `OR` and characters such as `-` and `"` have a meaning in a query, and a query
/// with a mistake is an error. These functions quote each word, so any text becomes a query.
///
/// ```swift
/// ReminderText.where { $0.match(FTS5Pattern.allWords(of: searchText, lastIsPrefix: true)) }
/// // … WHERE ("reminderTexts" MATCH '"buy" "mil" *')
/// ```
///
/// A pattern can also be a value, which is `nil` for a text without words:
///
/// ```swift
/// let pattern = FTS5Pattern(matchingAllPrefixesIn: searchText)   // FTS5Pattern?
/// let documents = try Document.matching(pattern).fetchAll(db)    // none for nil
/// ```
public struct FTS5Pattern: Sendable, Hashable {
  /// The query.
  public let rawPattern: String

  package init(checked rawPattern: String) { self.rawPattern = rawPattern }

  private init?(_ tokens: [String], _ pattern: ([String]) -> String) {
    if tokens.isEmpty { return nil }
    rawPattern = pattern(tokens)
  }

  /// Creates a query for rows that contain all words of a text, in any order, or `nil` for no
  /// words.
  public init?(matchingAllTokensIn text: String) {
    self.init(text.tokens) { $0.map(Self.phrase).joined(separator: " ") }
  }

  /// Creates a query for rows that contain any word of a text, or `nil` for no words.
  public init?(matchingAnyTokenIn text: String) {
    self.init(text.tokens) { $0.map(Self.phrase).joined(separator: " OR ") }
  }

  /// Creates a query for rows with words that begin with each word of a text, or `nil` for no
  /// words.
  ///
  /// The words may be in any order.
  public init?(matchingAllPrefixesIn text: String) {
    self.init(text.tokens) { $0.map { Self.phrase($0) + " *" }.joined(separator: " ") }
  }

  /// Creates a query for rows that contain a text's words one directly after another, or `nil` for
  /// no words.
  public init?(matchingPhrase text: String) {
    self.init(text.tokens) { Self.phrase($0.joined(separator: " ")) }
  }

  /// Creates a query for rows in which a column begins with a text's words, or `nil` for no words.
  public init?(matchingPrefixPhrase text: String) {
    self.init(text.tokens) { "^ " + Self.phrase($0.joined(separator: " ")) }
  }
}

extension FTS5Pattern: DatabaseValueConvertible {
  /// The query as text.
  public var databaseValue: DatabaseValue { .text(rawPattern) }

  /// Creates a pattern from the text of a query, which is not checked.
  public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    rawPattern = try String(databaseValue: databaseValue)
  }
}

extension String {
  /// The words, which consist of letters, digits and their combining marks, as SQLite's tokenizers
  /// divide text.
  package var tokens: [String] {
    split { !($0.isLetter || $0.isNumber) }.map(String.init)
  }
}

extension FTS5Pattern {
  /// Returns a query for rows that contain all words of a text; without words, it matches none.
  ///
  /// - Parameters:
  ///   - text: The text that the user typed.
  ///   - lastIsPrefix: Whether the last word may be the beginning of a word, as while it is being
  ///     typed.
  public static func allWords(
    of text: some StringProtocol,
    lastIsPrefix: Bool = false
  ) -> String { words(of: text, joinedBy: " ", lastIsPrefix: lastIsPrefix) }

  /// Returns a query for rows that contain any word of a text; without words, it matches none.
  ///
  /// - Parameters:
  ///   - text: The text that the user typed.
  ///   - lastIsPrefix: Whether the last word may be the beginning of a word, as while it is being
  ///     typed.
  public static func anyWord(
    of text: some StringProtocol,
    lastIsPrefix: Bool = false
  ) -> String { words(of: text, joinedBy: " OR ", lastIsPrefix: lastIsPrefix) }

  /// Returns a query for rows that contain a text's words in order, one directly after another.
  public static func phrase(_ text: some StringProtocol) -> String {
    var phrase = "\""
    for scalar in text.unicodeScalars {
      // A NUL would end the query.
      phrase.unicodeScalars.append(scalar == "\0" ? " " : scalar)
      if scalar == "\"" { phrase.unicodeScalars.append(scalar) }
    }
    return phrase + "\""
  }

  private static func words(
    of text: some StringProtocol,
    joinedBy separator: String,
    lastIsPrefix: Bool
  ) -> String {
    let words = String(text).split { $0.isWhitespace || $0 == "\0" }
    guard !words.isEmpty else { return phrase("") }
    return words.map(phrase).joined(separator: separator) + (lastIsPrefix ? " *" : "")
  }

  /// Returns the name of a column in a query, quoted if it is not a word.
  static func column(_ name: String) -> String {
    let isWord = name.unicodeScalars.allSatisfy { scalar in
      scalar.value > 127 || scalar == "_" || ("0"..."9").contains(scalar)
        || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }
    return isWord && !["AND", "OR", "NOT", "NEAR"].contains(name) ? name : phrase(name)
  }
}
