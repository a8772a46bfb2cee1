import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import TestBrowser
import TestSockets
import Testing

/// The types that typed text becomes.
@Suite(.mayBlock, .requiresBrowser, .serialized, .timeLimit(.hang))
struct TypedValueTests {
  /// Columns of PostgreSQL: the declared type, the type under a domain, typed text, its type.
  private static let postgres = [
    ["name", "", "01234", "text"], ["bit(8)", "", "00000001", "text"],
    ["interval", "", "1", "text"], ["point", "", "1", "text"],
    ["zipcode", "text", "01234", "text"],
    ["numeric(20,10)", "", "1.50", "text"], ["integer[]", "", "1", "text"],
    ["boolean", "", "1", "text"], ["quantity", "integer", "5", "integer"],
    ["bigint", "", "9223372036854775807", "integer"], ["integer", "", "1.5", "text"],
    ["double precision", "", "NaN", "real"], ["real", "", "1.5e3", "real"],
    ["bytea", "", "00ff", "blob"],
  ]

  @Test func `typed text is a number only in PostgreSQL's own types of numbers`() async throws {
    try await StudioPage.run { test in
      let cases = JSONValue.array(Self.postgres.map { .array($0.map { .string($0) }) }).text
      let types = try await test.page.evaluate(
        """
        import('/cells.js').then(({ typeFor }) => \(cases).map(([type, base, text]) =>
          typeFor({ type, base: base || null }, text, 'postgres')))
        """
      )
      #expect(types.elements.map(\.string) == Self.postgres.map(\.last))
    }
  }

  @Test func `text in a column of any type keeps its leading zeros`() async throws {
    let table = """
      CREATE TABLE codes (id INTEGER PRIMARY KEY, code ANY) STRICT;
      INSERT INTO codes (code) VALUES ('006'), (6);
      """
    let write: @Sendable (String) throws -> Void = { try StudioPage.create(table, at: $0) }
    try await StudioPage.run(write, isWritable: true) { test in
      try await test.open("codes")
      try await test.move(toRow: 1, column: 2)
      for _ in 1...2 {
        try await test.page.type("007")
        try await test.page.press("Enter")
      }
      try await test.page.press("Control+s")
      try await test.page.wait(for: "document.activeElement.textContent === 'Apply 2 changes'")
      let review = try await test.text(".changes")
      #expect(review.contains("code = '007'") && review.contains("code = 7"), "\(review)")
    }
  }
}
