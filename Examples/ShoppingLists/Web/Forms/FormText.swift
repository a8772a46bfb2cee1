import Foundation

/// Functions that clean and check typed text.
enum FormText {
  /// Returns a text as one line, without surrounding white space.
  ///
  /// - Throws: ``FormProblem`` if the text is empty or too long.
  static func line(
    _ text: String?,
    _ field: String,
    _ name: String,
    limit: Int
  ) throws(FormProblem) -> String {
    let line = kept(text ?? "") { $0.properties.generalCategory != .control }
    guard !line.isEmpty else { throw FormProblem(field, "\(name) is missing.") }
    return try limited(line, field, name, limit)
  }

  /// Returns a text of several lines, which may be empty.
  ///
  /// - Throws: ``FormProblem`` if the text is too long.
  static func lines(
    _ text: String?,
    _ field: String,
    _ name: String,
    limit: Int
  ) throws(FormProblem) -> String {
    // Browsers send line breaks as CR LF.
    let lines = (text ?? "").replacing("\r\n", with: "\n")
    let kept = kept(lines) { $0 == "\n" || $0.properties.generalCategory != .control }
    return try limited(kept, field, name, limit)
  }

  /// Returns the key that a form contains, or a new key if it contains none.
  ///
  /// - Throws: ``FormProblem`` if the key is not a UUID.
  static func key(_ text: String?, _ field: String) throws(FormProblem) -> String {
    guard let text, !text.isEmpty else { return UUID().uuidString }
    guard let key = UUID(uuidString: text) else { throw FormProblem(field, "The key is no UUID.") }
    return key.uuidString
  }

  private static func kept(_ text: String, _ isKept: (Unicode.Scalar) -> Bool) -> String {
    let scalars = text.unicodeScalars.map { isKept($0) ? Character($0) : " " }
    return String(scalars).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func limited(
    _ text: String,
    _ field: String,
    _ name: String,
    _ limit: Int
  ) throws(FormProblem) -> String {
    guard text.count <= limit else {
      throw FormProblem(field, "\(name) has more than \(limit) characters. Shorten it.")
    }
    return text
  }
}
