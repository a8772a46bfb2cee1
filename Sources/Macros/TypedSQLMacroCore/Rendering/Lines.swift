/// Lines of source text, built one by one.
struct Lines: Equatable {
  var lines: [String]

  init(_ lines: [String] = []) {
    self.lines = lines
  }

  /// Creates a head followed by lines in braces.
  init(_ head: String, @LinesBuilder body: () -> Lines) {
    lines = ["\(head) {"] + body().indented.lines + ["}"]
  }

  init(@LinesBuilder _ body: () -> Lines) {
    self = body()
  }

  /// The lines, indented by two spaces except for empty ones.
  var indented: Lines {
    Lines(lines.map { $0.isEmpty ? $0 : "  " + $0 })
  }

  /// The lines with a comma at the end of each except the last.
  var separatedByCommas: Lines {
    Lines(lines.dropLast().map { $0 + "," } + lines.suffix(1))
  }

  var text: String { lines.joined(separator: "\n") }
}

/// A result builder for lines, from texts, each of which may have several lines, and from lines.
@resultBuilder enum LinesBuilder {
  static func buildExpression(_ text: String) -> Lines {
    // A text that contains line breaks, such as a default value, keeps them, because it may contain
    // a string.
    Lines([text])
  }

  static func buildExpression(_ texts: [String]) -> Lines { Lines(texts) }
  static func buildExpression(_ lines: Lines) -> Lines { lines }
  static func buildBlock(_ parts: Lines...) -> Lines { Lines(parts.flatMap(\.lines)) }
  static func buildArray(_ parts: [Lines]) -> Lines { Lines(parts.flatMap(\.lines)) }
  static func buildOptional(_ part: Lines?) -> Lines { part ?? Lines() }
  static func buildEither(first: Lines) -> Lines { first }
  static func buildEither(second: Lines) -> Lines { second }
}
