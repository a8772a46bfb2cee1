import PostgreSQL
import PostgreSQLDatabase

extension PostgresError {
  /// What happened, for whoever types commands: without the values that the server may quote.
  var messageOfCommand: String {
    switch code {
    case .readOnlyTransaction: "The statement writes. Give --write to let it."
    case .queryCanceled: "The statement was cancelled: \(message)"
    default: sentence
    }
  }

  /// The message on one line, with a full stop: where there is no connection it has several.
  private var sentence: String {
    let text = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return [".", "?", "!", ")"].contains(where: text.hasSuffix) ? text : text + "."
  }

  /// The place in the SQL, and what the server advises.
  var detailsOfCommand: [Line] {
    let place = sql.flatMap { sql in
      position.map { SQLExcerpt(sql: sql, offset: Self.byteOffset(of: $0, in: sql)).lines }
    }
    return (place ?? []) + (hint.map { [Line("Hint: \($0)")] } ?? [])
  }

  /// The server counts code points; an excerpt counts bytes.
  private static func byteOffset(of position: Int, in sql: String) -> Int {
    sql.unicodeScalars.prefix(position).reduce(0) { $0 + UTF8.width($1) }
  }
}

extension PostgresDatabaseError {
  /// What happened, for whoever types commands.
  var messageOfCommand: String {
    let reason = underlying.map { " \($0.messageOfCommand)" } ?? ""
    return code == .transactionLeftOpen
      ? "A transaction was open at the end, and was rolled back. End it with COMMIT."
      : message + reason
  }
}
