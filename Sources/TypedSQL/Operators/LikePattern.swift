/// Patterns of `LIKE` made of text that a person typed.
///
/// In a pattern `%` and `_` stand for other characters. Here those in the text stand for themselves, by a backslash
/// before them, which has to be the operator's escape.
///
/// ```swift
/// Reminder.where { $0.title.like(LikePattern.containing(searchText), escape: "\\") }
/// // … WHERE ("reminders"."title" LIKE '%100\%%' ESCAPE '\')
/// ```
public enum LikePattern {
  /// Texts that contain a text.
  public static func containing(_ text: some StringProtocol) -> String {
    "%" + escaping(text) + "%"
  }

  /// Texts that start with a text.
  public static func startingWith(_ text: some StringProtocol) -> String { escaping(text) + "%" }

  /// Texts that end with a text.
  public static func endingWith(_ text: some StringProtocol) -> String { "%" + escaping(text) }

  /// A text in which `%`, `_` and the escape stand for themselves, to be part of a pattern.
  ///
  /// - Parameters:
  ///   - text: What was typed.
  ///   - escape: The character that the operator is told.
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
