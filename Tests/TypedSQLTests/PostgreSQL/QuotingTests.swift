import Testing

@testable import TypedSQL

/// Texts that are written into SQL, where a quote with a combining accent is still a quote.
@Suite struct QuotingTests {
  @Test(arguments: [
    ("a'\u{301}b", "'a''\u{301}b'"), ("\r\n", "'\r\n'"), ("'\r\n'", "'''\r\n'''"),
    ("\n\u{301}", "'\n\u{301}'"), ("\"\u{301}", "'\"\u{301}'"), ("\\\u{301}", "'\\\u{301}'"),
  ])
  func `a text in SQL is quoted byte by byte`(text: String, literal: String) {
    var fragment: QueryFragment = ""
    fragment.append(quotedText: text)
    #expect(Array(fragment.render().sql.utf8) == Array(literal.utf8))
    #expect(Array(QueryBinding.text(text).debugDescription.utf8) == Array(literal.utf8))
  }

  @Test(arguments: [
    "E'it\\'s', ", "e'a''\\\\', ", "$$it's ($$, ", "$q$ $$ ' $q$, ", "\"it's (\", ",
    "1 /* it's ( */, ",
    "1 /* /* ' */ ' */, ", "1, -- it's (\n", "size'a', ", "a$b$c, '$b$', ",
  ])
  func `a value after a text of PostgreSQL's grammar is a parameter`(text: String) {
    let fragment: QueryFragment = "SELECT (\(raw: text)\(QueryBinding.text("a")))"
    let (sql, bindings) = fragment.render(for: .postgres)
    #expect(sql == "SELECT (\(text)$1)")
    #expect(bindings == [.text("a")])
  }

  @Test func `an operation with an escaped quote is one`() {
    #expect(QueryFragment("E'it\\'s'||a || b").isOperation)
    #expect(!QueryFragment("'it''s'").isOperation)
  }

  @Test(arguments: [
    ("a||b", true), ("a || b", true), ("a\tCOLLATE b", true), ("'a", true), ("f(a, b || c)", false),
    ("\"a || b\"", false), ("[a b]", false), ("`a b`", false), ("a/* b */", false), ("t.a", false),
  ])
  func `an operation has a space or an operator between operands`(text: String, isOne: Bool) {
    #expect(QueryFragment(text).isOperation == isOne)
  }

  @Test func `a value within a comment keeps its number`() {
    let (first, second) = (QueryBinding.text("a"), QueryBinding.text("b"))
    let fragment: QueryFragment = "SELECT /* \(first) */ \(second)"
    let (sql, bindings) = fragment.render(for: .postgres)
    #expect(sql == "SELECT /* $1 */ $2")
    #expect(bindings == [first, second])
  }
}
