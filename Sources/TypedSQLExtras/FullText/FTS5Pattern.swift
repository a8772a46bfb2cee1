public import DatabaseTypes
import TypedSQL

/// Queries of FTS5 made of text that a person typed.
///
/// In a query words such as `OR` and characters such as `-` and `"` have a meaning, and a query with a mistake in it is
/// an error. Here each word is quoted, so any text is a query.
///
/// ```swift
/// ReminderText.where { $0.match(FTS5Pattern.allWords(of: searchText, lastIsPrefix: true)) }
/// // … WHERE ("reminderTexts" MATCH '"buy" "mil" *')
/// ```
///
/// Or as a value, which there is none of where a text has no words:
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

  /// Rows that have all words of a text, in any order; `nil` where it has none.
  public init?(matchingAllTokensIn text: String) {
    self.init(text.tokens) { $0.map(Self.phrase).joined(separator: " ") }
  }

  /// Rows that have any of the words of a text; `nil` where it has none.
  public init?(matchingAnyTokenIn text: String) {
    self.init(text.tokens) { $0.map(Self.phrase).joined(separator: " OR ") }
  }

  /// Rows that have words beginning with each word of a text, in any order; `nil` where it has none.
  public init?(matchingAllPrefixesIn text: String) {
    self.init(text.tokens) { $0.map { Self.phrase($0) + " *" }.joined(separator: " ") }
  }

  /// Rows that have the words of a text one directly after the other; `nil` where it has none.
  public init?(matchingPhrase text: String) {
    self.init(text.tokens) { Self.phrase($0.joined(separator: " ")) }
  }

  /// Rows of which a column begins with the words of a text; `nil` where it has none.
  public init?(matchingPrefixPhrase text: String) {
    self.init(text.tokens) { "^ " + Self.phrase($0.joined(separator: " ")) }
  }
}

extension FTS5Pattern: DatabaseValueConvertible {
  /// The query as text.
  public var databaseValue: DatabaseValue { .text(rawPattern) }

  /// Makes a pattern of the text of a query, which is not checked.
  public init(databaseValue: DatabaseValue) throws(ConversionFailure) {
    rawPattern = try String(databaseValue: databaseValue)
  }
}

extension String {
  /// Its words: letters, digits and what belongs to them, as SQLite's tokenizers divide text.
  package var tokens: [String] {
    split { !($0.isLetter || $0.isNumber) }.map(String.init)
  }
}

extension FTS5Pattern {
  /// Rows that have all words of a text; none where it has no words.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - lastIsPrefix: Whether the last word may be the beginning of one, as while it is being typed.
  public static func allWords(
    of text: some StringProtocol,
    lastIsPrefix: Bool = false
  ) -> String { words(of: text, joinedBy: " ", lastIsPrefix: lastIsPrefix) }

  /// Rows that have any of the words of a text; none where it has no words.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - lastIsPrefix: Whether the last word may be the beginning of one, as while it is being typed.
  public static func anyWord(
    of text: some StringProtocol,
    lastIsPrefix: Bool = false
  ) -> String { words(of: text, joinedBy: " OR ", lastIsPrefix: lastIsPrefix) }

  /// Rows that have the words of a text in their order, one directly after the other.
  public static func phrase(_ text: some StringProtocol) -> String {
    var phrase = "\""
    for scalar in text.unicodeScalars {
      // A query ends at a NUL.
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

  /// The name of a column in a query, quoted where it is no word.
  static func column(_ name: String) -> String {
    let isWord = name.unicodeScalars.allSatisfy { scalar in
      scalar.value > 127 || scalar == "_" || ("0"..."9").contains(scalar)
        || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }
    return isWord && !["AND", "OR", "NOT", "NEAR"].contains(name) ? name : phrase(name)
  }
}
