import LiveSQLTestSupport
import SQLiteDatabase
import TestBrowser
import TestSockets
import Testing

/// Links to the rows that refer to a row, and addresses.
@Suite(.mayBlock, .requiresBrowser, .serialized, .timeLimit(.hang))
struct LinkTests {
  private static let tables = """
    CREATE TABLE places (code TEXT PRIMARY KEY, name TEXT);
    CREATE TABLE visits (id INTEGER PRIMARY KEY, code TEXT REFERENCES places (code));
    INSERT INTO places VALUES ('', 'empty'), (printf('%.*c', 600, 'x'), 'long'), (NULL, 'none');
    INSERT INTO visits (code) VALUES (''), (printf('%.*c', 600, 'x')), (NULL), (NULL);
    """

  private static func open(_ test: StudioPage, rowNamed name: String) async throws {
    let filter = #"{"filters":[{"column":"name","operator":"=","type":"text","text":"\#(name)"}]}"#
    try await test.go(
      to: "#/table/main/places" + StudioPage.query(filter),
      until: Rows.total("1 row")
    )
    try await test.page.wait(for: Rows.has(name, inColumn: 2))
    try await test.page.press("Control+Home", " ")
    try await test.page.wait(for: Sheet.isOpen)
  }

  @Test func `a row whose key is the empty text leads to the rows that refer to it`() async throws {
    try await StudioPage.run({ try StudioPage.create(Self.tables, at: $0) }) { test in
      try await Self.open(test, rowNamed: "empty")
      try await test.page.click(".ways a")
      try await test.page.wait(for: "document.querySelector('h1').textContent === 'visits'")
      try await test.page.wait(for: Rows.total("1 row"))
    }
  }

  @Test func `a row whose key is cut or NULL has no such link`() async throws {
    try await StudioPage.run({ try StudioPage.create(Self.tables, at: $0) }) { test in
      for name in ["long", "none"] {
        try await Self.open(test, rowNamed: name)
        #expect(try await test.holds("!document.querySelector('#sheet .ways')"), "\(name)")
        try await test.page.press("Escape")
      }
    }
  }

  @Test func `an address with a lone percent sign says that there is no such table`() async throws {
    try await StudioPage.run { test in
      try await test.go(
        to: "#/table/main/100%",
        until: "document.querySelector('.blank')?.textContent.includes('100% no longer exists')"
      )
    }
  }
}
