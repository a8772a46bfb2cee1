/// A snippet: a program, of which a document shows the parts between `snippet.show` and `snippet.hide`.
struct SnippetText {
  /// The lines that are shown.
  let shown: String

  init(_ text: String) {
    var isShown = true
    var lines: [Substring] = []
    // The first line says what the snippet is of.
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst() {
      switch line.drop(while: \.isWhitespace) {
      case "// snippet.hide": isShown = false
      case "// snippet.show": isShown = true
      default: if isShown { lines.append(line) }
      }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    shown = lines.joined(separator: "\n")
  }
}
