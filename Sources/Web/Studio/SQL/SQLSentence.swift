/// The sentences about statements that did not run to their end.
enum SQLSentence {
  static let cancelled = "Cancelled."
  static let readOnly = "the database is open for reading. Start the studio with --write."

  static func tooLong(_ limit: Duration) -> String {
    let seconds = limit / .seconds(1)
    let text = Int(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
    return "It was stopped after \(text) s, the time that a statement may take."
  }

  /// Returns the line and column of a byte in a text.
  static func place(_ offset: Int, in whole: String) -> String {
    let before = String(decoding: whole.utf8.prefix(offset), as: UTF8.self)
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    return " (line \(lines.count), column \((lines.last?.count ?? 0) + 1))"
  }
}
