import Testing

/// The search for blocks in pages and in files.
@Suite struct SeedBlockTests {
  private static let page = """
    Text.
    ```swift
    import GRDB
    import Combine

    struct A {

      let b = 1
    }
    ```
    * An item:

        ```swift
        let c = 2
          + 3
        ```
    <pre>
    let <b>d</b> = 4
    </pre>
    ```sh
    ls
    ```
    """

  private let blocks = SeedBlock.all(in: page, page: "page.md")

  @Test func `blocks are Swift code, also indented or with marks`() {
    #expect(blocks.map(\.line) == [2, 13, 17])
    #expect(
      blocks.map(\.code) == [
        ["struct A {", "", "  let b = 1", "}"], ["let c = 2", "  + 3"], ["let d = 4"],
      ]
    )
  }

  @Test func `the import of another library is replaced by that of LiveSQL`() {
    #expect(blocks[0].imports == ["LiveSQL", "Combine"])
    #expect(blocks[1].imports.isEmpty)
  }

  @Test func `a file contains a block unchanged, or indented`() {
    let file = BlockFile(
      path: "File.swift",
      text: """
        import Combine
        import LiveSQL
        enum Page {
          struct A {

            let b = 1
          }
        }
        let c = 2
          + 3
        """
    )
    #expect(file.holds(blocks[0]))
    #expect(file.holds(blocks[1]))
    #expect(!file.holds(blocks[2]))
    #expect(
      file.lines(outside: blocks) == ["import Combine", "import LiveSQL", "enum Page {", "}"]
    )
  }

  @Test(arguments: [
    "import Combine\nimport LiveSQL\nstruct A {\n\n  let b = 2\n}",
    "import Combine\nimport LiveSQL\nstruct A {\n\n   let b = 1\n}",
    "import Combine\nimport LiveSQL\nstruct A {\n  let b = 1\n}",
    "import Combine\nimport LiveSQL\n// struct A {\n//\n//  let b = 1\n//}",
    "import LiveSQL\nstruct A {\n\n  let b = 1\n}",
    "",
  ])
  func `a file does not contain a changed block`(text: String) {
    #expect(!BlockFile(path: "File.swift", text: text).holds(blocks[0]))
  }

  @Test func `a block is excluded by its page, its line and its beginning`() throws {
    let line = "| page.md | 13 | `let c = 2` | It is not needed. |"
    let leftOut = try #require(LeftOutBlock(line))
    #expect(blocks.map(leftOut.names) == [false, true, false])
    #expect(LeftOutBlock("| page | line | begins with | why |") == nil)
    let other = try #require(LeftOutBlock("| page.md | 13 | `let c = 3` | It is not needed. |"))
    #expect(!blocks.contains(where: other.names))
  }
}
