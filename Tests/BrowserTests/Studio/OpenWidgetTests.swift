import LiveSQLTestSupport
import TestBrowser
import TestSockets
import Testing

/// The names and the contrast of what opens over a page: editors, sheets, filters and menus.
@Suite(.mayBlock, .requiresBrowser, .serialized, .timeLimit(.hang))
struct OpenWidgetTests {
  private static func run(_ isDark: Bool, _ body: (StudioPage) async throws -> Void) async throws {
    var look = PageLook()
    look.isDark = isDark
    try await StudioPage.run(isWritable: true, look: look) { test in try await body(test) }
  }

  /// A condition: an element has a text.
  private static func hasText(_ selector: String) -> String {
    "document.querySelector('\(selector)')?.textContent"
  }

  @Test(arguments: [false, true])
  func `the editor of a cell can be read, with an error, a file and without a value`(isDark: Bool)
    async throws
  {
    try await Self.run(isDark) { test in
      try await test.open("oddities")
      try await test.edit(row: 3, column: 3)
      try await test.expectReadable("an integer")
      try await test.page.fill(".editor textarea", with: "no number")
      try await test.page.choose("integer", in: ".editor select")
      try await test.page.wait(for: Self.hasText(".editor .hint"))
      try await test.expectReadable("an error")
      try await test.page.choose("blob", in: ".editor select")
      try await test.page.wait(for: "!document.querySelector('.editor .file').hidden")
      try await test.expectReadable("a file")
      try await test.page.choose("null", in: ".editor select")
      try await test.page.wait(
        for: "document.querySelector('.editor textarea').placeholder === 'NULL'"
      )
      try await test.expectReadable("NULL")
    }
  }

  @Test(arguments: [false, true])
  func `the rows that a foreign key may refer to can be read`(isDark: Bool) async throws {
    try await Self.run(isDark) { test in
      try await test.open("orders")
      try await test.edit(row: 1, column: 2)
      try await test.page.fill(".editor textarea", with: "Grace")
      try await test.page.wait(for: "document.querySelectorAll('.options li').length > 1")
      try await test.page.press("ArrowDown")
      try await test.page.wait(for: "document.querySelector('.options li[aria-selected=true]')")
      try await test.expectReadable("the rows")
    }
  }

  @Test(arguments: [false, true])
  func `the sheet of a new row can be read, with an error and the question`(isDark: Bool)
    async throws
  {
    try await Self.run(isDark) { test in
      try await test.go(to: "#/table/main/wishes", until: "document.querySelector('.grid .blank')")
      try await test.page.press("Control+i")
      try await test.page.wait(for: "document.activeElement.id === 'new-text'")
      try await test.expectReadable("a new row")
      try await test.page.fill("#new-text", with: "half a row")
      try await test.page.choose("integer", in: ".field:nth-child(2) select")
      try await test.page.click("#sheet button.main")
      try await test.page.wait(for: Self.hasText(".field:nth-child(2) .error"))
      try await test.expectReadable("an error")
      try await test.page.press("Escape")
      try await test.page.wait(for: "document.querySelector('#sheet .ask')")
      try await test.expectReadable("the question")
    }
  }

  @Test(arguments: [false, true])
  func `the filters can be read, with an error and with a list of types`(isDark: Bool) async throws
  {
    let filters = #"""
      {"filters":[{"column":"amount","operator":">","type":"real","text":"1,5"},\#
      {"column":"title","operator":"is null"},\#
      {"column":"title","operator":"type","text":"integer","enabled":false}]}
      """#
    try await Self.run(isDark) { test in
      try await test.go(
        to: "#/table/main/orders" + StudioPage.query(filters),
        until: "\(Self.hasText(".filter .error")) && document.querySelector('.grid .blank')"
      )
      try await test.expectReadable("filters")
    }
  }

  @Test(arguments: [false, true])
  func `the menus can be read`(isDark: Bool) async throws {
    try await Self.run(isDark) { test in
      try await test.open("orders")
      try await test.page.press("ArrowRight", "Alt+ArrowDown")
      try await test.page.wait(for: "document.querySelector('.menu')")
      try await test.expectReadable("the menu of a column")
      try await test.page.press("Escape")
      for name in ["Columns", "Export"] {
        try await test.page.wait(for: "!document.querySelector('.menu')")
        try await test.page.click("#tools button", withText: name)
        try await test.page.wait(for: "document.querySelector('.menu button')")
        try await test.expectReadable("the menu \(name)")
        try await test.page.press("Escape")
      }
    }
  }

  private func expectReadableSheet(_ what: String, _ test: StudioPage) async throws {
    try await test.page.wait(for: Sheet.isOpen)
    try await test.expectReadable(what)
    try await test.page.press("Escape")
    try await test.page.wait(for: Sheet.isClosed)
  }

  @Test(arguments: [false, true])
  func `the sheets of a row, of the changes and of the keys can be read`(isDark: Bool) async throws
  {
    try await Self.run(isDark) { test in
      try await test.open("oddities")
      try await test.move(toRow: 1, column: 2)
      try await test.page.press(" ")
      try await expectReadableSheet("a row", test)
      try await test.page.click("#helpButton")
      try await expectReadableSheet("the keys", test)
      // Keys that move go to the grid unless another element has the focus.
      try await test.page.evaluate("document.activeElement.blur()")
      try await test.move(toRow: 2, column: 3)
      try await test.page.press("Control+0", "ArrowDown", "Delete")
      try await test.page.wait(for: "document.querySelector('.row.deleted')")
      try await test.expectReadable("staged changes")
      try await test.review()
      try await test.expectReadable("the changes")
    }
  }
}
