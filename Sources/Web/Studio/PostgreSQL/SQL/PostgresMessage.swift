import PostgreSQL
import PostgreSQLDatabase

/// The problem with a statement on PostgreSQL, in a sentence without bound values.
struct PostgresMessage: Sendable, Hashable {
  let text: String

  /// - Parameters:
  ///   - error: The error that was thrown.
  ///   - part: The statement, as a part of the text that a user wrote.
  ///   - whole: The whole text.
  ///   - limit: The time limit of a statement.
  init(_ error: any Error, of part: PostgresPart, in whole: String, within limit: Duration) {
    switch error {
    case let error as TimeLimitReached: text = SQLSentence.tooLong(error.limit)
    case is CancellationError: text = SQLSentence.cancelled
    case let error as PostgresError where error.isCancellation: text = SQLSentence.tooLong(limit)
    case let error as PostgresError where error.code == .readOnlyTransaction:
      text = "It writes, but " + SQLSentence.readOnly
    case let error as PostgresError:
      text = error.studioSentence + Self.place(error, of: part, in: whole)
    case let error as PostgresDatabaseError: text = error.studioSentence
    default: text = "\(error)"
    }
  }

  /// The position of the error in the whole text; the server counts code points.
  private static func place(_ error: PostgresError, of part: PostgresPart, in whole: String)
    -> String
  {
    guard let position = error.position, error.sql == part.sql else { return "" }
    let bytes = part.sql.unicodeScalars.prefix(position).reduce(0) { $0 + UTF8.width($1) }
    return SQLSentence.place(part.offset + bytes, in: whole)
  }
}
