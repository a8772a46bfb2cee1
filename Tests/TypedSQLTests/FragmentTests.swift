import Testing
import TypedSQL

@Suite struct FragmentTests {
  @Test func `quotes identifiers and binds values`() {
    let fragment: QueryFragment = "\(quote: "a\"b") = \(bind: "it's") AND \(raw: "\u{5}x")"
    let (sql, bindings) = fragment.render()
    #expect(sql == "\"a\"\"b\" = ? AND \u{5}x")
    #expect(bindings == [.text("it's")])
    #expect("\(fragment)" == "\"a\"\"b\" = 'it''s' AND \u{5}x")
  }

  private let query = Tag.select(\.id)

  private func sql(after text: String) -> String {
    var interpolation = QueryFragment.StringInterpolation(
      literalCapacity: text.utf8.count,
      interpolationCount: 1
    )
    interpolation.appendLiteral(text)
    interpolation.appendInterpolation(query)
    return QueryFragment(stringInterpolation: interpolation).render().sql
  }

  @Test(arguments: [
    "a = ", "a<", "a||", "a -> ", "1 - ", "f(a, ", "SELECT ", "select\n  ", "a NOT IN\t", "EXISTS ",
    "SELECT count(*) FROM ", "CASE WHEN ", "CASE a WHEN 1 THEN ", "ORDER BY ", "-- AS\nWHERE ",
    "'--' || ", "a = /* b */ ", "\"--\" = ", "E'it\\'s' = ", "$$it's$$ = ", "[a -- b] IN ",
  ])
  func `a query gets parentheses where an operand is expected`(text: String) {
    #expect(sql(after: text) == text + query.queryFragment.render().sql)
  }

  @Test(arguments: [
    "", " ", "(", "a IN (", "WITH a AS (", "WITH a AS (SELECT 1) ", "CREATE VIEW v AS ",
    "SELECT 1 UNION ALL ", "EXPLAIN QUERY PLAN ", "INSERT INTO t (a) ", "INSERT INTO \"from\" ",
    "INSERT INTO t.in ", "INSERT INTO join_in ", "/* a = */ ", "SELECT 1; -- where\n",
    "INSERT INTO [a =] ", "INSERT INTO \"a in", "INSERT INTO t . in ", "a = 'b = ",
  ])
  func `a query has no parentheses anywhere else`(text: String) {
    #expect(sql(after: text) == text + query.query.render().sql)
  }

  @Test func `only the text right before a query counts`() {
    let fragment: QueryFragment = "SELECT \(raw: "1 UNION") \(query)"
    #expect(fragment.render().sql == "SELECT 1 UNION " + query.query.render().sql)
    let cut: QueryFragment = "\(raw: "INSERT INTO jo")in \(query)"
    #expect(cut.render().sql == "INSERT INTO join " + query.query.render().sql)
    let operand: QueryFragment = "\(quote: "a") = \(query)"
    #expect(operand.render().sql == "\"a\" = " + query.queryFragment.render().sql)
  }

  @Test func `SQL text gets no parentheses, since it may be any piece`() {
    let fragment: QueryFragment = "a = \(SQLQueryExpression("1", as: Int.self))"
    #expect(fragment.render().sql == "a = 1")
  }
}
