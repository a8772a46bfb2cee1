import Testing

@Suite struct PlatformRuleTests {
  private func lines(of text: String, in path: String) throws -> [Int] {
    try PlatformRule.complaints(about: SourceText(path: path, text: text)).map(\.line)
  }

  @Test(arguments: [
    "#if os(Linux)", "#elseif os(macOS) && DEBUG", "  #if !os( Windows )", "#if canImport(Darwin)",
    "#if DEBUG || canImport(Glibc)", "#if targetEnvironment(simulator)", "import Glibc",
    "public import Darwin",
  ])
  func `a platform condition is reported only outside a Platform folder`(line: String) throws {
    #expect(try lines(of: "\n" + line, in: "Sources/SQLite/Open.swift") == [2])
    #expect(try lines(of: line, in: "Sources/SQLite/Platform/Open.swift") == [])
  }

  @Test(arguments: [
    "#if DEBUG", "#if canImport(SwiftUI)", "// #if os(Linux)", "let positions = os(3)",
    "#if pos(x)",
  ])
  func `a line that does not ask for the platform passes`(line: String) throws {
    #expect(try lines(of: line, in: "Sources/SQLite/Open.swift") == [])
  }
}
