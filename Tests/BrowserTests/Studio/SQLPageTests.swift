import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import TestBrowser
import TestSockets
import Testing

/// The page on which people write SQL.
@Suite(.mayBlock, .requiresBrowser, .serialized, .timeLimit(.hang))
struct SQLPageTests {
  private static let endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"

  @Test func `each statement has its result, up to the first error`() async throws {
    try await StudioPage.run { test in
      try await test.runSQL(
        """
        SELECT 1 AS one, 'a;b' AS text, NULL AS missing, 9223372036854775807 AS big;
        SELECT id FROM orders WHERE id < 3; SELECT wrong FROM orders; SELECT 2
        """
      )
      try await test.page.wait(for: "document.querySelectorAll('.result').length === 3")
      #expect(try await test.text(".result:nth-child(3)").contains("no such column: wrong"))
      try await test.page.wait(
        for: """
          [...document.querySelectorAll('.result:nth-child(1) .row:not([hidden]) .cell')]
            .map(c => c.textContent).join() === '1,1,a;b,NULL,9223372036854775807'
          """
      )
      try await test.page.wait(for: "document.querySelector('button.main').textContent === 'Run'")
    }
  }

  @Test func `a statement that writes is refused, and the error says how to allow it`() async throws
  {
    try await StudioPage.run { test in
      try await test.runSQL("DELETE FROM orders")
      try await test.page.wait(
        for: "document.querySelector('.result .error')?.textContent.includes('--write')"
      )
    }
  }

  @Test func `results follow commits, and show their plan`() async throws {
    try await StudioPage.run { test in
      try await test.runSQL(
        "SELECT id, title FROM orders WHERE customerId = 7 ORDER BY id; SELECT count(*) AS n FROM orders"
      )
      try await test.page.wait(for: "document.querySelectorAll('.result').length === 2")
      #expect(try await test.text(".result:nth-child(1) header").contains("patch"))
      try await test.write("INSERT INTO orders (id, customerId, title) VALUES (-5, 7, 'new one')")
      try await test.page.wait(
        for: """
          document.querySelector('.result .row:not([hidden])')?.children[1].textContent === '-5' &&
          document.querySelector('.result').textContent.includes('501 rows') &&
          document.querySelector('.result .work').textContent.includes('read in') &&
          document.querySelector('.result:nth-child(2)').textContent.includes('1000001')
          """
      )
      try await test.write("DELETE FROM orders WHERE id = -5")
      try await test.page.wait(
        for: "document.querySelector('.result').textContent.includes('500 rows')"
      )
    }
  }

  @Test func `names of tables, and of columns by an alias, are completed`() async throws {
    try await StudioPage.run { test in
      try await test.openSQL()
      try await test.page.fill(".write textarea", with: "")
      try await test.page.type("SELECT * FROM ord")
      try await test.page.wait(
        for: "document.querySelector('.complete li')?.textContent.startsWith('orders')"
      )
      try await test.page.press("Enter")
      try await test.page.type(" o WHERE o.cus")
      try await test.page.wait(
        for: "document.querySelector('.complete li')?.textContent.startsWith('customerId')"
      )
      try await test.page.press("Tab")
      #expect(try await test.editedSQL == "SELECT * FROM orders o WHERE o.customerId")
    }
  }

  @Test func `a plan marks slow steps, and says which tables update the query`() async throws {
    try await StudioPage.run { test in
      try await test.openSQL()
      try await test.page.fill(
        ".write textarea",
        with: "SELECT * FROM orders WHERE note = 'x' ORDER BY placed"
      )
      try await test.page.press("Control+e")
      try await test.page.wait(for: "document.querySelector('.plan')")
      let plan = try await test.text(".plan")
      for part in ["SCAN orders", "full scan", "temporary sort", "Updated by commits to orders"] {
        #expect(plan.contains(part), "\(plan)")
      }
    }
  }

  @Test
  func `the plan is that of the statement at the cursor, also beside strings with semicolons`()
    async throws
  {
    try await StudioPage.run { test in
      try await test.openSQL()
      try await test.page.fill(
        ".write textarea",
        with: "SELECT 1; /* ; */ SELECT * FROM orders WHERE note = 'x;y' AND \"id\" > 5 -- ;\n"
      )
      try await test.page.press("Control+e")
      try await test.page.wait(for: "document.querySelector('.plan')")
      let plan = try await test.text(".plan")
      #expect(plan.contains("SEARCH orders"), "\(plan)")
      try await test.page.fill(
        ".write textarea",
        with: "SELECT * FROM orders WHERE id > 5; -- the end\n/* and more"
      )
      try await test.page.press("Control+e")
      try await test.page.wait(
        for: "document.querySelector('.plan')?.innerText.includes('rowid>?')"
      )
    }
  }

  @Test func `previous texts are recalled by keys, and from a list`() async throws {
    try await StudioPage.run { test in
      try await test.runSQL("SELECT 'first'")
      try await test.runSQL("SELECT 'second'")
      try await test.page.fill(".write textarea", with: "")
      try await test.page.press("Control+ArrowUp")
      #expect(try await test.editedSQL == "SELECT 'second'")
      try await test.page.press("Control+ArrowUp")
      #expect(try await test.editedSQL == "SELECT 'first'")
      try await test.page.click("button", withText: "History")
      try await test.page.click(".history button")
      #expect(try await test.editedSQL == "SELECT 'second'")
    }
  }

  @Test func `Escape cancels the running statement`() async throws {
    try await StudioPage.run { test in
      try await test.runSQL(Self.endless)
      try await test.page.wait(
        for: "document.querySelector('button.main').textContent === 'Cancel'"
      )
      try await test.page.press("Escape")
      try await test.page.wait(
        for: """
          document.querySelector('.result .error')?.textContent === 'Cancelled.' &&
          document.querySelector('button.main').textContent === 'Run'
          """
      )
    }
  }

  @Test func `a statement that writes is not run again after an interruption`() async throws {
    try await StudioPage.run(isWritable: true) { test in
      try await test.runSQL("INSERT INTO wishes (text) VALUES ('once'); SELECT * FROM wishes")
      try await test.page.wait(for: "document.querySelectorAll('.result').length === 2")
      try await test.interrupt()
      try await test.page.wait(for: "document.body.textContent.includes('no longer live')")
      let count = "SELECT count(*) FROM wishes"
      #expect(try await test.other.read { db in try Int.fetchOne(db, sql: count) } == 1)
    }
  }

  @Test func `a live result continues after an interruption`() async throws {
    try await StudioPage.run(isWritable: true) { test in
      try await test.runSQL("SELECT count(*) AS n FROM wishes")
      // Only what is known to have no effect on data is run again.
      try await test.page.wait(
        for: "document.querySelector('.results[aria-busy=false] .result .row')"
      )
      try await test.interrupt()
      try await test.write("INSERT INTO wishes (text) VALUES ('while live')")
      try await test.page.wait(
        for: Rows.has("1", inColumn: 1)
      )
    }
  }

  @Test func `a statement that runs when its tab is hidden runs to its end, and only once`()
    async throws
  {
    try await StudioPage.run(isWritable: true) { test in
      try await test.runSQL(
        """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000000)
        INSERT INTO wishes (text) SELECT 'one' FROM n WHERE i = 5000000
        """
      )
      try await test.page.hide(true)
      try await test.page.wait(
        for: "document.querySelector('.result')?.textContent.includes('1 row changed')"
      )
      try await test.page.wait(for: "document.querySelector('#badge').dataset.state === 'paused'")
      try await test.page.hide(false)
      try await test.untilLive()
      let count = "SELECT count(*) FROM wishes"
      #expect(try await test.other.read { db in try Int.fetchOne(db, sql: count) } == 1)
    }
  }

  @Test func `results stay when a statement creates a table`() async throws {
    try await StudioPage.run(isWritable: true) { test in
      try await test.runSQL("CREATE TABLE made (id INTEGER PRIMARY KEY); SELECT 1 AS shown")
      try await test.page.wait(
        for: """
          [...document.querySelectorAll('#tables a')].some(a => a.textContent.startsWith('made')) &&
          document.querySelectorAll('.result').length === 2
          """
      )
      #expect(try await test.editedSQL?.hasPrefix("CREATE TABLE made") == true)
    }
  }

  @Test func `results and tables are saved as CSV and JSON`() async throws {
    try await StudioPage.run { test in
      try await test.runSQL("SELECT id, note FROM orders WHERE id < 4 ORDER BY id")
      try await test.page.wait(for: "document.querySelectorAll('.result').length === 1")
      try await test.page.click("button", withText: "Export")
      let csv = try await test.page.download {
        try await test.page.click(".menu button", withText: "CSV")
      }
      #expect(String(decoding: csv, as: UTF8.self) == "id,note\r\n1,\r\n2,\r\n3,\"\"\r\n")
      try await test.open("oddities")
      try await test.page.click("button", withText: "Export")
      let json = try await test.page.download {
        try await test.page.click(".menu button", withText: "JSON")
      }
      #expect(String(decoding: json, as: UTF8.self).contains("\"value\":9223372036854775807"))
    }
  }

  @Test func `the query of a grid is carried to the editor`() async throws {
    try await StudioPage.run { test in
      try await test.open("orders")
      // The rows may come before the answer that has the SQL.
      try await test.page.wait(for: "document.querySelector('.foot .sql').textContent")
      try await test.page.click("a, button", withText: "Open in SQL")
      try await test.page.wait(
        for:
          "document.querySelector('.write textarea')?.value === 'SELECT * FROM orders ORDER BY id'"
      )
    }
  }
}

extension StudioPage {
  fileprivate func openSQL() async throws {
    try await go(to: "#/sql", until: "document.querySelector('.write textarea')")
  }

  /// Runs a text as if a user had typed it.
  fileprivate func runSQL(_ sql: String) async throws {
    try await openSQL()
    try await page.fill(".write textarea", with: sql)
    try await page.press("Escape", "Control+Enter")
  }

  /// Pauses the stream of events, and resumes it.
  fileprivate func interrupt() async throws {
    try await page.click("#badge")
    try await page.wait(for: "document.querySelector('#badge').dataset.state === 'paused'")
    try await page.click("#badge")
    try await untilLive()
  }

  fileprivate var editedSQL: String? {
    get async throws {
      try await page.evaluate("document.querySelector('.write textarea').value").string
    }
  }
}
