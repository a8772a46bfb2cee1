/// A Swift source, which gives the rules its code without comments and multi-line strings.
struct SourceText {
  let path: String
  /// The lines of code, in order; lines of comments and of multi-line strings are empty.
  let lines: [Substring]

  init(path: String, text: String) {
    self.path = path
    var isInString = false
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let quotes = line.matches(of: /"""/).count
      defer { if !quotes.isMultiple(of: 2) { isInString.toggle() } }
      if isInString || line.drop(while: \.isWhitespace).hasPrefix("//") { return "" }
      return line
    }
  }

  /// The folders that the file is in.
  var folders: [Substring] { path.split(separator: "/").dropLast() }

  /// The lines with their numbers, from 1.
  var numberedLines: [(number: Int, line: Substring)] {
    lines.enumerated().map { ($0 + 1, $1) }
  }

  /// The modules that the source imports, each with its line.
  var imports: [(module: String, line: Int)] {
    let pattern = /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:\w+\s+)?import\s+(?:\w+\s+)?(\w+)/
    return numberedLines.compactMap { number, line in
      (try? pattern.firstMatch(in: line)).map { (String($0.1), number) }
    }
  }
}
