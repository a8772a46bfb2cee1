import PostgreSQL
import PostgreSQLDatabase

extension PostgresError {
  /// The error for the page: without values, on one line, and with advice if there is any.
  var studioSentence: String {
    let text = message.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let sentence = text.isSentence ? text : text + "."
    guard let hint else { return sentence }
    return sentence + " " + (hint.isSentence ? hint : hint + ".")
  }

  /// The error of a statement that has parameters.
  static let hasParameters = PostgresError(
    code: .invalidParameterValue,
    message:
      "The statement has parameters, which have no values here. Write the values in its text."
  )

  /// Whether the server has cancelled it, because of its time limit or a request.
  var isCancellation: Bool { code == .queryCanceled }
}

extension PostgresDatabaseError {
  /// The error for the page.
  var studioSentence: String {
    underlying.map { "\(message) \($0.studioSentence)" } ?? message
  }
}

extension String {
  fileprivate var isSentence: Bool { [".", "?", "!", ")"].contains(where: hasSuffix) }
}
