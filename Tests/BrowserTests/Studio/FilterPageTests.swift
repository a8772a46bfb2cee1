import LiveSQLTestSupport
import SQLiteDatabase
import TestBrowser
import TestSockets
import Testing

/// Filters, orders, searches and columns of a grid.
@Suite(.mayBlock, .requiresBrowser, .serialized, .timeLimit(.hang))
struct FilterPageTests {
  @Test func `a filter is typed, switched off, kept in the address, and removed by keys`()
    async throws
  {
    try await StudioPage.run { test in
      try await test.open("orders")
      try await test.page.press("ArrowRight", "/")
      try await test.page.wait(for: "document.activeElement.classList.contains('value')")
      try await test.page.type("5")
      try await test.page.wait(for: Rows.total("500 rows"))
      // The rows may come before the answer that has the SQL.
      try await test.page.wait(
        for: "document.querySelector('.foot .sql').textContent.includes('customerId = 5 ')"
      )
      try await test.page.click(".filter input[type=checkbox]")
      try await test.page.wait(for: Rows.total("1,000,000 rows"))
      try await test.page.click(".filter input[type=checkbox]")
      try await test.page.wait(for: Rows.total("500 rows"))
      #expect(try await test.holds("location.href.includes('%22customerId%22')"))
      try await test.page.reload()
      try await test.page.wait(for: Rows.total("500 rows"))
      try await test.page.focus(".filter .value")
      try await test.page.press("Control+Backspace")
      try await test.page.wait(for: Rows.total("1,000,000 rows"))
    }
  }

  @Test func `letters that are typed quickly make one query`() async throws {
    try await StudioPage.run { test in
      try await test.open("orders")
      try await test.page.recordRequests()
      // Keys of a slow machine could be further apart than the page waits for the next one.
      try await test.page.evaluate(
        """
        const search = document.querySelector('.search');
        for (const letter of 'fountain pen') {
          search.value += letter;
          search.dispatchEvent(new Event('input', { bubbles: true }));
        }
        """
      )
      try await test.page.wait(
        for: "document.querySelector('.foot .sql').textContent.includes('fountain pen')"
      )
      let queries = test.page.requests.filter { $0.hasSuffix("/grid") }
      #expect(queries.count <= 3, "\(queries.count)")
    }
  }

  @Test func `the search field keeps the focus when its rows arrive`() async throws {
    try await StudioPage.run { test in
      try await test.open("orders")
      try await test.page.focus(".search")
      for (text, sql) in [("fo", "'%fo%'"), ("un", "'%foun%'")] {
        try await test.page.type(text)
        let shows = "document.querySelector('.foot .sql').textContent.includes(`\(sql)`)"
        try await test.page.wait(for: shows)
      }
      #expect(try await test.page.evaluate("document.activeElement.value").string == "foun")
    }
  }

  @Test func `the page stops asking after a few requests if nothing matches`() async throws {
    try await StudioPage.run { test in
      try await test.page.recordRequests()
      let query = StudioPage.query(
        """
        {"filters":[{"column":"amount","operator":">","text":"1,5"}],\
        "sort":[{"column":"title","descending":true}]}
        """
      )
      try await test.go(to: "#/table/main/orders\(query)", until: Rows.total("0 rows"))
      let queries = test.page.requests.filter { $0.hasSuffix("/grid") }
      #expect(queries.count <= 5, "\(queries.count)")
    }
  }

  @Test func `filters find NULL, empty texts, and values of a type`() async throws {
    try await StudioPage.run { test in
      try await test.open("oddities")
      try await test.page.press("Home", "/")
      try await test.page.choose("value", in: ".filter select[aria-label^='column']")
      let cases: [(operator: String, value: String?, type: String?, total: String, row: String)] = [
        ("is null", nil, nil, "1 row", "NULL"), ("is empty", nil, nil, "1 row", "empty text"),
        ("is not null", nil, nil, "22 rows", "2^63-1"),
        ("=", "9223372036854775807", nil, "1 row", "2^63-1"),
        ("=", "1", "text", "1 row", "text '1'"), ("contains", "alert", nil, "1 row", "markup"),
        ("in", "1,9007199254740993", "integer", "2 rows", "2^53+1"),
      ]
      for (comparison, value, type, total, row) in cases {
        try await test.page.choose(comparison, in: ".filter select[aria-label^='operator']")
        if let value { try await test.page.fill(".filter input.value", with: value) }
        if let type { try await test.page.choose(type, in: ".filter select[aria-label^='type']") }
        // The total alone may still be that of the filter before.
        try await test.page.wait(
          for: "\(Rows.total(total)) && \(Rows.has(row, inColumn: 2))",
          "\(comparison) \(value ?? "")"
        )
      }
    }
  }

  @Test func `a decimal comma is not a number, and a filter without matches can be cleared`()
    async throws
  {
    try await StudioPage.run { test in
      try await test.open("oddities")
      try await test.page.press("Home", "/")
      try await test.page.choose("value", in: ".filter select[aria-label^='column']")
      try await test.page.fill(".filter input.value", with: "1,5")
      try await test.page.choose("real", in: ".filter select[aria-label^='type']")
      try await test.page.wait(
        for: "document.querySelector('.filter .error').textContent.startsWith('Not a number')"
      )
      try await test.page.choose("contains", in: ".filter select[aria-label^='operator']")
      try await test.page.fill(".filter input.value", with: "no such thing")
      try await test.page.wait(
        for: "document.querySelector('.grid .blank').textContent.startsWith('No row matches')"
      )
      try await test.page.click(".blank button")
      try await test.page.wait(for: Rows.total("23 rows"))
    }
  }

  @Test func `a column's header sorts ascending, descending, and not at all`() async throws {
    try await StudioPage.run { test in
      try await test.open("orders")
      let header = "[role=columnheader][aria-colindex='2']"
      try await test.page.click("\(header) .sort")
      try await test.page.click("\(header) .sort")
      try await test.page.wait(
        for: """
          document.querySelector(`\(header)`).getAttribute('aria-sort') === 'descending' &&
          \(Rows.has("1000000", inColumn: 1, ofRow: 1))
          """
      )
      try await test.page.click("\(header) .sort")
      try await test.page.wait(for: Rows.has("1", inColumn: 1, ofRow: 1))
    }
  }

  @Test func `a menu that is closed at once does not close the next one`() async throws {
    try await StudioPage.run { test in
      try await test.open("orders")
      // Opened and closed before a timeout can run, which no pointer is fast enough for.
      try await test.page.evaluate(
        """
        [...document.querySelectorAll('button')].find(b => b.textContent === 'Columns').click();
        document.querySelector('.menu [role=menuitemcheckbox]')
          .dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
        """
      )
      try await test.page.click("button", withText: "Columns")
      try await test.page.click(".menu [role=menuitemcheckbox]", withText: "status")
      try await test.page.wait(
        for: "!document.querySelector('.head').textContent.includes('status')"
      )
    }
  }

  @Test func `columns are hidden, pinned and widened, and the page remembers it`() async throws {
    try await StudioPage.run { test in
      try await test.open("orders")
      let head = { (column: Int) in "[role=columnheader][aria-colindex='\(column)']" }
      try await test.page.click("\(head(9)) .more")
      try await test.page.click(".menu [role=menuitem]", withText: "Pin")
      try await test.page.wait(
        for: "document.querySelector(`\(head(2))`).textContent.startsWith('note')"
      )
      try await test.page.click("button", withText: "Columns")
      try await test.page.click(".menu [role=menuitemcheckbox]", withText: "status")
      try await test.page.wait(
        for: "!document.querySelector('.head').textContent.includes('status')"
      )
      try await test.page.reload()
      try await test.page.wait(
        for: """
          document.querySelector('.row .cell:nth-child(4)')?.textContent &&
          !document.querySelector('.head').textContent.includes('status') &&
          document.querySelector(`\(head(2))`).textContent.startsWith('note')
          """
      )
      let width = "document.querySelector(`\(head(2))`).offsetWidth"
      let before = try await test.page.evaluate(width).int ?? 0
      try await test.page.focus(".grid [tabindex='0']")
      try await test.page.press("Alt+ArrowRight")
      try await test.page.wait(for: "\(width) === \(before + 16)")
      try await test.page.click("button", withText: "Columns")
      try await test.page.click(".menu button", withText: "Show all")
      try await test.page.wait(
        for: "document.querySelector('.head').textContent.includes('status')"
      )
    }
  }

  @Test func `foreign keys lead to their rows, and back`() async throws {
    try await StudioPage.run { test in
      try await test.open("orders")
      try await test.page.press("ArrowRight", "Alt+Enter")
      try await test.page.wait(for: Rows.total("1 row"))
      #expect(try await test.text("h1") == "customers")
      try await test.page.wait(
        for:
          "document.querySelector('.row:not([hidden]) .cell:nth-child(2)')?.textContent === '1920'"
      )
      try await test.page.press(" ")
      try await test.page.wait(for: Sheet.isOpen)
      try await test.page.click(".ways a")
      try await test.page.wait(for: Rows.total("500 rows"))
      #expect(try await test.text("h1") == "orders")
      try await test.page.goBack()
      try await test.page.wait(for: "document.querySelector('h1').textContent === 'customers'")
    }
  }

  @Test func `a foreign key of two columns, in other letter cases, leads to its row`()
    async throws
  {
    let tables = """
      CREATE TABLE Places (country TEXT, number INTEGER, name TEXT, PRIMARY KEY (country, number));
      CREATE TABLE visits (
        id INTEGER PRIMARY KEY, country TEXT, place INTEGER,
        FOREIGN KEY (country, place) REFERENCES places (COUNTRY, NUMBER)
      );
      INSERT INTO Places VALUES ('fr', 1, 'Lyon'), ('de', 1, 'Bremen'), ('de', 2, 'Köln');
      INSERT INTO visits VALUES (1, 'de', 2), (2, 'de', NULL);
      """
    try await StudioPage.run({ try StudioPage.create(tables, at: $0) }) { test in
      try await test.open("visits")
      #expect(try await test.holds("document.querySelectorAll('.row a.go').length === 1"))
      try await test.page.press("End", "Alt+Enter")
      try await test.page.wait(for: Rows.total("1 row"))
      #expect(try await test.text("h1") == "Places")
      try await test.page.wait(for: Rows.has("Köln", inColumn: 3))
      try await test.page.press(" ")
      try await test.page.wait(for: Sheet.isOpen)
      try await test.page.click(".ways a")
      try await test.page.wait(for: "document.querySelector('h1').textContent === 'visits'")
      try await test.page.wait(for: Rows.total("1 row"))
    }
  }

  @Test func `keys open the menu of a column, and select all rows`() async throws {
    try await StudioPage.run { test in
      try await test.open("orders")
      try await test.page.press("ArrowRight", "Alt+ArrowDown")
      try await test.page.wait(for: "document.querySelector('.menu')")
      #expect(
        try await test.holds(
          "document.querySelector('.menu').getAttribute('aria-label') === 'Column customerId'"
        )
      )
      try await test.page.press("Escape")
      try await test.page.wait(for: "!document.querySelector('.menu')")
      try await test.page.press("Control+a")
      try await test.page.wait(
        for: "document.querySelectorAll('.row.selected').length > 10"
      )
    }
  }

  @Test func `the grid keeps the focus after a choice from a column's menu`() async throws {
    try await StudioPage.run { test in
      try await test.open("orders")
      try await test.page.press("ArrowRight", "Alt+ArrowDown", "End", "Enter")
      try await test.page.wait(
        for: "!document.querySelector('.head').innerText.includes('customerId')"
      )
      try await test.page.wait(
        for: "document.activeElement.getAttribute('role') === 'gridcell'"
      )
      try await test.page.press("ArrowDown", "ArrowDown")
      try await test.page.wait(for: "document.activeElement.textContent.startsWith('Fountain pen')")
    }
  }

  @Test func `the loaded ones of all selected rows are copied, also at the end of a table`()
    async throws
  {
    try await StudioPage.run { test in
      try await test.open("orders")
      try await test.page.press("Control+End")
      try await test.page.wait(for: Rows.has("1000000", inColumn: 1))
      try await test.page.press("Control+a")
      let copied = try await test.page.evaluate(
        """
        (() => {
          const event = new ClipboardEvent('copy',
            { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
          document.activeElement.dispatchEvent(event);
          return event.clipboardData.getData('text/plain');
        })()
        """
      ).string
      let lines = (copied ?? "").split(separator: "\n")
      #expect(lines.count > 10)
      #expect(lines.last?.hasPrefix("1000000\t") == true)
      #expect(try await test.text("#notice").contains("of 1,000,000: the others are not loaded"))
    }
  }

  @Test func `a link leads where the newest values lead, also those that are staged`()
    async throws
  {
    let tables = """
      CREATE TABLE places (country TEXT, number INTEGER, name TEXT, PRIMARY KEY (country, number));
      CREATE TABLE guides (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE visits (
        id INTEGER PRIMARY KEY, country TEXT, place INTEGER, guide INTEGER REFERENCES guides,
        FOREIGN KEY (country, place) REFERENCES places,
        FOREIGN KEY (country, guide) REFERENCES places
      );
      INSERT INTO places VALUES ('fr', 1, 'Lyon'), ('de', 1, 'Bremen'), ('it', 1, 'Bari'),
        ('de', 7, 'Ulm'), ('fr', 7, 'Nice');
      INSERT INTO guides VALUES (7, 'Mia');
      INSERT INTO visits VALUES (1, 'de', 1, 7), (2, 'de', 1, 7);
      """
    try await StudioPage.run({ try StudioPage.create(tables, at: $0) }, isWritable: true) { test in
      func leads(to text: String, inColumn column: Int) -> String {
        """
        decodeURIComponent(document.querySelector('.row[aria-rowindex="2"]').children[\(column)]
          .querySelector('a.go')?.hash ?? '').includes('\(text)')
        """
      }
      try await test.open("visits")
      try await test.page.wait(for: leads(to: "main/guides", inColumn: 4))
      try await test.page.wait(for: leads(to: #""text":"de""#, inColumn: 3))
      try await test.write("UPDATE visits SET country = 'fr'")
      try await test.page.wait(for: leads(to: #""text":"fr""#, inColumn: 3))
      try await test.move(toRow: 1, column: 2)
      try await test.page.type("it")
      try await test.page.press("Control+Enter")
      try await test.page.wait(for: leads(to: #""text":"it""#, inColumn: 3))
      try await test.page.press("Control+Home", "ArrowRight", "ArrowRight", "Alt+Enter")
      try await test.page.wait(for: Rows.has("Bari", inColumn: 3))
    }
  }

  @Test func `a slow query can be cancelled, and stays cancelled until it is requested again`()
    async throws
  {
    let slow = """
      CREATE TABLE n (i INTEGER PRIMARY KEY);
      INSERT INTO n WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 9000)
        SELECT i FROM c;
      CREATE VIEW slow AS SELECT a.i AS i, b.i AS j FROM n a, n b WHERE a.i * b.i = -1;
      """
    try await StudioPage.run(
      { path in
        let database = try SampleShopFile.open(path)
        try database.writeWithoutTransaction { try $0.execute(sql: slow) }
        try database.close()
      }
    ) { test in
      try await test.page.evaluate("location.hash = '#/table/main/slow'")
      try await test.page.click(".state button", withText: "Cancel")
      try await test.page.wait(
        for: "document.querySelector('.state .error')?.textContent === 'cancelled'"
      )
    }
  }
}
