/// A Markdown document, of which the rules see the prose, and apart from it the blocks of code.
struct MarkdownText {
  let path: String
  private let prose: [(number: Int, line: Substring)]
  /// The blocks of code, without their fences.
  let codeBlocks: [String]

  init(path: String, text: String) {
    self.path = path
    var isInBlock = false
    var prose: [(number: Int, line: Substring)] = []
    var blocks: [[Substring]] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if line.drop(while: \.isWhitespace).hasPrefix("```") {
        isInBlock.toggle()
        if isInBlock { blocks.append([]) }
      } else if isInBlock {
        blocks[blocks.count - 1].append(line)
      } else {
        prose.append((index + 1, line))
      }
    }
    self.prose = prose
    codeBlocks = blocks.map { $0.joined(separator: "\n") }
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
