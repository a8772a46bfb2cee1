import Testing

@testable import WebServer

/// Forms and queries of URLs are read byte by byte.
@Suite struct FormFieldTests {
  @Test func `a sign before a combining accent still separates`() {
    let fields = WebRequest.fields(of: "a=1&\u{301}b=2&c=\u{301}3&d=+\u{301}&e")
    #expect(fields == ["a": "1", "\u{301}b": "2", "c": "\u{301}3", "d": " \u{301}", "e": ""])
  }
}
