import Foundation
import LiveSQLTestSupport
import Testing

@testable import Terminal

@Suite struct HistoryFileTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func file(_ name: String = "folder/history") throws -> HistoryFile {
    try #require(
      HistoryFile(of: "livesql", environment: ["LIVESQL_HISTORY": scratch.path(of: name)])
    )
  }

  @Test func `entries are read back from a file that only its owner can read`() throws {
    let file = try file()
    #expect(file.load() == [])
    let entries = [
      "SELECT 1;", "SELECT\n'a\\n';", "東京", "tab\tand \\",
      "'\u{301}", "\\\u{301}n", "line\n\u{301}accent",
    ]
    for entry in entries { file.append(entry) }
    #expect(file.load() == entries)
    let attributes = try FileManager.default.attributesOfItem(atPath: file.url.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `two prompts do not lose each other's entries`() throws {
    let (left, right) = (try file(), try file())
    left.append("a")
    right.append("b")
    left.append("c")
    #expect(right.load() == ["a", "b", "c"])
  }

  @Test func `entries that start with a space, are empty or too long are not saved`() throws {
    let file = try file()
    file.append(" secret")
    file.append("")
    file.append(String(repeating: "x", count: HistoryFile.maximumLength + 1))
    #expect(!FileManager.default.fileExists(atPath: file.url.path))
  }

  @Test func `a file that is too long is shortened to its newest entries`() throws {
    let file = try file("history")
    let count = HistoryFile.maximumCount * 2
    try (0..<count).map { "\($0)\n" }.joined().write(
      to: file.url,
      atomically: true,
      encoding: .utf8
    )
    let kept = (count / 2..<count).map { "\($0)" }
    #expect(file.load() == kept)
    #expect(
      try String(contentsOf: file.url, encoding: .utf8).split(separator: "\n").count == kept.count
    )
  }

  @Test func `a file that cannot be written is not an error`() throws {
    try Data().write(to: scratch.url.appending(path: "file"))
    let file = try file("file/history")
    file.append("a")
    #expect(file.load() == [])
  }

  @Test func `environment variables choose the file`() {
    func path(_ environment: [String: String]) -> String? {
      HistoryFile(of: "livesql", environment: environment)?.url.path
    }
    #expect(path(["LIVESQL_HISTORY": "/a/b", "HOME": "/h"]) == "/a/b")
    #expect(path(["LIVESQL_HISTORY": "", "HOME": "/h"]) == nil)
    #expect(path(["XDG_STATE_HOME": "/x", "HOME": "/h"]) == "/x/livesql/history")
    // A relative path must be ignored, according to the specification.
    #expect(path(["XDG_STATE_HOME": "x", "HOME": "/h"]) == "/h/.local/state/livesql/history")
    #expect(path([:]) == nil)
  }
}
