import LiveSQLTestSupport
import TestBrowser
import TestSockets
import Testing

/// The shell of the studio's page, the list of tables, and the grid of a million rows.
@Suite(.mayBlock, .requiresBrowser, .serialized, .timeLimit(.hang))
struct GridPageTests {
  @Test func `the token leaves the address, and tables are found by some of their letters`()
    async throws
  {
    try await StudioPage.run { test in
      let address = try await test.page.evaluate("location.href").string ?? ""
      #expect(address.hasSuffix("#/table/main/customers"))
      let links = ##"document.querySelectorAll('#tables a[href^="#/table"]').length"##
      #expect(try await test.page.evaluate(links) == 6)
      try await test.page.press("Control+k")
      try await test.page.type("ordr")
      try await test.page.wait(for: "\(links) === 2")
      try await test.page.press("Control+a")
      try await test.page.type("items")
      try await test.page.press("Enter")
      try await test.page.wait(
        for: """
          location.hash === '#/table/main/items' &&
          document.querySelector('#title').textContent === 'items'
          """
      )
    }
  }

  @Test func `the first rows appear, and then their number`() async throws {
    try await StudioPage.run { test in
      try await test.open("orders")
      #expect(try await test.cells(ofRow: 1)[1] == "1")
      try await test.page.wait(for: Rows.total("1,000,000 rows"))
      let count = "document.querySelector('.grid').getAttribute('aria-rowcount') === '1000001'"
      #expect(try await test.holds(count))
    }
  }

  @Test(arguments: [1.0, 2.0])
  func `Control and End go to the last of a million rows`(pixelRatio: Double) async throws {
    var look = PageLook()
    look.pixelRatio = pixelRatio
    try await StudioPage.run(look: look) { test in
      try await test.open("orders")
      try await test.page.press("Control+End")
      try await test.page.wait(for: Rows.has("1000000", inColumn: 1))
      try await test.page.wait(
        for: """
          document.activeElement.getAttribute('aria-colindex') === '9' &&
          document.activeElement.parentNode.getAttribute('aria-rowindex') === '1000001'
          """
      )
      try await test.page.press("ArrowUp", "Home")
      try await test.page.wait(for: "document.activeElement.textContent === '999999'")
      try await test.page.press("Control+Home")
      try await test.page.wait(for: "document.activeElement.textContent === '1'")
    }
  }

  @Test(arguments: [1.0, 2.0, 3.0])
  func `the scroll bar reaches any of a million rows`(pixelRatio: Double) async throws {
    var look = PageLook()
    look.pixelRatio = pixelRatio
    try await StudioPage.run(look: look) { test in
      try await test.open("orders")
      try await test.page.wait(for: Rows.total("1,000,000 rows"))
      #expect(try await test.holds("document.querySelector('.spacer').offsetHeight <= 5000000"))
      for part in [0.5, 0.25, 0.9, 1] {
        try await test.page.evaluate(
          """
          (() => { const g = document.querySelector('.grid');
            g.scrollTop = \(part) * (g.scrollHeight - g.clientHeight); })()
          """
        )
        try await test.page.wait(
          for: """
            (() => {
              const rows = [...document.querySelectorAll('.row')].filter(r => !r.hidden);
              const first = Math.min(...rows.map(r => Number(r.children[0].textContent)));
              return Math.abs(first - \(part) * 1e6) < 60 &&
                rows.every(r => r.children[1].textContent === r.children[0].textContent);
            })()
            """,
          "dragged to \(part)"
        )
      }
    }
  }

  @Test func `the wheel scrolls 100 rows by 2,800 pixels`() async throws {
    try await StudioPage.run { test in
      try await test.open("orders")
      try await test.page.wait(for: Rows.total("1,000,000 rows"))
      for _ in 0..<10 { try await test.page.wheel(280, at: (800, 400)) }
      try await test.page.wait(for: "\(Rows.top)[0] === '101' && \(Rows.top)[1] < 2")
    }
  }

  @Test func `a finger scrolls 10 rows by 280 pixels`() async throws {
    var look = PageLook.narrow
    look.isTouch = true
    try await StudioPage.run(look: look) { test in
      try await test.open("orders")
      try await test.page.swipe(from: (200, 600), byY: -280, steps: 28, rests: true)
      try await test.page.wait(for: "['10', '11', '12', '13', '14'].includes(\(Rows.top)[0])")
    }
  }

  @Test func `arrows move, and the grid is one stop of the Tab key`() async throws {
    try await StudioPage.run { test in
      try await test.open("orders")
      try await test.page.press("ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight")
      try await test.page.wait(
        for: """
          document.activeElement.getAttribute('aria-colindex') === '4' &&
          document.activeElement.parentNode.getAttribute('aria-rowindex') === '4'
          """
      )
      try await test.page.press("End", "PageDown")
      try await test.page.wait(
        for: "Number(document.activeElement.parentNode.getAttribute('aria-rowindex')) > 25"
      )
      let stops = "document.querySelectorAll('.grid [tabindex=\"0\"]').length === 1"
      #expect(try await test.holds(stops))
      try await test.page.press("Tab")
      #expect(try await test.holds("!document.activeElement.closest('.grid')"))
      try await test.page.press("Shift+Tab")
      #expect(try await test.holds("document.activeElement.closest('.grid')"))
      try await test.page.press("?")
      try await test.page.wait(for: Sheet.isOpen)
      try await test.page.press("Escape", "Alt+1")
      try await test.page.wait(for: "location.hash === '#/sql'")
    }
  }

  @Test func `each kind of value is shown as it is stored`() async throws {
    try await StudioPage.run { test in
      try await test.go(
        to: "#/table/main/oddities",
        until: Rows.has("NUL inside", inColumn: 2, ofRow: 23)
      )
      var values: [String] = []
      for row in 1...23 { values.append(try await test.cells(ofRow: row)[3]) }
      #expect(
        values.prefix(9) == [
          "NULL", "''", "9223372036854775807", "-9223372036854775808", "9007199254740993",
          "1.5e+300", "Infinity", "1.0", "1",
        ]
      )
      #expect(values[9].hasPrefix("<script>alert(1)"))
      #expect(values[13] == "first⏎second⏎⇥third")
      #expect(values[14].hasPrefix("70,400 characters"))
      #expect(values[15] == "BLOB 12,288 bytes")
      #expect(values[16] == "BLOB 0 bytes")
      #expect(values[21].contains("not UTF-8"))
      #expect(values[22].contains("not UTF-8"))
      try await test.move(toRow: 18, column: 3)
      try await test.page.press(" ")
      try await test.page.wait(for: "document.querySelector('#sheet img')?.naturalWidth === 1")
    }
  }

  @Test func `with a wrong token, the page says what to do`() async throws {
    try await StudioPage.run { test in
      let base = test.address.prefix { $0 != "#" }
      let address = "\(base)#token=\(String(repeating: "0", count: 32))"
      let page = try await TestBrowser.shared().open(address)
      try await page.wait(
        for:
          "document.body.textContent.includes('Open the address that livesql studio has printed')"
      )
      await page.closeContext()
    }
  }
}
