import Testing

@Suite struct ErrorRuleTests {
  private func source(_ text: String) -> SourceText { SourceText(path: "A.swift", text: text) }

  @Test func `an error without a description or a line in the catalogue is reported`() {
    let described = source("extension Found: _SelfDescribingError {")
    let rule = ErrorRule(catalogue: "| `Found` | `Own` |", sources: [described])
    #expect(rule.complaints(about: source("public struct Found: Error, Sendable {")) == [])
    #expect(
      rule.complaints(about: source("public enum Own: Hashable, _SelfDescribingError {")) == []
    )
    #expect(rule.complaints(about: source("struct Internal: Error {")) == [])
    #expect(rule.complaints(about: source("public struct Errors: Sendable {")) == [])
    #expect(
      rule.complaints(about: source("\npublic struct Silent: Error {")).map(\.description) == [
        "A.swift:2: Silent is no _SelfDescribingError",
        "A.swift:2: Silent is missing in the guide on errors",
      ]
    )
  }

  @Test func `every public error has a description, and a line in the guide on errors`() throws {
    let package = PackageFolder.own
    let sources = try package.sources(in: "Sources")
    let rule = ErrorRule(
      catalogue: try package.text(of: "Sources/Products/LiveSQL/LiveSQL.docc/Errors.md"),
      sources: sources
    )
    // The errors of tests' helpers are not for users.
    let users = sources.filter { !$0.path.contains("TestSupport/") }
    #expect(rule.described.count > 10)
    #expect(users.flatMap(rule.complaints) == [])
  }
}
