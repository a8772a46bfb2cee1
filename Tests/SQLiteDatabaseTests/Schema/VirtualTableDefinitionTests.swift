import Testing

@testable import SQLiteDatabase

/// The definition of a virtual table is read as SQLite reads it.
@Suite struct VirtualTableDefinitionTests {
  @Test func `comments name no module and separate no arguments`() throws {
    let sql = """
      CREATE VIRTUAL TABLE t /* using fts3(x, y) */ -- using fts4
      USING /* it's */ FTS5 /* ( */ (a, b /* , c) */, d)
      """
    let definition = try #require(VirtualTableDefinition(sql))
    #expect(definition.module == "fts5")
    #expect(definition.arguments == ["a", "b /* , c) */", "d"])
  }

  @Test func `quoted names and arguments are read`() throws {
    let sql = "CREATE VIRTUAL TABLE \"using\" USING [fts5](\"a, b\", tokenize = 'it''s -- ')"
    let definition = try #require(VirtualTableDefinition(sql))
    #expect(definition.module == "fts5")
    #expect(definition.names.first == "a, b")
    #expect(definition.option("tokenize") == "it's -- ")
  }

  @Test func `a module and its table may have a name of any characters`() throws {
    let sql = "CREATE VIRTUAL TABLE t USING 🔎(a, f(b, c))"
    let definition = try #require(VirtualTableDefinition(sql))
    #expect(definition.module == "🔎")
    #expect(definition.arguments == ["a", "f(b, c)"])
    #expect(VirtualTableDefinition("CREATE VIRTUAL TABLE t USING 'fts5'")?.module == "fts5")
    #expect(VirtualTableDefinition("CREATE VIRTUAL TABLE t USING a()")?.arguments == [""])
  }
}
