import WebServer

extension JSONText {
  /// An object whose members' values are already JSON.
  static func object(_ members: KeyValuePairs<String, String>) -> String {
    "{" + members.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  /// An array of values that are already JSON.
  static func array(_ values: some Sequence<String>) -> String {
    "[" + values.joined(separator: ",") + "]"
  }

  /// A string, or `null`.
  static func optional(_ text: String?) -> String { text.map { string($0) } ?? "null" }

  /// An array of strings.
  static func strings(_ texts: some Sequence<String>) -> String { array(texts.map { string($0) }) }
}

extension Duration {
  /// The milliseconds as JSON, with three digits after the point.
  var millisecondsJSON: String { "\((self / .microseconds(1)).rounded() / 1_000)" }
}
