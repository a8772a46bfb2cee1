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
public enum FTS5Pattern {
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
