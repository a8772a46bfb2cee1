/// A word of SQL.
struct SQLWord: Equatable {
  private let letters: [Character]

  init(_ word: some StringProtocol) {
    letters = Array(word.uppercased())
  }

  /// Whether a text that begins with it can only be a statement.
  var beginsStatementsOnly: Bool { Self.statementWords.contains(self) }

  /// Whether it is a word that begins statements, even if a letter is missing, added or wrong.
  var isLikeStatementWord: Bool {
    letters.count > 3
      && (Self.statementWords + Self.sharedWords).contains { $0.isLike(self) }
  }

  private func isLike(_ other: SQLWord) -> Bool {
    let start = zip(letters, other.letters).prefix { $0 == $1 }.count
    let end = zip(letters.reversed(), other.letters.reversed()).prefix { $0 == $1 }.count
    let longer = max(letters.count, other.letters.count)
    return abs(letters.count - other.letters.count) <= 1 && start + end >= longer - 1
  }

  private static let statementWords = [
    "ALTER", "ANALYZE", "ATTACH", "COMMIT", "CREATE", "DETACH", "DROP", "EXPLAIN", "PRAGMA",
    "REINDEX", "RELEASE", "SAVEPOINT", "SELECT", "VACUUM",
  ].map { SQLWord($0) }

  /// Words that begin statements, but also triggers, rows or clauses.
  private static let sharedWords = [
    "BEGIN", "DELETE", "INSERT", "REPLACE", "ROLLBACK", "UPDATE", "VALUES", "WITH",
  ].map { SQLWord($0) }
}
