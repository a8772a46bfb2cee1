import DatabaseTypes
import LiveSQLTestSupport
import SQLite
import SQLiteDatabase
import TestBrowser
import TestSockets
import Testing

/// The page Live for someone who reads it while commits arrive.
@Suite(.mayBlock, .requiresBrowser, .serialized, .timeLimit(.hang))
struct LivePageTests {
  /// Whether the page shows no commit, and the server lists each from now on.
  private static let isWaiting =
    "document.querySelector('.livePage .commits:not([aria-busy]) .blank')"
  private static let waits = "document.querySelector('.tools').textContent.includes('Show 1')"

  private static func count(_ number: Int) -> String {
    "document.querySelectorAll('.commit').length === \(number)"
  }

  /// Returns whether so many changed rows are shown; quick commits may share a card.
  private static func rowCount(_ number: Int) -> String {
    "document.querySelectorAll('.commit li').length === \(number)"
  }

  /// Opens the page, with one commit.
  private static func open(_ test: StudioPage) async throws {
    try await test.go(to: "#/live", until: isWaiting)
    try await test.write("UPDATE orders SET title = 'first' WHERE id = 2")
    try await test.page.wait(for: count(1))
  }

  @Test func `a new commit waits while the focus is in another, whose card is never taken out`()
    async throws
  {
    try await StudioPage.run { test in
      try await Self.open(test)
      try await test.page.focus(".commit li a")
      try await test.page.evaluate("window.link = document.activeElement")
      try await test.write("UPDATE orders SET title = 'second' WHERE id = 3")
      try await test.page.wait(for: Self.waits)
      #expect(try await test.holds(Self.count(1)))
      #expect(try await test.holds("document.activeElement === window.link"))
      try await test.page.focus(".search")
      try await test.page.wait(for: Self.count(2))
      #expect(try await test.holds("window.link.isConnected"))
    }
  }

  @Test func `a new commit waits while the pointer is on the list`() async throws {
    try await StudioPage.run { test in
      try await Self.open(test)
      try await test.page.click(".commit .origin")
      try await test.write("UPDATE orders SET title = 'second' WHERE id = 3")
      try await test.page.wait(for: Self.waits)
      #expect(try await test.holds(Self.count(1)))
      try await test.page.movePointer(to: (100, 700))
      try await test.page.wait(for: Self.count(2))
    }
  }

  @Test func `a new commit does not move what was scrolled to`() async throws {
    try await StudioPage.run { test in
      try await Self.open(test)
      // Commits that come together share a card, which shows eight rows.
      for id in 10...40 {
        try await test.write("UPDATE orders SET title = 'x' WHERE id = \(id)")
        try await test.page.wait(for: Self.rowCount(id - 8))
      }
      try await test.page.evaluate("document.querySelector('.livePage').scrollTop = 200")
      try await test.write("UPDATE orders SET title = 'second' WHERE id = 3")
      try await test.page.wait(for: Self.waits)
      #expect(try await test.holds("document.querySelector('.livePage').scrollTop === 200"))
      try await test.page.click(".tools button", withText: "Show 1")
      try await test.page.wait(
        for: """
          \(Self.rowCount(33)) && document.querySelector('.livePage').scrollTop === 0 &&
          document.querySelector('.commit').textContent.includes('second')
          """
      )
    }
  }

  @Test func `the filter searches names, keys and values, and not the form of the message`()
    async throws
  {
    try await StudioPage.run { test in
      try await Self.open(test)
      for word in ["whole", "rows", "key", "\"new\""] {
        try await test.page.fill(".search", with: word)
        try await test.page.wait(for: Self.isWaiting, word)
        try await test.page.fill(".search", with: "first")
        try await test.page.wait(for: Self.count(1))
      }
      for word in ["orders", "TITLE", "first"] {
        try await test.page.fill(".search", with: word)
        try await test.page.wait(for: Self.count(1), word)
        try await test.page.fill(".search", with: "zzz")
        try await test.page.wait(for: Self.isWaiting)
      }
    }
  }

  @Test func `Clear also drops the commits that a pause holds`() async throws {
    try await StudioPage.run { test in
      try await Self.open(test)
      try await test.page.focus(".livePage")
      try await test.page.press("p")
      try await test.write("UPDATE orders SET title = 'second' WHERE id = 3")
      try await test.page.wait(for: Self.waits)
      try await test.page.click(".tools button", withText: "Clear")
      try await test.page.wait(
        for: "\(Self.count(0)) && document.querySelector('.tools').textContent.includes('Resume')"
      )
      try await test.page.click(".tools button", withText: "Resume")
      try await test.write("UPDATE orders SET title = 'third' WHERE id = 4")
      try await test.page.wait(for: Self.count(1))
      #expect(try await test.text(".commit").contains("third"))
    }
  }

  @Test func `times are those of this computer, and name UTC`() async throws {
    try await StudioPage.run { test in
      try await test.page.send("Emulation.setTimezoneOverride", ["timezoneId": "Asia/Tokyo"])
      let time = try await test.page.evaluate(
        "import('/dom.js').then(({ local }) => local('2026-11-24T20:00:00.123Z'))"
      )
      #expect(time == "2026-11-25 05:00:00.123")
      try await Self.open(test)
      #expect(
        try await test.holds("document.querySelector('.commit time').title.endsWith('Z in UTC')")
      )
    }
  }

  @Test func `a key that is no column has no link`() async throws {
    let table = "CREATE TABLE named (rowid TEXT, text TEXT); INSERT INTO named VALUES ('a', 'b')"
    try await StudioPage.run({ try StudioPage.create(table, at: $0) }) { test in
      try await test.go(to: "#/live", until: Self.isWaiting)
      try await test.write("UPDATE named SET text = 'c'")
      try await test.page.wait(for: "document.querySelector('.commit h3 a')")
      #expect(try await test.holds("!document.querySelector('.commit li a')"))
    }
  }

  @Test func `commits while the tab was hidden are counted`() async throws {
    let isTold = """
      /^\\d+ commits? while this tab was hidden\\.$/
        .test(document.querySelector('.gap')?.textContent)
      """
    try await StudioPage.run { test in
      try await Self.open(test)
      // A commit may be noticed only after the tab is back, and then it is listed.
      repeat {
        try await test.page.hide(true)
        try await test.page.wait(for: "document.querySelector('#badge').dataset.state === 'paused'")
        for id in 3...5 { try await test.write("UPDATE orders SET title = 'x' WHERE id = \(id)") }
        try await test.page.hide(false)
        try await test.untilLive()
        // The answer to the page, which has the number, comes after the stream has begun.
        try await test.page.wait(for: "document.querySelector('.commits:not([aria-busy])')")
      } while try await !test.holds(isTold)
      try await test.write("UPDATE orders SET title = 'second' WHERE id = 2")
      try await test.page.wait(
        for: "\(isTold) && document.querySelector('.commits').textContent.includes('second')"
      )
    }
  }

  @Test func `a commit of a program without LiveSQL says why no more is known`() async throws {
    try await StudioPage.run { test in
      try await test.go(to: "#/live", until: Self.isWaiting)
      let stranger = try Connection(path: test.path)
      try stranger.execute("PRAGMA busy_timeout = 300000")
      try stranger.execute("UPDATE orders SET title = 'x' WHERE id = 2")
      try await test.page.wait(for: "document.querySelector('.commits .unknown')")
      #expect(try await test.text(".commit h3") == "any table changed")
      #expect(try await test.text(".commits .unknown").contains("without LiveSQL"))
      try await test.page.click(".commits .unknown button")
      try await test.page.wait(
        for: "\(Sheet.isOpen) && document.querySelector('#sheet p')"
      )
      #expect(try await test.text("#sheetTitle") == "Commits of other programs")
      try await test.page.press("Escape")
      // What is known of others is listed beside it.
      try await test.write("UPDATE orders SET title = 'second' WHERE id = 3")
      try await test.leaveGrid()
      try await test.page.wait(
        for: "document.querySelector('.commits').textContent.includes('second')"
      )
      #expect(try await test.holds("document.querySelectorAll('.commits .unknown').length === 1"))
    }
  }
}
