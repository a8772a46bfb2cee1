import WebServer

/// A text of SQL that the page wants to be run.
struct SQLRequest: Decodable, Sendable {
  var subscription: String
  var sql: String
  /// Whether the results of queries follow every commit.
  var live: Bool?
  /// The maximum number of rows of a result that are shown.
  var limit: Int?
  /// The number of the request, which its events repeat.
  var request: Int?

  /// The maximum number of characters of a text.
  static let longest = 100_000
  /// The maximum number of rows that are shown.
  static let maxRows = 10_000

  var rowLimit: Int { min(max(limit ?? 1_000, 1), Self.maxRows) }

  /// Checks the length of a text.
  ///
  /// - Throws: `RequestError` if it is too long.
  static func checkLength(of sql: String) throws(RequestError) {
    guard sql.utf8.count <= longest * 4, sql.unicodeScalars.count <= longest else {
      throw RequestError(413, "The text has more than 100,000 characters. Run it in parts.")
    }
  }

  /// The error for a text without a statement.
  static let noStatement = RequestError(400, "There is no statement in the text.")
}
