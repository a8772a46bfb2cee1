/// A snippet: a program, of which documents show parts.
///
/// What stands between `snippet.hide` and `snippet.show` is never shown. A slice goes from `snippet.NAME` to
/// `snippet.end`, or to the next slice.
struct SnippetText {
  /// The lines that are shown.
  let shown: String
  /// The slices, by their names.
  let slices: [String: String]

  init(_ text: String) {
    var isShown = true
    var sliceName: Substring?
    var lines: [Substring] = []
    var linesOfSlice: [String: [Substring]] = [:]
    // The first line says what the snippet is of.
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst() {
      switch Self.mark(in: line) {
      case "hide": isShown = false
      case "show": isShown = true
      case "end": sliceName = nil
      case .some(let name):
        sliceName = name
        linesOfSlice[String(name)] = []
      case nil:
        guard isShown else { continue }
        lines.append(line)
        if let sliceName { linesOfSlice[String(sliceName)]?.append(line) }
      }
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    shown = lines.joined(separator: "\n")
    slices = linesOfSlice.mapValues { $0.joined(separator: "\n") }
  }

  private static func mark(in line: Substring) -> Substring? {
    let start = "// snippet."
    let comment = line.drop(while: \.isWhitespace)
    return comment.hasPrefix(start) ? comment.dropFirst(start.count) : nil
  }
}
