import Testing

@Suite struct GuideRuleTests {
  private let package = PackageFolder.own
  private let rule = GuideRule { path in
    let text = "// A.\n// snippet.one\n  let a = 1\n// snippet.end\n// snippet.none\n"
    return ["Snippets/A.swift", "Sources/A.swift"].contains(path) ? text : nil
  }

  private func complaints(about text: String) -> [String] {
    rule.complaints(about: MarkdownText(path: "Guide.md", text: text)).map(\.description)
  }

  @Test func `a slice ends at its end mark and leaves out hidden lines`() {
    let snippet = SnippetText(
      "// Of what.\na\n// snippet.one\nb\n  // snippet.hide\nc\n// snippet.show\nd\n"
        + "// snippet.end\ne\n// snippet.two\n\n  f\n    g\n\n"
    )
    #expect(snippet.slices == ["one": "b\nd", "two": "f\n  g"])
  }

  @Test(arguments: [
    "Text\n\n<!-- Snippets/A.swift: one -->\n```swift\nlet a = 1\n```",
    "<!-- Snippets/A.swift -->\n```swift\nlet a = 1\n```", "```sql\nSELECT 1\n```",
  ])
  func `a block that is a compiled slice is not a complaint`(text: String) {
    #expect(complaints(about: text) == [])
  }

  @Test(arguments: [
    ("<!-- Snippets/B.swift: one -->\n```swift\nlet a = 1", "the snippet Snippets/B.swift, which"),
    ("<!-- Sources/A.swift: one -->\n```swift\nlet a = 1", "the snippet Sources/A.swift, which"),
    ("<!-- Snippets/A.swift: two -->\n```swift\nlet a = 1", "Snippets/A.swift: two, which"),
    ("<!-- Snippets/A.swift: none -->\n```swift\nlet a = 1", "Snippets/A.swift: none, which"),
    ("<!-- Snippets/A.swift: one -->\n```swift\nlet a = 2", "does not show what is in"),
    ("\n```swift\nlet a = 1", "not from a snippet"), ("\n```\nlet a = 1", "not from a snippet"),
    ("\n<!-- Snippets/A.swift: one -->", "no block of code below"),
    ("\n@Snippet(path: \"A\")", "has a directive"),
  ])
  func `code that is not compiled is reported with its line`(text: String, part: String) {
    let found = complaints(about: "# Guide\n\(text)")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("Guide.md:3: ") == true)
    #expect(found.first?.contains(part) == true)
  }

  @Test func `the guides only show code that is compiled`() throws {
    let guides = try guidePaths.map { MarkdownText(path: $0, text: try package.text(of: $0)) }
    let rule = GuideRule { try? package.text(of: $0) }
    #expect(guides.flatMap(rule.complaints) == [])
    #expect(guides.contains { !$0.blocks.isEmpty })
  }

  @Test func `the landing page lists each guide`() throws {
    let landing = try package.text(of: "\(folder)/LiveSQL.md")
    for path in guidePaths {
      // A page whose title is a symbol extends a doc comment; it is not a guide.
      guard try !package.text(of: path).hasPrefix("# ``") else { continue }
      let name = path.split(separator: "/").last?.dropLast(".md".count) ?? ""
      #expect(landing.contains("](\(name).md)"), "\(name)")
    }
  }

  private let folder = "Sources/Products/LiveSQL/LiveSQL.docc"
  private var guidePaths: [String] { package.files(in: folder, withExtension: "md") }
}
