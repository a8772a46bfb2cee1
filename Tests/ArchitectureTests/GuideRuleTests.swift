import Testing

@Suite struct GuideRuleTests {
  private let package = PackageFolder.own
  private let rule = GuideRule(
    snippets: [
      "A": SnippetText("// A.\n// snippet.one\nlet a = 1\n// snippet.end\n// snippet.none\n")
    ]
  )

  private func complaints(about text: String) throws -> [String] {
    try rule.complaints(about: MarkdownText(path: "Guide.md", text: text)).map(\.description)
  }

  @Test func `a slice goes to its end, without what is hidden`() {
    let snippet = SnippetText(
      "// Of what.\na\n// snippet.one\nb\n  // snippet.hide\nc\n// snippet.show\nd\n"
        + "// snippet.end\ne\n// snippet.two\nf\n"
    )
    #expect(snippet.slices == ["one": "b\nd", "two": "f\n"])
  }

  @Test func `a slice that exists is no complaint`() throws {
    #expect(
      try complaints(about: "Text\n\n@Snippet(path: \"LiveSQL/Snippets/A\", slice: \"one\")") == []
    )
    #expect(try complaints(about: "```sql\nSELECT 1\n```") == [])
  }

  @Test(arguments: [
    (#"@Snippet(path: "LiveSQL/Snippets/B", slice: "one")"#, "the snippet LiveSQL/Snippets/B"),
    (#"@Snippet(path: "LiveSQL/Snippets/A", slice: "two")"#, "the slice two"),
    (#"@Snippet(path: "LiveSQL/Snippets/A", slice: "none")"#, "the slice none"),
    (#"@Snippet(path: "LiveSQL/Snippets/A")"#, "no snippet and slice"),
    ("```swift\nlet a = 1\n```", "not from a snippet"), ("```\nlet a = 1\n```", "not from a"),
  ])
  func `what is not compiled is told with its line`(text: String, part: String) throws {
    let found = try complaints(about: "# Guide\n" + text)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("Guide.md:2: ") == true)
    #expect(found.first?.contains(part) == true)
  }

  @Test func `the guides show code that is compiled`() throws {
    let paths = package.files(in: "Sources/LiveSQL/LiveSQL.docc", withExtension: "md")
    #expect(paths.count == 19)
    let snippets = try package.files(in: "Snippets", withExtension: "swift").map { path in
      let name = path.split(separator: "/").last.map { String($0.dropLast(".swift".count)) } ?? ""
      return (name, SnippetText(try package.text(of: path)))
    }
    let rule = GuideRule(snippets: Dictionary(snippets) { first, _ in first })
    let guides = try paths.map { MarkdownText(path: $0, text: try package.text(of: $0)) }
    #expect(try guides.flatMap(rule.complaints) == [])
    #expect(guides.contains { !$0.directives.isEmpty })
  }

  @Test func `the landing page names each guide`() throws {
    let folder = "Sources/LiveSQL/LiveSQL.docc"
    let landing = try package.text(of: "\(folder)/LiveSQL.md")
    for path in package.files(in: folder, withExtension: "md") where !path.hasSuffix("LiveSQL.md") {
      let name = path.dropFirst(folder.count + 1).dropLast(".md".count)
      #expect(landing.contains("- <doc:\(name)>"), "\(name)")
    }
  }
}
