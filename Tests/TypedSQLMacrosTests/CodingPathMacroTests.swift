import Testing
import TypedSQLMacroCore

/// Tests of the paths under which a row's JSON holds the values of its columns.
@Suite struct CodingPathMacroTests {
  @Test func `maps columns to properties with other names`() {
    assertMacro(
      """
      @Table struct Tag {
        @Column("tag_id", primaryKey: true) let id: Int
        @Column("tag_title") var title = ""
        var count = 0
      }
      """,
      shows: "_codingPaths"
    ) {
      """
      public nonisolated static var _codingPaths: [String: [String]] {
        [
          "tag_id": ["id"],
          "tag_title": ["title"]
        ]
      }
      """
    }
  }

  @Test func `writes coding keys with the names of columns if the setting is on`() {
    let source = """
      @Table struct Tag: Codable, Equatable {
        @Column("tag_id", primaryKey: true) let id: Int
        var `default` = ""
        @Ephemeral var isShown = false
      }
      """
    MacroSettings.$writesCodingKeys.withValue(true) {
      assertMacro(source, shows: "enum CodingKeys") {
        """
        private nonisolated enum CodingKeys: String, Swift.CodingKey {
          case id = "tag_id"
          case `default` = "default"
        }
        """
      }
      assertMacro(source, shows: "_codingPaths") { "" }
    }
    assertMacro(source, shows: "enum CodingKeys") { "" }
  }

  @Test(arguments: [
    "struct Tag: Equatable { let id: Int }",
    "struct Tag: Codable { let id: Int; enum CodingKeys: String, CodingKey { case id } }",
    "struct Tag: Codable { let id: Int; func encode(to encoder: any Encoder) throws {} }",
    "enum Tag: Codable { case name(String) }",
  ])
  func `writes no coding keys for types that have some or are not Codable`(declaration: String) {
    MacroSettings.$writesCodingKeys.withValue(true) {
      assertMacro("@Table \(declaration)", shows: "nonisolated enum CodingKeys") { "" }
    }
  }

  @Test func `uses the coding keys of the type`() {
    assertMacro(
      """
      @Selection struct Link {
        var url: String
        @Column("link_label") var label: String?
        var title: String

        enum CodingKeys: String, CodingKey {
          case url = "href"
          case label, title
        }
      }
      """,
      shows: "_codingPaths"
    ) {
      """
      public nonisolated static var _codingPaths: [String: [String]] {
        [
          "url": ["href"],
          "link_label": ["label"]
        ]
      }
      """
    }
  }

  @Test func `writes no paths where all names are the same`() {
    assertMacro("@Table struct Tag { let id: Int; var title = \"\" }", shows: "_codingPaths") { "" }
    assertMacro(
      """
      @Selection enum Kind {
        case note(String)

        init(from decoder: any Decoder) throws { self = .note("") }
      }
      """,
      shows: "_codingPaths"
    ) {
      ""
    }
  }

  @Test func `names the values of cases as Codable does`() {
    assertMacro(
      """
      @Selection enum Kind {
        case note(String)
        @Column("link_url") case link(url: String)
        case image(Image)

        enum CodingKeys: String, CodingKey { case note, link, image = "picture" }
        enum NoteCodingKeys: String, CodingKey { case _0 = "text" }
      }
      """,
      shows: "_codingPaths"
    ) {
      """
      public nonisolated static var _codingPaths: [String: [String]] {
        [
          "note": ["note", "text"],
          "link_url": ["link", "url"],
          "image": ["picture", "_0"]
        ]
      }
      """
    }
  }
}
