/// A Markdown document, which gives the rules its prose and, separately, its code blocks.
struct MarkdownText {
  let path: String
  private let prose: [(number: Int, line: Substring)]
  /// The code blocks.
  let blocks: [Block]

  /// A code block without its fences.
  struct Block {
    /// The line of its first fence.
    let line: Int
    /// The language after the first fence.
    let language: String
    /// The text of the comment right above the first fence, if any.
    let comment: String?
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
        guard isInBlock else { continue }
        let comment = index > 0 ? Self.comment(in: lines[index - 1]) : nil
        blocks.append(Block(line: index + 1, language: language, comment: comment))
      } else if isInBlock {
        blocks[blocks.count - 1].lines.append(line)
      } else {
        prose.append((index + 1, line))
      }
    }
    self.prose = prose
    self.blocks = blocks
  }

  /// The code blocks as text.
  var codeBlocks: [String] { blocks.map { $0.lines.joined(separator: "\n") } }

  /// The lines that begin with an at sign, which are directives for DocC.
  var directives: [(text: Substring, line: Int)] {
    prose.filter { $0.line.hasPrefix("@") }.map { (text: $0.line, line: $0.number) }
  }

  /// The comments that fill a line; neither DocC nor a forge shows them.
  var comments: [(text: String, line: Int)] {
    prose.compactMap { number, line in Self.comment(in: line).map { (text: $0, line: number) } }
  }

  private static func comment(in line: Substring) -> String? {
    line.wholeMatch(of: /<!-- (.+) -->/).map { String($0.1) }
  }

  /// The folder of the document with a trailing slash, or an empty text at the root.
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

  /// The paths in code spans: those with a slash, and file names.
  var paths: [(path: String, line: Int)] {
    prose.flatMap { number, line in
      line.matches(of: /`([\w.][\w.+\/-]*)`/).map { (path: String($0.1), line: number) }
        .filter { $0.path.contains("/") || $0.path.contains(/\.(swift|md|h|db)$/) }
    }
  }
}
