/// The SQLite functions that are newer than the oldest supported version.
///
/// https://www.sqlite.org/changes.html
enum NewerFunctions {
  private static let versions: [(version: String, functions: Set<String>)] = [
    ("3.38", ["unixepoch", "format"]),
    ("3.41", ["unhex"]),
    ("3.42", ["json_error_position"]),
    ("3.43", ["octet_length", "timediff"]),
    ("3.44", ["concat", "concat_ws", "string_agg"]),
    (
      "3.45",
      [
        "jsonb", "jsonb_array", "jsonb_extract", "jsonb_insert", "jsonb_object", "jsonb_patch",
        "jsonb_remove", "jsonb_replace", "jsonb_set", "jsonb_group_array", "jsonb_group_object",
      ]
    ),
    ("3.46", ["json_pretty"]),
    ("3.48", ["if"]),
    ("3.50", ["unistr", "unistr_quote"]),
    ("3.51", ["jsonb_each", "jsonb_tree"]),
    ("3.53", ["json_array_insert", "jsonb_array_insert"]),
  ]

  /// Other features of later versions, by the beginning of the message of earlier ones.
  private static let others:
    [(message: String, version: (text: String, number: Int), what: String)] =
      [
        (
          "near \"ORDER\": syntax error", ("3.44", 3_044_000),
          " `ORDER BY` among the arguments of a function"
        ),
        (
          "wrong number of arguments to function iif()", ("3.48", 3_048_000),
          " `iif` with two arguments"
        ),
        (
          "wrong number of arguments to function json_valid()", ("3.45", 3_045_000),
          " `json_valid` with two arguments"
        ),
      ]

  /// Returns advice for an error that a later version of SQLite would not report, or `nil`.
  static func advice(for message: String, version library: String, number: Int) -> String? {
    if let version = version(for: message) {
      return " It needs SQLite \(version); this is \(library)."
    }
    for other in others where message.hasPrefix(other.message) && number < other.version.number {
      return "\(other.what) needs SQLite \(other.version.text); this is \(library)."
    }
    return nil
  }

  /// Returns the version that introduced the function or table-valued function that is missing.
  private static func version(for message: String) -> String? {
    for prefix in ["no such function: ", "no such table: "] where message.hasPrefix(prefix) {
      let name = message.dropFirst(prefix.count).lowercased()
      return versions.first { $0.functions.contains(name) }?.version
    }
    return nil
  }
}
