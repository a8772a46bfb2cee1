import Foundation

/// A code block of a page.
struct SeedBlock: CustomStringConvertible {
  let page: String
  /// The number of its first line.
  let line: Int
  let lines: [String]

  /// The code without imports and without empty lines at its ends.
  var code: [String] {
    let code = lines.filter { Self.importedModule(of: $0) == nil }
    guard let first = code.firstIndex(where: { !$0.isBlank }),
      let last = code.lastIndex(where: { !$0.isBlank })
    else { return [] }
    return Array(code[first...last])
  }

  /// The modules that it imports, with ours in place of other libraries.
  var imports: Set<String> {
    Set(lines.compactMap(Self.importedModule).map { Self.others.contains($0) ? "LiveSQL" : $0 })
  }

  var description: String { "\(page):\(line), “\(code.first ?? "")”" }

  /// The libraries of the pages that ours replaces.
  private static let others: Set = [
    "GRDB", "SQLiteNIO", "NIOCore", "NIOPosix", "SharingGRDBCore", "StructuredQueriesCore",
    "Models",
  ]

  static func importedModule(of line: String) -> String? {
    let words = line.split(separator: " ")
    guard let keyword = words.firstIndex(of: "import"), keyword < 2, words.count == keyword + 2,
      keyword == 0 || words[0].hasPrefix("@")
    else { return nil }
    return String(words[keyword + 1])
  }
}

extension SeedBlock {
  /// Returns the blocks of a page: those marked as Swift, and those in `<pre>`, without their
  /// markup.
  static func all(in text: String, page: String) -> [SeedBlock] {
    var blocks: [SeedBlock] = []
    var open: (line: Int, indent: Int, end: String, lines: [String])?
    for (number, line) in zip(1..., text.components(separatedBy: "\n")) {
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if let block = open {
        if trimmed == block.end {
          blocks.append(SeedBlock(page: page, line: block.line, lines: block.lines))
          open = nil
        } else {
          open?.lines.append(code(of: line, indent: block.indent, inMarks: block.end == "</pre>"))
        }
      } else if trimmed == "```swift" || trimmed == "<pre>" {
        open = (number, line.prefix { $0 == " " }.count, trimmed == "<pre>" ? "</pre>" : "```", [])
      }
    }
    return blocks
  }

  private static func code(of line: String, indent: Int, inMarks: Bool) -> String {
    let code = String(line.dropFirst(min(indent, line.prefix { $0 == " " }.count)))
    guard inMarks else { return code }
    return ["<b>", "</b>", "<s>", "</s>"]
      .reduce(code) { $0.replacingOccurrences(of: $1, with: "") }
  }
}

extension String {
  /// Whether it is empty or only white space.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
