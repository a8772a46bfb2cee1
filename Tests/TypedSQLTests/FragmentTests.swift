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
}
