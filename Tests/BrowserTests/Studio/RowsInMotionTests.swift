import LiveSQLTestSupport
import TestBrowser
import TestSockets
import Testing
import WebServer

@testable import Studio

/// The effect of others' commits on the rows that a user looks at.
@Suite(.mayBlock, .requiresBrowser, .serialized, .timeLimit(.hang))
struct RowsInMotionTests {
  @Test func `a cell changes in place, and its mark fades`() async throws {
    try await StudioPage.run { test in
      try await test.open("orders")
      try await test.leaveGrid()
      try await test.write("UPDATE orders SET title = 'Changed elsewhere' WHERE id = 3")
      try await test.page.wait(
        for: """
          [...document.querySelectorAll('.row')].some(r =>
            r.children[3].textContent === 'Changed elsewhere' &&
            r.children[3].classList.contains('changed'))
          """
      )
      try await test.page.wait(for: "!document.querySelector('.cell.changed')")
    }
  }

  @Test func `rows under the pointer stay, and pending changes are counted`() async throws {
    try await StudioPage.run { test in
      try await test.open("orders")
      try await test.page.movePointer(to: (700, 300))
      try await test.write(
        "INSERT INTO orders (id, customerId, title) VALUES (-1, 1, 'came'), (-2, 1, 'came too')"
      )
      try await test.write("DELETE FROM items WHERE orderId = 5; DELETE FROM orders WHERE id = 5")
      try await test.page.wait(
        for: "document.querySelector('.pending').textContent.startsWith('2 new, 1 gone')"
      )
      for row in 4...7 {
        try await test.page.wait(for: Rows.has("\(row)", inColumn: 1, ofRow: row))
      }
      try await test.page.wait(
        for: "document.querySelector('.row.gone .cell:nth-child(2)')?.textContent === '5'"
      )
      try await test.write("UPDATE orders SET title = 'still live' WHERE id = 7")
      try await test.page.wait(for: Rows.has("still live", inColumn: 3))
      try await test.page.press("r")
      try await test.page.wait(
        for: """
          \(Rows.has("-2", inColumn: 1)) && document.querySelector('.pending').hidden &&
          !document.querySelector('.row.gone')
          """
      )
    }
  }

  @Test func `rows are inserted at the top while the pointer is elsewhere`() async throws {
    try await StudioPage.run { test in
      try await test.open("orders")
      try await test.leaveGrid()
      try await test.write("INSERT INTO orders (id, customerId, title) VALUES (-9, 1, 'first')")
      try await test.page.wait(for: Rows.has("-9", inColumn: 1, ofRow: 1))
      try await test.page.movePointer(to: (700, 300))
      try await test.write("DELETE FROM orders WHERE id = -9")
      try await test.page.wait(for: "!document.querySelector('.pending').hidden")
      try await test.leaveGrid()
      try await test.page.wait(
        for: "document.querySelector('.pending').hidden && !(\(Rows.has("-9", inColumn: 1)))"
      )
    }
  }

  @Test func `the topmost row keeps its position while rows are inserted above`() async throws {
    try await StudioPage.run { test in
      try await test.open("orders")
      try await test.page.wait(for: Rows.total("1,000,000 rows"))
      for _ in 0..<8 { try await test.page.wheel(275, at: (700, 300)) }
      // The first whole row below 2,200 pixels, which only the last turn of the wheel reaches.
      try await test.page.wait(for: "\(Rows.top)?.[0] === '80'")
      try await test.leaveGrid()
      let top = try await test.page.evaluate(Rows.top)
      for id in 1...20 {
        try await test.write(
          "INSERT INTO orders (id, customerId, title) VALUES (-\(id), 1, 'above')"
        )
      }
      try await test.page.wait(for: Rows.total("1,000,020 rows"))
      try await test.page.wait(for: "\(Rows.top)[0] === '\(top[0].string ?? "")'")
      #expect(try await test.page.evaluate(Rows.top) == top)
    }
  }

  @Test func `the view does not jump back while rows are inserted and the wheel turns`()
    async throws
  {
    try await StudioPage.run { test in
      let order = StudioPage.query(#"{"sort":[{"column":"id","descending":true}]}"#)
      try await test.open("orders", query: order)
      try await test.page.movePointer(to: (700, 300))
      var seen: [Int] = []
      for _ in 0..<100 {
        try await test.write("INSERT INTO orders (customerId, title) VALUES (1, 'live')")
        try await test.page.wheel(56, at: (700, 300))
        // The rows may be on their way.
        try await test.page.wait(for: Rows.top)
        let top = try await test.page.evaluate(Rows.top)[0].string.flatMap { Int($0) }
        if let top { seen.append(top) }
      }
      #expect(seen.count > 80)
      #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 >= $1 }, "\(seen)")
    }
  }

  @Test func `a restarted server is found again, with the changes made in the meantime`()
    async throws
  {
    // A request that meets the stop is answered with 404 if its stream has already ended.
    try await StudioPage.run(allowing: ["ERR_", "status of 503", "status of 404"]) { test in
      try await test.open("orders")
      try await test.leaveGrid()
      try await test.page.click("#badge")
      try await test.page.wait(for: "document.querySelector('#badge').dataset.state === 'paused'")
      try await test.page.click("#badge")
      try await test.untilLive()
      var settings = Studio.Settings()
      settings.port = try #require(
        test.address.split { ":/".contains($0) }.dropFirst(2).first.flatMap { UInt16($0) }
      )
      settings.token = test.studio.server.token
      try await test.studio.stop()
      try await test.page.wait(
        for: "document.querySelector('#badge').textContent.startsWith('reconnecting')"
      )
      try await test.write("UPDATE orders SET title = 'while away' WHERE id = 2")
      let again = try Studio(path: test.path, settings: settings)
      _ = try again.start()
      try await test.untilLive()
      try await test.page.wait(for: Rows.has("while away", inColumn: 3))
      try await again.stop()
    }
  }

  @Test func `tables that are created and dropped appear in and disappear from the list`()
    async throws
  {
    try await StudioPage.run { test in
      try await test.open("orders")
      let isListed =
        "[...document.querySelectorAll('#tables a')].some(a => a.textContent.startsWith('made'))"
      try await test.write("CREATE TABLE made (id INTEGER PRIMARY KEY)")
      try await test.page.wait(for: isListed)
      try await test.write("DROP TABLE made")
      try await test.page.wait(for: "!\(isListed)")
    }
  }

  @Test func `a change of another table's structure leaves the text and the focus`() async throws {
    try await StudioPage.run { test in
      try await test.open("orders")
      try await test.page.focus(".search")
      try await test.page.type("foun")
      try await test.write("CREATE TABLE made (id INTEGER PRIMARY KEY)")
      try await test.page.wait(
        for: """
          [...document.querySelectorAll('#tables a')].some(a => a.textContent.startsWith('made'))
          """
      )
      try await test.page.type("tain")
      #expect(try await test.page.evaluate("document.activeElement.value").string == "fountain")
      try await test.write("ALTER TABLE orders ADD COLUMN added INTEGER")
      try await test.page.wait(
        for: """
          [...document.querySelectorAll('.head button')].some(b => b.textContent.includes('added'))
          """
      )
    }
  }

  @Test func `an empty table says so, until its first row appears`() async throws {
    try await StudioPage.run { test in
      let isEmpty =
        "document.querySelector('.grid .blank')?.textContent.startsWith('wishes has no rows')"
      try await test.go(to: "#/table/main/wishes", until: isEmpty)
      try await test.leaveGrid()
      try await test.write("INSERT INTO wishes (text) VALUES ('one')")
      try await test.page.wait(
        for: "!document.querySelector('.grid .blank') && \(Rows.has("one", inColumn: 2))"
      )
      try await test.write("DELETE FROM wishes")
      try await test.page.wait(for: isEmpty)
    }
  }

  @Test func `changes are announced as a sum`() async throws {
    try await StudioPage.run { test in
      try await test.open("orders")
      try await test.leaveGrid()
      try await test.write("UPDATE orders SET quantity = 99 WHERE id IN (1, 2)")
      try await test.page.wait(
        for: "document.querySelector('#status').textContent === '2 rows changed'"
      )
    }
  }

  @Test func `a hidden tab closes its stream, and catches up when it is shown again`() async throws
  {
    try await StudioPage.run { test in
      try await test.open("orders")
      try await test.page.hide(true)
      try await test.page.wait(for: "document.querySelector('#badge').dataset.state === 'paused'")
      try await test.write("UPDATE orders SET title = 'while hidden' WHERE id = 6")
      try await test.page.hide(false)
      try await test.page.wait(for: Rows.has("while hidden", inColumn: 3))
    }
  }

  @Test func `reduced motion marks a change without an animation`() async throws {
    var look = PageLook()
    look.reducesMotion = true
    try await StudioPage.run(look: look) { test in
      try await test.open("orders")
      try await test.write("UPDATE orders SET note = 'marked' WHERE id = 3")
      try await test.page.wait(
        for: """
          [...document.querySelectorAll('.cell.changed')].some(c =>
            getComputedStyle(c).animationName === 'none' && getComputedStyle(c).boxShadow !== 'none')
          """
      )
    }
  }
}
