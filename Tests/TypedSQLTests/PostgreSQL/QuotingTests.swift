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
}
