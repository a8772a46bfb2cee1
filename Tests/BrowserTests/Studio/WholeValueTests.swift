import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import TestBrowser
import TestSockets
import Testing

/// Long values, which the grid shows cut, and which are copied and opened whole.
@Suite(.mayBlock, .requiresBrowser, .serialized, .timeLimit(.hang))
struct WholeValueTests {
  private static let tables = """
    CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT, bytes BLOB);
    INSERT INTO texts (text, bytes) VALUES (printf('%.*c', 9000, 'x'), x'00ff'),
      ('short', zeroblob(70)), ('other', zeroblob(2000000));
    CREATE VIEW shown AS SELECT text, bytes FROM texts;
    """

  /// Copies as Ctrl C does, and keeps the text in `window.copied`.
  private static let copy = """
    window.copied = null;
    navigator.clipboard.writeText = async text => { window.copied = text; };
    (() => {
      const data = new DataTransfer();
      document.activeElement.dispatchEvent(
        new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }));
      if (data.getData('text/plain')) window.copied = data.getData('text/plain');
    })();
    """

  private static func run(_ body: (StudioPage) async throws -> Void) async throws {
    try await StudioPage.run({ try StudioPage.create(tables, at: $0) }) { try await body($0) }
  }

  @Test func `odd values are shown as text, and change no text beside them`() async throws {
    try await StudioPage.run { test in
      try await test.write(
        """
        CREATE TABLE strange (id INTEGER PRIMARY KEY, value, beside);
        INSERT INTO strange (beside, value) VALUES ('a1', '<script>alert(1)</script>'),
          ('a2', 'exe.' || char(8238) || 'gnp'), ('a3', CAST(x'610062' AS TEXT)),
          ('a4', CAST(x'c328' AS TEXT)), ('a5', x'00'), ('a6', ''), ('a7', NULL),
          ('a8', 9223372036854775807), ('a9', -9223372036854775808), ('b1', 1e308),
          ('b2', replace(printf('%.*c', 100000, 'x'), 'x', '<b>'))
        """
      )
      let isListed = "a => a.textContent.startsWith('strange')"
      try await test.page.wait(for: "[...document.querySelectorAll('#tables a')].some(\(isListed))")
      try await test.go(
        to: "#/table/main/strange",
        until: Rows.has("b2", inColumn: 3, ofRow: 11)
      )
      var values: [String] = []
      for row in 1...11 { values.append(try await test.cells(ofRow: row)[2]) }
      #expect(
        values.prefix(10) == [
          "<script>alert(1)</script>", "exe.\u{202E}gnp", "not UTF-8 · 3 bytes",
          "not UTF-8 · 2 bytes", "BLOB 1 byte", "''", "NULL", "9223372036854775807",
          "-9223372036854775808", "1e+308",
        ]
      )
      #expect(values[10].hasPrefix("300,000 characters<b><b>"))
      #expect(try await test.holds("!document.querySelector('.grid script, .grid b')"))
      // The override ends with its own element.
      let hasText = "e => e.textContent.includes('gnp')"
      #expect(try await test.holds("[...document.querySelectorAll('.grid bdi')].some(\(hasText))"))
    }
  }

  @Test func `a long text, and bytes, are copied whole`() async throws {
    try await Self.run { test in
      for (table, column) in [("texts", 2), ("shown", 1)] {
        try await test.open(table)
        try await test.move(toRow: 1, column: column)
        try await test.page.evaluate(Self.copy)
        try await test.page.wait(for: "window.copied === 'x'.repeat(9000)", table)
      }
      try await test.open("texts")
      try await test.move(toRow: 1, column: 3)
      try await test.page.evaluate(Self.copy)
      try await test.page.wait(for: "window.copied === '00ff'")
      try await test.move(toRow: 1, column: 1)
      try await test.page.press("Shift+ArrowDown")
      try await test.page.evaluate(Self.copy)
      try await test.page.wait(
        for: """
          window.copied === ['1', 'x'.repeat(9000), '00ff'].join('\\t') + '\\n' +
            ['2', 'short', '00'.repeat(70)].join('\\t')
          """
      )
    }
  }

  @Test func `a message says what is not copied whole`() async throws {
    try await Self.run { test in
      try await test.open("texts")
      try await test.move(toRow: 3, column: 3)
      try await test.page.evaluate(Self.copy)
      try await test.page.wait(
        for: "document.querySelector('#notice').textContent.includes('1 blob above 1 MiB')"
      )
    }
  }

  @Test func `long values of a result are copied and opened whole`() async throws {
    try await Self.run { test in
      try await test.go(to: "#/sql", until: "document.querySelector('.write textarea')")
      try await test.page.fill(
        ".write textarea",
        with: "SELECT 1; SELECT id, text, bytes FROM texts ORDER BY id"
      )
      try await test.page.focus(".write textarea")
      try await test.page.press("Control+Enter")
      try await test.page.click(".result:nth-child(2) .row .cell:nth-child(3)")
      try await test.page.evaluate(Self.copy)
      try await test.page.wait(for: "window.copied === 'x'.repeat(9000)")
      // The rows move after a commit, and their places on the server with them.
      try await test.write("INSERT INTO texts (id, text) VALUES (-1, 'new')")
      try await test.page.wait(
        for: "document.querySelector('.result:nth-child(2)').textContent.includes('4 rows')"
      )
      try await test.page.evaluate(Self.copy)
      try await test.page.wait(for: "window.copied === 'x'.repeat(9000) || window.copied === 'new'")
      try await test.page.press("Control+Home", "ArrowDown", " ")
      try await test.page.click("#sheet dd button", withText: "Show all")
      try await test.page.wait(
        for: "[...document.querySelectorAll('#sheet dd')][1].textContent === 'x'.repeat(9000)"
      )
      try await test.page.wait(
        for: "document.querySelector('#sheet .hex')?.textContent.includes('00 ff')"
      )
      #expect(try await test.text("#sheetTitle") == "Row 2 of result 2")
      #expect(try await test.holds("!document.querySelector('#sheet .error')"))
    }
  }

  @Test func `a long text and a blob of a view are opened whole`() async throws {
    try await Self.run { test in
      try await test.open("shown")
      try await test.move(toRow: 1, column: 1)
      try await test.page.press(" ")
      try await test.page.click("#sheet dd button", withText: "Show all")
      try await test.page.wait(
        for: "document.querySelector('#sheet dd').textContent === 'x'.repeat(9000)"
      )
      try await test.page.wait(
        for: "document.querySelector('#sheet .hex')?.textContent.includes('00 ff')"
      )
      #expect(try await test.holds("!document.querySelector('#sheet .error')"))
    }
  }
}
