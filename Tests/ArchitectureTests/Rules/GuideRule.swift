/// The Swift code of a guide is compiled: it comes from snippets, which exist.
struct GuideRule {
  /// The snippets, by their names.
  let snippets: [String: SnippetText]
  private let package = "LiveSQL/Snippets/"

  func complaints(about guide: MarkdownText) throws -> [Complaint] {
    let ofBlocks = guide.blocks.filter { $0.language == "swift" || $0.language.isEmpty }.map {
      Complaint(path: guide.path, line: $0.line, message: "has code that is not from a snippet")
    }
    return ofBlocks
      + guide.directives.compactMap { directive, line in
        problem(of: directive).map { Complaint(path: guide.path, line: line, message: $0) }
      }
  }

  private func problem(of directive: Substring) -> String? {
    guard let match = directive.wholeMatch(of: /@Snippet\(path: "([^"]+)", slice: "([^"]+)"\)/)
    else { return "has a directive that names no snippet and slice: \(directive)" }
    let (path, slice) = (match.1, String(match.2))
    guard path.hasPrefix(package), let snippet = snippets[String(path.dropFirst(package.count))]
    else { return "shows the snippet \(path), which is missing" }
    guard let code = snippet.slices[slice], code.contains(/\S/) else {
      return "shows the slice \(slice) of \(path), which is missing or empty"
    }
    return nil
  }
}
