import Testing

@Suite struct DocumentRuleTests {
  private let rule = DocumentRule(
    exists: { ["Sources/A.swift", "Guides/Next.md", "LICENSE"].contains($0) },
    fileNames: ["A.swift"]
  )

  @Test func `a link to a missing file is reported with its line`() {
    let document = MarkdownText(
      path: "README.md",
      text: """
        [licence](LICENSE), [site](https://example.org), [part](#part), [next](Guides/Next.md#top)
        [gone](GONE.md) and `[code](GONE.md)`
        ```swift
        array[0](GONE.md)
        ```
        """
    )
    #expect(
      rule.complaintsAboutLinks(in: document).map(\.description) == [
        "README.md:2: links to GONE.md, which is missing"
      ]
    )
  }

  @Test func `links are relative to the document`() {
    let document = MarkdownText(path: "Guides/First.md", text: "[next](Next.md) [wrong](LICENSE)")
    #expect(rule.complaintsAboutLinks(in: document).map(\.line) == [1])
  }

  @Test func `a missing path is reported with its line`() {
    let document = MarkdownText(
      path: "ARCHITECTURE.md",
      text: "`Sources/A.swift`, `A.swift`, `Row`, `read { }`\n`Sources/B.swift` `B.swift`"
    )
    #expect(
      rule.complaintsAboutPaths(in: document).map(\.description) == [
        "ARCHITECTURE.md:2: names Sources/B.swift, which is missing",
        "ARCHITECTURE.md:2: names B.swift, which is missing",
      ]
    )
  }

  @Test func `a path begins at the root or at the folder of the document`() {
    let text = "`Sources/A.swift` `Next.md` `B.md`"
    let document = MarkdownText(path: "Guides/README.md", text: text)
    #expect(
      rule.complaintsAboutPaths(in: document).map(\.description) == [
        "Guides/README.md:1: names B.md, which is missing"
      ]
    )
  }

  @Test func `a snippet shows everything that is not hidden, without its first line`() {
    let snippet = SnippetText("// Of what.\na\n// snippet.hide\nb\n  // snippet.show\n\n  c\n")
    #expect(snippet.shown == "a\n\n  c")
  }

  @Test func `the example in the README is a program that is compiled`() throws {
    let readme = MarkdownText(path: "README.md", text: try PackageFolder.own.text(of: "README.md"))
    let snippet = SnippetText(try PackageFolder.own.text(of: "Snippets/QuickStart.swift"))
    #expect(readme.codeBlocks.contains(snippet.shown))
  }
}
