import Foundation
import LiveSQLTestSupport
import Testing

/// `Scripts/snippets` in a folder with one program and one page.
@Suite(.mayBlock, .timeLimit(.hang)) final class SnippetsScriptTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "snippets-\(UUID().uuidString)")
    let script = try PackageFolder.own.text(of: "Scripts/snippets")
    try write(script, to: "Scripts/snippets")
    try write(
      "// Of what.\n// snippet.one\n\n  let a = 1\n    // snippet.hide\n  hidden()\n  // snippet.show\n"
        + "  if a == 1 {\n\n    print(a)\n  }\n// snippet.end\n\nlet b = 2\n",
      to: "Snippets/A.swift"
    )
    try FileManager.default.createDirectory(
      at: folder.appending(path: "Sources/A/A.docc"),
      withIntermediateDirectories: true
    )
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func write(_ text: String, to path: String) throws {
    let file = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(),
      withIntermediateDirectories: true
    )
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  /// Writes a page, runs the script, and returns what it says and what the page is then.
  private func run(
    on page: String,
    at path: String = "Sources/A/A.docc/Guide.md",
    _ arguments: String...
  ) throws -> (code: Int32, output: String, page: String) {
    try write(page, to: path)
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = [folder.appending(path: "Scripts/snippets").path] + arguments
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let written = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self), written)
  }

  private let marker = "<!-- Snippets/A.swift: one -->\n"
  private let block = "```swift\nlet a = 1\nif a == 1 {\n\n  print(a)\n}\n```\n"

  @Test func `a line that names a slice gets its block`() throws {
    let found = try run(on: "# Guide\n\n\(marker)\nText\n```sh\nls\n```\n")
    #expect(found == (0, "", "# Guide\n\n\(marker)\(block)\nText\n```sh\nls\n```\n"))
  }

  @Test(arguments: ["README.md", "Sources/A/A.docc/Guide.md"])
  func `a stale block is replaced`(path: String) throws {
    let found = try run(on: "\(marker)```swift\nlet old = 0\n```\nText\n", at: path)
    #expect(found == (0, "", "\(marker)\(block)Text\n"))
    #expect(try run(on: found.page, at: path, "--check") == (0, "", found.page))
  }

  @Test func `without a name it is the whole program but for its first line`() throws {
    let found = try run(on: "<!-- Snippets/A.swift -->\n")
    #expect(found.page.hasPrefix("<!-- Snippets/A.swift -->\n```swift\n  let a = 1\n  if a"))
    #expect(found.page.hasSuffix("\n  }\n\nlet b = 2\n```\n"))
  }

  @Test func `a slice of an example is written too`() throws {
    try write("// Of what.\n// snippet.two\nlet c = 3\n// snippet.end\n", to: "Examples/B/B.swift")
    let found = try run(on: "<!-- Examples/B/B.swift: two -->\n")
    #expect(found.page == "<!-- Examples/B/B.swift: two -->\n```swift\nlet c = 3\n```\n")
  }

  @Test func `a check changes nothing, and fails where a page is stale`() throws {
    let found = try run(on: marker, "--check")
    let message = "snippets: Sources/A/A.docc/Guide.md is stale: run Scripts/snippets\n"
    #expect(found == (1, message, marker))
  }

  @Test(arguments: [
    ("<!-- Snippets/B.swift: one -->\n", "Snippets/B.swift is missing"),
    ("<!-- Snippets/A.swift: two -->\n", #"Snippets/A.swift has no code in the part "two""#),
    ("<!-- Snippets/A.swift: one -->\n```swift\nlet a = 1\n", "the block does not end"),
    (
      "<!-- Snippets/A.swift: one -->\n```swift\nlet a = 1\n\nText\n```sql\n```\n",
      "the block does not end before line 6"
    ),
  ])
  func `a page that cannot be written is left alone, and reported`(page: String, part: String)
    throws
  {
    let found = try run(on: page)
    #expect(found.code == 1)
    #expect(found.output.hasPrefix("snippets: Sources/A/A.docc/Guide.md:"))
    #expect(found.output.contains(part))
    #expect(found.page == page)
  }
}
