import DatabaseTypes
import Testing

/// Swift sees one `Character` where SQL sees a quote and a combining accent.
@Suite struct QuotedTextTests {
  @Test(arguments: [
    ("", "''"), ("it's", "'it''s'"), ("a'\u{301}b", "'a''\u{301}b'"), ("'\u{301}", "'''\u{301}'"),
    ("\r\n'", "'\r\n'''"), ("\n\u{301}", "'\n\u{301}'"), ("\\\u{301}", "'\\\u{301}'"),
    ("\u{301}", "'\u{301}'"), ("東京", "'東京'"),
  ])
  func `quotes are doubled byte by byte, and halved again`(text: String, quoted: String) {
    #expect(Array(text.quoted(by: "'").utf8) == Array(quoted.utf8))
    #expect(quoted.unquoted(by: "'").map { Array($0.utf8) } == Array(text.utf8))
    #expect(Array(DatabaseValue.text(text).sqlLiteral.utf8) == Array(quoted.utf8))
  }

  @Test(arguments: ["", "'", "a", "'a", "a'", "'''", "'a'b'", "'a''", "'a' || 'b'", "'a'\u{301}b'"])
  func `only one whole quoted text has a content`(text: String) {
    #expect(text.unquoted(by: "'") == nil)
  }

  @Test(arguments: [
    ("a*/b", "a* /b"), ("*/\u{301}", "* /\u{301}"), ("*/*/", "* /* /"), ("", ""), ("* /", "* /"),
  ])
  func `bytes are replaced wherever they occur`(text: String, replaced: String) {
    #expect(Array(text.replacingBytes(of: "*/", with: "* /").utf8) == Array(replaced.utf8))
  }
}
