import SQLiteDatabase
import SQLiteTools

/// The problem with a statement, in a sentence without bound values and paths.
struct SQLMessage: Sendable, Hashable {
  let text: String

  /// - Parameters:
  ///   - error: The error that was thrown.
  ///   - part: The statement, as a part of the text that a user wrote.
  ///   - whole: The whole text.
  ///   - refused: The action that the statement has no permission for.
  init(_ error: any Error, of part: SplitStatements.Part, in whole: String, refused: String?) {
    if let refused {
      text = "\(refused) is not allowed: \(SQLSentence.readOnly)"
      return
    }
    switch error {
    case let error as TimeLimitReached: text = SQLSentence.tooLong(error.limit)
    case is CancellationError: text = SQLSentence.cancelled
    case let error as DatabaseError where error.code == .readOnly:
      text = "It writes, but " + SQLSentence.readOnly
    case let error as DatabaseError:
      text = error.explanation + Self.place(error.offset, in: error.sql, of: part, in: whole)
    default: text = "\(error)"
    }
  }

  /// The position of the error in the whole text.
  private static func place(
    _ offset: Int?,
    in sql: String?,
    of part: SplitStatements.Part,
    in whole: String
  ) -> String {
    guard let offset, let sql, sql.hasPrefix(part.sql) || part.sql.hasPrefix(sql),
      offset <= part.sql.utf8.count
    else { return "" }
    return SQLSentence.place(part.offset + offset, in: whole)
  }
}
