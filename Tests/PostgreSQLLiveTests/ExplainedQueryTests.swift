import Testing

@testable import PostgreSQLLive

/// The names that are read from the plan of a query.
@Suite struct ExplainedQueryTests {
  @Test func `names right before parentheses are calls`() throws {
    let json = #"""
      [{"Plan": {"Node Type": "Result",
        "Output": ["count(*)", "s.\"My \"\"f\"(a)", "(1 + 2)", "'g(1)'::text", "E'\\'h('::text", "a IN (1)"]}}]
      """#
    #expect(try ExplainedQuery(json).calls == ["count", "my \"f"])
  }
}
