/// `LIKE` patterns for text that a user typed.
///
/// In a pattern, `%` and `_` stand for other characters. These functions put a backslash before
/// those in the text, so that they stand for themselves. Pass the backslash to the operator as its
/// escape character.
///
/// ```swift
/// Reminder.where { $0.title.like(LikePattern.containing(searchText), escape: "\\") }
/// // … WHERE ("reminders"."title" LIKE '%100\%%' ESCAPE '\')
/// ```
public enum LikePattern {
  /// Returns a pattern that matches texts containing a text.
  public static func containing(_ text: some StringProtocol) -> String {
    "%" + escaping(text) + "%"
  }

  /// Returns a pattern that matches texts starting with a text.
  public static func startingWith(_ text: some StringProtocol) -> String { escaping(text) + "%" }

  /// Returns a pattern that matches texts ending with a text.
  public static func endingWith(_ text: some StringProtocol) -> String { "%" + escaping(text) }

  /// Escapes `%`, `_` and the escape character of a text that becomes part of a pattern.
  ///
  /// - Parameters:
  ///   - text: The text that the user typed.
  ///   - escape: The escape character that the operator is given.
  public static func escaping(
    _ text: some StringProtocol,
    with escape: Unicode.Scalar = "\\"
  ) -> String {
    var pattern = ""
    for scalar in text.unicodeScalars {
      if scalar == "%" || scalar == "_" || scalar == escape {
        pattern.unicodeScalars.append(escape)
      }
      pattern.unicodeScalars.append(scalar)
    }
    return pattern
  }
}
