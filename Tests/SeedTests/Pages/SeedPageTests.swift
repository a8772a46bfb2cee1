import Foundation
import Testing

/// The blocks of the pages and those of the tests are the same.
@Suite(
  .enabled(if: SeedFolder.hasPages, "The pages do not stand beside the package, in shared/seeds.")
)
struct SeedPageTests {
  @Test func `each block stands in the tests word for word, or is left out for a reason`() throws {
    let blocks = try SeedFolder.blocks()
    let files = try SeedFolder.blockFiles() + SeedFolder.screenFiles()
    let leftOut = try SeedFolder.leftOut()
    #expect(blocks.count > 70)
    for block in blocks where !files.contains(where: { $0.holds(block) }) {
      #expect(leftOut.contains { $0.names(block) && !$0.reason.isEmpty }, "\(block)")
    }
  }

  @Test func `what is left out is a block of a page, and stands where Swift refuses it`() throws {
    let blocks = try SeedFolder.blocks()
    let files = try SeedFolder.blockFiles() + SeedFolder.screenFiles()
    let refused = try SeedFolder.refusedFiles()
    for leftOut in try SeedFolder.leftOut() {
      let block = try #require(blocks.first(where: leftOut.names), "\(leftOut)")
      #expect(!files.contains { $0.holds(block) }, "\(block)")
      #expect(refused.contains { $0.holds(block) && $0.tellsRefusal }, "\(block)")
    }
  }

  @Test func `files of blocks hold nothing else but what wraps them`() throws {
    let blocks = try SeedFolder.blocks()
    let wrapping = /\s*(\/\/.*|import \w+|(enum|struct) \w+ \{|\})?/
    // What a function needs, and what is read of a property.
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
