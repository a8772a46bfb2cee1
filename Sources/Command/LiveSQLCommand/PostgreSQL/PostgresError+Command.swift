import LiveSQLPostgres
import PostgreSQL
import PostgreSQLDatabase
import Terminal

extension PostgresError {
  /// The message for users of the command line, without values that the server may quote.
  var commandMessage: String {
    switch code {
    case .readOnlyTransaction where hint == nil:
      "The statement writes. Give --write to allow it."
    case .queryCanceled: "The statement was cancelled: \(message)"
    default: sentence
    }
  }

  /// The place in the SQL, and the server's hint.
  var detailsOfCommand: [Line] {
    let place = sql.flatMap { sql in
      position.map { SQLExcerpt(sql: sql, offset: Self.byteOffset(of: $0, in: sql)).lines }
    }
    return (place ?? []) + (hint.map { [Line("Hint: \($0)")] } ?? [])
  }

  /// Converts a position in code points, as the server counts, to bytes, as an excerpt does.
  private static func byteOffset(of position: Int, in sql: String) -> Int {
    sql.unicodeScalars.prefix(position).reduce(0) { $0 + UTF8.width($1) }
  }
}

extension PostgresDatabaseError {
  /// The message for users of the command line.
  var commandMessage: String {
    let reason = underlying.map { " \($0.commandMessage)" } ?? ""
    return code == .transactionLeftOpen
      ? CommandFailure.transactionLeftOpen.message : message + reason
  }
}
