/// The rule that the Swift code of a guide is compiled: each block is part of a program in
/// `Snippets`, or of an example or a test.
///
/// The comment right above a block names the part. `Scripts/snippets` writes the block.
struct GuideRule {
  static let folders = ["Snippets/", "Examples/", "Tests/"]

  /// The text of a source at a path from the root of the package, if it exists.
  let source: (String) -> String?

  func complaints(about guide: MarkdownText) -> [Complaint] {
    let blocks = guide.blocks.filter { $0.language == "swift" || $0.language.isEmpty }
    let problems =
      blocks.map { (line: $0.line, problem: problem(of: $0)) }
      + guide.comments.filter { comment in
        !blocks.contains { $0.line == comment.line + 1 }
      }
      .map { (line: $0.line, problem: "has no block of code below this comment") }
      + guide.directives.map { (line: $0.line, problem: "has a directive: \($0.text)") }
    return problems.compactMap { line, problem in
      problem.map { Complaint(path: guide.path, line: line, message: $0) }
    }
  }

  private func problem(of block: MarkdownText.Block) -> String? {
    guard let comment = block.comment else { return "has code that is not from a snippet" }
    let parts = comment.split(separator: ": ", maxSplits: 1).map(String.init)
    guard Self.folders.contains(where: parts[0].hasPrefix),
      let snippet = source(parts[0]).map(SnippetText.init)
    else { return "shows the snippet \(parts[0]), which is missing" }
    guard let code = parts.count == 1 ? snippet.shown : snippet.slices[parts[1]], !code.isEmpty
    else { return "shows \(comment), which is missing or empty" }
    return block.lines.joined(separator: "\n") == code
      ? nil : "does not show what is in \(comment): run Scripts/snippets"
  }
}
