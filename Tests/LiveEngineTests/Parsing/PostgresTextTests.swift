import DatabaseTypes
import SQLSyntax
import Testing
import TypedSQL

@testable import LiveEngine

/// SQL text is taken apart by PostgreSQL's rules.
@Suite struct PostgresTextTests {
  private func read(_ sql: String) -> SelectParts? {
    SelectParts.reading(QueryFragment(sql), as: .postgres)
  }

  @Test(
    arguments: [
      ("SELECT a[1], ARRAY[1, 2] FROM t", ["a[1]", "ARRAY[1, 2]"]),
      ("SELECT a::text, b::numeric(9, 2) FROM t", ["a::text", "b::numeric(9, 2)"]),
      ("SELECT $$it's$$, $q$a$$b$q$ FROM t", ["'it''s'", "'a$$b'"]),
      ("SELECT E'a\\nb\\'c' , 'd' FROM t", ["'a\nb''c'", "'d'"]),
      ("SELECT a /* b /* c */ , d */, e -- f\r, g\nFROM t", ["a", "e", "g"]),
      ("SELECT a#>'{b}', c @> d, ~ e FROM t", ["a#>'{b}'", "c @> d", "~ e"]),
    ]
  )
  func `columns are read as the server reads them`(sql: String, columns: [String]) throws {
    let parts = try #require(read(sql))
    #expect(parts.expressions.map { $0.render(for: .postgres).sql } == columns)
  }

  @Test(
    arguments: [
      "SELECT U&'\\0061' FROM t", "SELECT $1 FROM t", "SELECT 'a FROM t", "SELECT $a$ b FROM t",
      "SELECT a FROM t; SELECT b FROM t", "SELECT a FROM t WINDOW w AS ()", "TABLE t",
    ]
  )
  func `a statement that the parser does not know is not read`(sql: String) {
    #expect(read(sql) == nil)
  }

  @Test func `names without quotes have small letters, and others their own`() throws {
    let parts = try #require(read("SELECT x AS A, y AS \"A\" FROM S.Items AS \"I\", Lists"))
    #expect(parts.names.keys.map(\.text).sorted() == ["A", "a"])
    #expect(parts.sources?.map(\.table) == ["items", "lists"])
    #expect(parts.sources?.map(\.schema) == ["s", nil])
    #expect(parts.sources?.map(\.alias) == ["I", "lists"])
  }

  @Test func `NULLs come where the server has them`() throws {
    let parts = try #require(read("SELECT a FROM t ORDER BY a, b DESC, c NULLS FIRST"))
    #expect(
      parts.order.map { $0.render(for: .postgres).sql }
        == ["a NULLS LAST", "b DESC NULLS FIRST", "c NULLS FIRST"]
    )
  }

  @Test func `a text with an escape that is not known is read by no plan`() {
    #expect(ConditionTree("(a = E'\\x41')", .postgres) == nil)
    #expect(ConditionTree("(a = ANY(ARRAY[1]) AND b[2]::text = 'x')", .postgres) != nil)
    #expect(ConditionTree("(a[1)]", .postgres) == nil)
    #expect(ConditionTree("a FETCH FIRST 3 ROWS ONLY", .postgres)?.hasNoClause == false)
  }

  @Test func `an operator of several signs is no comparison`() {
    let nodes: [ConditionTree.Node] = [.group([.word("a"), .other, .word("b")])]
    for sign in ["#>", "#>>", "<@", "@>", "->", "->>", "<->"] {
      #expect(ConditionTree("(a \(raw: sign) b)", .postgres)?.nodes == nodes)
    }
    #expect(ConditionTree("(a -> b)", .sqlite)?.nodes == nodes)
    #expect(ConditionTree("(a ->> b)", .sqlite)?.nodes == nodes)
  }

  @Test func `a bound value may follow an operator without a space`() throws {
    let nodes = try #require(ConditionTree("a=\(3)", .postgres)).nodes
    #expect(nodes == [.word("a"), .symbol("="), .value(.integer(3))])
  }
}
