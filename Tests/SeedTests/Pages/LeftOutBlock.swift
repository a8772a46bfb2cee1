import Foundation

/// A block that the tests leave out, and the reason: a line of the table in `LeftOut.md`.
struct LeftOutBlock {
  let page: String
  let line: Int
  let begin: String
  let reason: String

  /// Reads `| page | line | begins with | why |`.
  init?(_ line: String) {
    let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard cells.count == 6, let number = Int(cells[2]) else { return nil }
    page = cells[1]
    self.line = number
    begin = cells[3].trimmingCharacters(in: ["`"])
    reason = cells[4]
  }

  static func all(in text: String) -> [LeftOutBlock] {
    text.components(separatedBy: "\n").compactMap(LeftOutBlock.init)
  }

  /// Returns whether it is this block of the page as the page is now.
  func names(_ block: SeedBlock) -> Bool {
    block.page == page && block.line == line && block.code.first == begin
  }
}
