import PostgreSQL

extension PostgresError {
  /// The message on one line, with a full stop; without a connection it has several.
  package var sentence: String {
    let text = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return [".", "?", "!", ")"].contains(where: text.hasSuffix) ? text : text + "."
  }
}
