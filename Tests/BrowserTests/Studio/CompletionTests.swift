import LiveSQLTestSupport
import TestBrowser
import TestSockets
import Testing

/// The completion of names on the SQL page.
@Suite(.mayBlock, .requiresBrowser, .serialized, .timeLimit(.hang))
struct CompletionTests {
  private static let tables = """
    [["main", "orders", ["id", "customerId"]], ["main", "Bücher", ["Länge"]],
     ["main", "odd (one)", ["x1"]], ["old", "orders", ["id", "gone"]]].map(([schema, name, columns]) =>
      ({ schema, name, kind: "table", columns: columns.map(name => ({ name, type: "" })) }))
    """

  /// Texts with `|` at the cursor, and the completions.
  private static let cases: [(text: String, names: String)] = [
    ("SELECT * FROM Büch|", #""Bücher""#), (#"SELECT Län| FROM "Bücher""#, #""Länge""#),
    (#"SELECT * FROM "odd (one)" WHERE "odd (one)".x|"#, "x1"), (#"SELECT 1 WHERE "(".a|"#, ""),
    ("SELECT o.| FROM orders o", "id customerId"), ("SELECT o.| FROM old.orders o", "id gone"),
    ("SELECT * FROM ord|", "orders old.orders"), ("SELECT * FROM old.|", "orders"),
    ("SELECT old.orders.g|", "gone"),
  ]

  @Test func `names of any script, and of any schema, are completed`() async throws {
    try await StudioPage.run { test in
      for (text, names) in Self.cases {
        let found = try await test.page.evaluate(
          """
          import('/complete.js').then(({ candidates }) => {
            const text = \(JSONValue.string(text).text), at = text.indexOf('|');
            return candidates(text.replace('|', ''), at, \(Self.tables)).list
              .map(found => found.name).join(' ');
          })
          """
        )
        #expect(found.string == names, "\(text)")
      }
    }
  }

  @Test func `Enter is a new line where no name was asked for, and Tab completes`() async throws {
    try await StudioPage.run { test in
      try await test.go(to: "#/sql", until: "document.querySelector('.write textarea')")
      try await test.page.fill(".write textarea", with: "")
      try await test.page.focus(".write textarea")
      try await test.page.type("SELECT 1 AS tot")
      try await test.page.wait(
        for: "document.querySelector('.complete li')?.textContent.startsWith('total')"
      )
      try await test.page.press("Enter")
      let text = "document.querySelector('.write textarea').value"
      #expect(try await test.page.evaluate(text).string == "SELECT 1 AS tot\n")
      try await test.page.type("FROM ord")
      try await test.page.wait(
        for: "document.querySelector('.complete li')?.textContent.startsWith('orders')"
      )
      try await test.page.press("Tab")
      #expect(try await test.page.evaluate(text).string == "SELECT 1 AS tot\nFROM orders")
      try await test.page.type(" WHERE sta")
      try await test.page.wait(
        for: "document.querySelector('.complete li')?.textContent.startsWith('status')"
      )
      try await test.page.press("ArrowDown", "Enter")
      #expect(
        try await test.page.evaluate(text).string == "SELECT 1 AS tot\nFROM orders WHERE status"
      )
    }
  }
}
