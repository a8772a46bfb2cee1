import Foundation
import Testing

/// The blocks of the pages and those of the tests, which must be the same.
@Suite(
  .enabled(if: SeedFolder.hasPages, "The pages do not stand beside the package, in shared/seeds.")
)
struct SeedPageTests {
  @Test func `each block is in the tests word for word, or is excluded for a reason`() throws {
    let blocks = try SeedFolder.blocks()
    let files = try SeedFolder.blockFiles() + SeedFolder.screenFiles()
    let leftOut = try SeedFolder.leftOut()
    #expect(blocks.count > 70)
    for block in blocks where !files.contains(where: { $0.holds(block) }) {
      #expect(leftOut.contains { $0.names(block) && !$0.reason.isEmpty }, "\(block)")
    }
  }

  @Test func `an excluded block is a block of a page, and is among those that Swift refuses`()
    throws
  {
    let blocks = try SeedFolder.blocks()
    let files = try SeedFolder.blockFiles() + SeedFolder.screenFiles()
    let refused = try SeedFolder.refusedFiles()
    for leftOut in try SeedFolder.leftOut() {
      let block = try #require(blocks.first(where: leftOut.names), "\(leftOut)")
      #expect(!files.contains { $0.holds(block) }, "\(block)")
      #expect(refused.contains { $0.holds(block) && $0.tellsRefusal }, "\(block)")
    }
  }

  @Test func `files of blocks contain only the blocks and the code around them`() throws {
    let blocks = try SeedFolder.blocks()
    let wrapping = /\s*(\/\/.*|import \w+|(enum|struct) \w+ \{|\})?/
    // The parameters of functions, and reads of properties.
    let others: Set = ["let connection: SQLiteConnection", "$reminders"]
    for file in try SeedFolder.blockFiles() {
      for line in file.lines(outside: blocks) where line.wholeMatch(of: wrapping) == nil {
        let text = line.trimmingCharacters(in: .whitespaces)
        #expect(
          others.contains(text) || text.hasPrefix("@Reading static func"),
          "\(file.path): \(line)"
        )
      }
    }
  }
}
