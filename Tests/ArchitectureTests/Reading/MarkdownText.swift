/// A Markdown document, of which the rules see the prose, and apart from it the blocks of code.
struct MarkdownText {
  let path: String
  private let prose: [(number: Int, line: Substring)]
  /// The blocks of code.
  let blocks: [Block]

  /// A block of code, without its fences.
  struct Block {
    /// The line of its first fence.
    let line: Int
    /// What stands behind that fence.
    let language: String
    fileprivate(set) var lines: [Substring] = []
  }

  init(path: String, text: String) {
    self.path = path
    var isInBlock = false
    var prose: [(number: Int, line: Substring)] = []
    var blocks: [Block] = []
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let trimmed = line.drop(while: \.isWhitespace)
      if trimmed.hasPrefix("```") {
        isInBlock.toggle()
        let language = String(trimmed.drop { $0 == "`" })
        if isInBlock { blocks.append(Block(line: index + 1, language: language)) }
      } else if isInBlock {
        blocks[blocks.count - 1].lines.append(line)
      } else {
        prose.append((index + 1, line))
      }
    }
    self.prose = prose
    self.blocks = blocks
  }

  /// The blocks of code, as text.
  var codeBlocks: [String] { blocks.map { $0.lines.joined(separator: "\n") } }

  /// The lines that begin with an at sign, which tell DocC what to do.
  var directives: [(text: Substring, line: Int)] {
    prose.filter { $0.line.hasPrefix("@") }.map { (text: $0.line, line: $0.number) }
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
