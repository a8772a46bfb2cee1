/// Lines of source text, built one by one.
struct Lines: Equatable {
  var lines: [String]

  init(_ lines: [String] = []) {
    self.lines = lines
  }

  /// A head, braces, and lines between them.
  init(_ head: String, @LinesBuilder body: () -> Lines) {
    lines = ["\(head) {"] + body().indented.lines + ["}"]
  }

  init(@LinesBuilder _ body: () -> Lines) {
    self = body()
  }

  /// All lines but the empty ones, two spaces further to the right.
  var indented: Lines {
    Lines(lines.map { $0.isEmpty ? $0 : "  " + $0 })
  }

  /// The lines with a comma at the end of each but the last.
  var separatedByCommas: Lines {
    Lines(lines.dropLast().map { $0 + "," } + lines.suffix(1))
  }

  var text: String { lines.joined(separator: "\n") }
}

/// Builds lines from texts, each of which may be several lines, and from lines.
@resultBuilder enum LinesBuilder {
  static func buildExpression(_ text: String) -> Lines {
    // A text within which lines are broken, such as a default value, keeps them: it may hold a string.
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
