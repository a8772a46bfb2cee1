import LiveSQLTestSupport
import SQLiteDatabase
import Studio
import TestBrowser
import TestSockets
import Testing

/// The pages Live and Schema, the help, and properties of all pages.
@Suite(.mayBlock, .requiresBrowser, .serialized, .timeLimit(.hang))
struct StudioPagesTests {
  private static let fragments = [
    "#/table/main/orders", "#/sql", "#/live", "#/schema",
    "#/table/main/orders" + StudioPage.query(#"{"filters":[{"column":"id","operator":"="}]}"#),
  ]

  /// A condition: the page of a fragment is shown, and not the one before, with rows if it has any.
  private static func isShown(_ fragment: String) -> String {
    let page = fragment.prefix { $0 != "?" }.split(separator: "/").dropFirst()
    guard page.first == "table", let table = page.last else {
      return "document.querySelector('.\(page.first ?? "")Page')"
    }
    return """
      document.querySelector(".grid[aria-label='table \(table)'] .row .cell:nth-child(3)")
        ?.textContent && !!document.querySelector('.filter') === \(fragment.contains("?"))
      """
  }

  @Test func `the page Live shows each commit as it arrives, and can be paused and filtered`()
    async throws
  {
    try await StudioPage.run { test in
      let isWaiting = "document.querySelector('.livePage .commits:not([aria-busy]) .blank')"
      try await test.go(to: "#/live", until: isWaiting)
      try await test.write(
        "UPDATE orders SET title = '<i>x</i>' WHERE id = 2; INSERT INTO wishes (text) VALUES ('w')"
      )
      try await test.page.wait(for: "document.querySelectorAll('.commit').length === 1")
      let commit = try await test.text(".commit")
      for part in ["1 row written", "<i>x</i>", "wishes"] {
        #expect(commit.contains(part), "\(commit)")
      }
      try await test.page.focus(".livePage")
      try await test.page.press("p")
      try await test.write("DELETE FROM wishes")
      try await test.page.wait(
        for: "document.querySelector('.tools').textContent.includes('Show 1')"
      )
      #expect(try await test.holds("document.querySelectorAll('.commit').length === 1"))
      try await test.page.press("p")
      try await test.page.wait(for: "document.querySelectorAll('.commit').length === 2")
      try await test.page.fill(".search", with: "orders")
      try await test.page.wait(for: "document.querySelectorAll('.commit').length === 1")
      try await test.page.fill(".search", with: "zzz")
      try await test.page.wait(for: "document.querySelector('.livePage .blank')")
      try await test.page.fill(".search", with: "")
      try await test.write("UPDATE orders SET quantity = 1 WHERE id BETWEEN 10 AND 40")
      try await test.page.wait(
        for: "document.querySelector('.commit')?.textContent.includes('23 more')"
      )
      try await test.page.click(".commit button")
      try await test.page.wait(
        for: "document.querySelector('.commit').querySelectorAll('li').length === 31"
      )
    }
  }

  @Test func `the studio's own commits are marked`() async throws {
    try await StudioPage.run(isWritable: true) { test in
      try await test.go(
        to: "#/live",
        until: "document.querySelector('.livePage .commits:not([aria-busy])')"
      )
      try await test.page.evaluate(
        """
        fetch('/api/edits', { method: 'POST',
          headers: { Authorization: 'Bearer ' + localStorage['livesql-token'],
            'Content-Type': 'application/json' },
          body: JSON.stringify({ changes: [{ kind: 'update', schema: 'main', table: 'orders',
            key: [['i', '8']], column: 'note', was: null, value: 'n' }] }) }).then(a => a.status)
        """
      )
      try await test.page.wait(
        for: "document.querySelector('.commit .origin')?.textContent === 'this process'"
      )
    }
  }

  @Test func `the page Schema draws tables and foreign keys, and shows them as Swift and SQL`()
    async throws
  {
    try await StudioPage.run({ path in try SampleShopFile.copy(to: path) }) {
      $0.swiftSource = { _ in "struct Order {}" }
    } _: { test in
      try await test.go(to: "#/schema", until: "document.querySelectorAll('.box').length === 6")
      #expect(try await test.holds("document.querySelectorAll('.wire').length === 2"))
      let isNamed =
        "[...document.querySelectorAll('.box')].some(b => b.getAttribute('aria-label').includes('customerId to customers'))"
      #expect(try await test.holds(isNamed))
      try await test.page.click(".tabs *", withText: "Swift")
      try await test.page.wait(
        for: "document.querySelector('.source')?.textContent.includes('struct Order')"
      )
      try await test.page.click(".tabs *", withText: "SQL")
      try await test.page.wait(
        for:
          "document.querySelector('.schemaBody').textContent.includes('CREATE TRIGGER nameNotBlank')"
      )
      try await test.page.click(".tabs *", withText: "Diagram")
      try await test.page.focus(".box")
      try await test.page.press("Enter")
      try await test.page.wait(for: "location.hash.startsWith('#/table/')")
    }
  }

  @Test func `indexes and triggers are found by their names, and lead to their SQL`() async throws {
    try await StudioPage.run { test in
      try await test.page.press("Control+k")
      try await test.page.type("namenot")
      try await test.page.wait(
        for: "document.querySelector('#tables details[open] a')?.textContent === 'nameNotBlank'"
      )
      try await test.page.press("Enter")
      try await test.page.wait(
        for:
          "document.querySelector('.source.wanted')?.textContent.includes('CREATE TRIGGER nameNotBlank')"
      )
    }
  }

  @Test func `a question mark opens the list of keys, and Escape closes it`() async throws {
    try await StudioPage.run { test in
      try await test.open("orders")
      try await test.page.press("?")
      try await test.page.wait(
        for: """
          \(Sheet.isOpen) &&
          document.querySelector('#sheet').textContent.includes('Ctrl Enter')
          """
      )
      try await test.page.press("Escape")
      try await test.page.wait(
        for: """
          \(Sheet.isClosed) && !document.activeElement.closest('#sheet')
          """
      )
    }
  }

  @Test func `screen readers have a name for each control of each page`() async throws {
    try await StudioPage.run { test in
      for fragment in Self.fragments {
        try await test.go(to: fragment, until: Self.isShown(fragment))
        let nodes = try await test.page.accessibilityTree()
        #expect(nodes.contains { $0.role == "heading" }, "\(fragment)")
        #expect(try await test.namelessControls() == [], "\(fragment)")
      }
    }
  }

  @Test(arguments: [false, true])
  func `each control can be reached with the Tab key`(isWritable: Bool) async throws {
    try await StudioPage.run(isWritable: isWritable) { test in
      try await test.open("orders")
      if isWritable {
        try await test.page.press("Delete")
        try await test.page.wait(for: "document.querySelector('.row.deleted')")
      }
      try await test.page.evaluate(
        "window.reached = new Set(); addEventListener('focusin', e => reached.add(e.target))"
      )
      for _ in 0..<60 { try await test.page.press("Tab") }
      let missed = try await test.page.evaluate(
        """
        [...document.querySelectorAll('button, input, select, textarea, a[href]')]
          .filter(e => e.checkVisibility() && !e.disabled && e.tabIndex >= 0 && !reached.has(e))
          .map(e => e.outerHTML.slice(0, 80))
        """
      )
      #expect(missed == [])
    }
  }

  @Test func `no page is wider than a phone, where the list of tables opens and closes`()
    async throws
  {
    try await StudioPage.run(look: .narrow) { test in
      for fragment in Self.fragments {
        try await test.go(to: fragment, until: Self.isShown(fragment))
        #expect(try await test.holds("document.documentElement.scrollWidth <= 390"), "\(fragment)")
      }
      try await test.page.click("#menuButton")
      try await test.page.wait(for: "document.body.classList.contains('open')")
      try await test.page.click("#tables a", withText: "items")
      try await test.page.wait(
        for: """
          !document.body.classList.contains('open') &&
          document.querySelector('h1').textContent === 'items'
          """
      )
    }
  }

  @Test(arguments: [false, true])
  func `texts have a contrast of at least 4.5 to 1`(isDark: Bool) async throws {
    var look = PageLook()
    look.isDark = isDark
    try await StudioPage.run(isWritable: true, look: look) { test in
      for fragment in Self.fragments + ["#/table/main/oddities"] {
        try await test.go(to: fragment, until: Self.isShown(fragment))
        #expect(try await test.page.evaluate(Contrast.tooLow) == [], "\(fragment)")
      }
    }
  }

  @Test func `no value becomes markup`() async throws {
    try await StudioPage.run { test in
      try await test.open("customers")
      try await test.write(
        "UPDATE customers SET city = '<img src=x onerror=alert(1)>' WHERE id = 3"
      )
      try await test.page.wait(
        for:
          "[...document.querySelectorAll('.row')].some(r => r.textContent.includes('<img src=x'))"
      )
      try await test.page.press(" ")
      try await test.page.wait(for: Sheet.isOpen)
      let count = "document.querySelectorAll('main img, main script').length === 0"
      #expect(try await test.holds(count))
    }
  }

  @Test func `only the columns in view of a wide table are filled`() async throws {
    try await StudioPage.run { test in
      let names = (0..<200).map { "c\($0)" }
      let values = (0..<200).map { "i * 1000 + \($0)" }
      try await test.write(
        """
        CREATE TABLE wide (id INTEGER PRIMARY KEY, \(names.joined(separator: ", ")));
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
        INSERT INTO wide SELECT i, \(values.joined(separator: ", ")) FROM n
        """
      )
      try await test.page.wait(
        for:
          "[...document.querySelectorAll('#tables a')].some(a => a.textContent.startsWith('wide'))"
      )
      try await test.go(to: "#/table/main/wide", until: Rows.has("1001", inColumn: 3))
      let filled = "[...document.querySelectorAll('.row .cell')].filter(c => c.textContent).length"
      #expect(try await test.holds("\(filled) < 900"))
      try await test.page.press("End")
      try await test.page.wait(for: "document.activeElement.textContent === '1199'")
      try await test.page.press("Control+End")
      try await test.page.wait(for: "document.activeElement.textContent === '300199'")
      try await test.page.press("Control+Home")
      try await test.page.wait(
        for: "document.activeElement.textContent === '1' && \(Rows.has("1001", inColumn: 3))"
      )
    }
  }

  @Test func `four tabs of one browser follow the same commit`() async throws {
    try await StudioPage.run { test in
      var pages = [test.page]
      for _ in 0..<3 {
        pages.append(try await TestBrowser.shared().open(test.address, besides: test.page))
      }
      for page in pages {
        try await page.evaluate("location.hash = '#/table/main/orders'")
        try await page.wait(for: Rows.has("1", inColumn: 1, ofRow: 1))
      }
      try await test.write("UPDATE orders SET title = 'in all tabs' WHERE id = 1")
      for page in pages { try await page.wait(for: Rows.has("in all tabs", inColumn: 3)) }
    }
  }

  @Test func `eight tabs of one window are live when they are shown`() async throws {
    try await StudioPage.run { test in
      var pages = [test.page]
      for _ in 0..<7 {
        // The tab that was shown before is hidden, and leaves its connection to the next one.
        try await pages.last?.hide(true)
        let page = try await TestBrowser.shared().open(test.address, besides: test.page)
        try await page.evaluate("location.hash = '#/table/main/orders'")
        try await page.wait(for: Rows.has("1", inColumn: 1, ofRow: 1))
        pages.append(page)
      }
      try await pages[0].evaluate("location.hash = '#/table/main/orders'")
      try await test.write("UPDATE orders SET title = 'in eight tabs' WHERE id = 1")
      for page in pages.reversed() {
        try await page.hide(false)
        try await page.wait(for: Rows.has("in eight tabs", inColumn: 3))
        try await page.hide(true)
      }
      try await pages[0].hide(false)
      try await test.untilLive()
    }
  }

  @Test func `a page says what to do if other tabs use all connections of the browser`()
    async throws
  {
    try await StudioPage.run { test in
      // A browser opens six connections to a host, and the stream of each tab uses one.
      for _ in 0..<5 {
        let page = try await TestBrowser.shared().open(test.address, besides: test.page)
        try await page.wait(for: "document.querySelector('#badge')?.dataset.state === 'live'")
      }
      try await test.page.evaluate("location.hash = '#/table/main/items'")
      try await test.page.wait(for: "document.body.innerText.includes('close a tab')")
    }
  }
}
