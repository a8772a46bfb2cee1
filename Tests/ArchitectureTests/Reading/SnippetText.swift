/// A program of which documents show parts.
///
/// The lines between `snippet.hide` and `snippet.show` are never shown. A slice extends from
/// `snippet.NAME` to `snippet.end`, or to the next slice. As in SwiftPM, it loses the indentation
/// that its lines share, and the blank lines around it.
struct SnippetText {
  /// The whole program but for its first line, which says what it is about.
  let shown: String
  /// The slices, by their names.
  let slices: [String: String]

  init(_ text: String) {
    var isShown = true
    var sliceName: Substring?
    var lines: [Substring] = []
    var linesOfSlice: [String: [Substring]] = [:]
    // The first line says what the snippet shows.
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
    shown = Self.block(of: lines)
    slices = linesOfSlice.mapValues(Self.block)
  }

  /// The lines without what surrounds them: blank lines, and the indentation that they share.
  private static func block(of lines: [Substring]) -> String {
    let isBlank = { (line: Substring) in line.allSatisfy(\.isWhitespace) }
    let indentation =
      lines.filter { !isBlank($0) }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    var lines = lines.drop(while: isBlank)
    while let last = lines.last, isBlank(last) { lines.removeLast() }
    return lines.map { $0.dropFirst(indentation) }.joined(separator: "\n")
  }

  private static func mark(in line: Substring) -> Substring? {
    let start = "// snippet."
    let comment = line.drop(while: \.isWhitespace)
    return comment.hasPrefix(start) ? comment.dropFirst(start.count) : nil
  }
}
