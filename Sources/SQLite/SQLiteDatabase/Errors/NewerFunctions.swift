import DatabaseTypes

/// The SQLite functions that are newer than the oldest supported version.
///
/// https://www.sqlite.org/changes.html
enum NewerFunctions {
  /// The functions that only SQL text calls; those of the library are declared as `SQLFunction`.
  private static let inText: [String: SQLiteVersion] = [
    "timediff": SQLiteVersion(43), "concat": SQLiteVersion(44), "concat_ws": SQLiteVersion(44),
    "string_agg": SQLiteVersion(44), "json_pretty": SQLiteVersion(46), "if": SQLiteVersion(48),
    "unistr": SQLiteVersion(50), "unistr_quote": SQLiteVersion(50),
    "jsonb_tree": SQLiteVersion(51),
  ]

  /// Other features of later versions, by the beginning of the message of earlier ones.
  private static let others: [(message: String, version: SQLiteVersion, what: String)] =
    [
      (
        "near \"ORDER\": syntax error", SQLiteVersion(44),
        " `ORDER BY` among the arguments of a function"
      ),
      (
        "wrong number of arguments to function iif()", SQLiteVersion(48),
        " `iif` with two arguments"
      ),
      (
        "wrong number of arguments to function json_valid()", SQLiteVersion(45),
        " `json_valid` with two arguments"
      ),
    ]

  /// Returns advice for an error that a later version of SQLite would not report, or `nil`.
  static func advice(for message: String, version library: String, number: Int) -> String? {
    if let version = version(for: message) {
      return " It needs SQLite \(version); this is \(library)."
    }
    for other in others where message.hasPrefix(other.message) && number < other.version.number {
      return "\(other.what) needs SQLite \(other.version); this is \(library)."
    }
    return nil
  }

  /// Returns the version that introduced the function or table-valued function that is missing.
  private static func version(for message: String) -> SQLiteVersion? {
    for prefix in ["no such function: ", "no such table: "] where message.hasPrefix(prefix) {
      let name = message.dropFirst(prefix.count).lowercased()
      return SQLFunction.firstVersion(of: name) ?? inText[name]
    }
    return nil
  }
}
