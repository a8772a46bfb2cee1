/// A Markdown document, of which the rules see the prose but no block of code.
struct MarkdownText {
  let path: String
  private let prose: [(number: Int, line: Substring)]

  init(path: String, text: String) {
    self.path = path
    var isInBlock = false
    var prose: [(number: Int, line: Substring)] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if line.drop(while: \.isWhitespace).hasPrefix("```") {
        isInBlock.toggle()
      } else if !isInBlock {
        prose.append((index + 1, line))
      }
    }
    self.prose = prose
  }

  /// The folder of the document, with a slash at its end, or nothing at the root.
  var folder: String {
    path.contains("/") ? path.replacing(/[^\/]*$/, with: "") : ""
  }

  /// The targets of links that stay within the package, without their fragments.
  var relativeLinks: [(target: String, line: Int)] {
    prose.flatMap { number, line in
      line.replacing(/`[^`]*`/, with: "").matches(of: /\]\(([^)\s#]+)(?:#[^)\s]*)?\)/)
        .map { (target: String($0.1), line: number) }
        .filter { !$0.target.contains(":") }
    }
  }

  /// The paths named in code spans: those with a slash, and names of files.
  var paths: [(path: String, line: Int)] {
    prose.flatMap { number, line in
      line.matches(of: /`([\w.][\w.+\/-]*)`/).map { (path: String($0.1), line: number) }
        .filter { $0.path.contains("/") || $0.path.contains(/\.(swift|md|h|db)$/) }
    }
  }
}
