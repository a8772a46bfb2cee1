import Foundation
import Testing

/// Tests that the guide shows the declarations of functions.
@Suite struct FunctionTableTests {
  private static let page = "Sources/Products/LiveSQL/LiveSQL.docc/FunctionsAndCollations.md"

  /// With `LIVESQL_WRITE_GUIDES=1`, it writes the table instead.
  @Test func `the guide has the table of all declared functions`() throws {
    let package = PackageFolder.own
    let page = try package.text(of: Self.page)
    let start = try #require(page.range(of: "| Swift | SQLite | PostgreSQL |")).lowerBound
    let end = page.range(of: "\n\n", range: start..<page.endIndex)?.lowerBound ?? page.endIndex
    guard ProcessInfo.processInfo.environment["LIVESQL_WRITE_GUIDES"] == nil else {
      let changed = page.replacingCharacters(in: start..<end, with: FunctionTable.text)
      return try changed.write(
        to: package.root.appending(path: Self.page),
        atomically: true,
        encoding: .utf8
      )
    }
    #expect(page[start..<end] == FunctionTable.text, "Run it with LIVESQL_WRITE_GUIDES=1.")
  }
}
