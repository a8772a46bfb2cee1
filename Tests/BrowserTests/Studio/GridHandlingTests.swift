import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import TestBrowser
import TestSockets
import Testing

/// Columns and editors in the hands of people.
@Suite(.mayBlock, .requiresBrowser, .serialized, .timeLimit(.hang))
struct GridHandlingTests {
  private static let title = "[role=columnheader][aria-colindex='4']"
  private static let width = "document.querySelector(`\(title)`).offsetWidth"

  /// Sends an event of the mouse, whose left button is down.
  private static func drag(_ test: StudioPage, _ type: String, _ place: (x: Double, y: Double))
    async throws
  {
    try await test.page.send(
      "Input.dispatchMouseEvent",
      [
        "type": .string(type), "x": .number(place.x), "y": .number(place.y), "button": "left",
        "buttons": 1, "clickCount": 1,
      ]
    )
  }

  private static func handle(_ test: StudioPage) async throws -> (x: Double, y: Double) {
    let place = try await test.page.evaluate(
      """
      (() => {
        const box = document.querySelector(`\(title) .handle`).getBoundingClientRect();
        return [box.left + box.width / 2, box.top + box.height / 2];
      })()
      """
    )
    return (place[0].number ?? 0, place[1].number ?? 0)
  }

  @Test func `a column is dragged wider, until the button is up or the drag is interrupted`()
    async throws
  {
    try await StudioPage.run { test in
      try await test.open("orders")
      for end in ["mouseReleased", "interrupted"] {
        let (x, y) = try await Self.handle(test)
        let before = try await test.page.evaluate(Self.width).int ?? 0
        try await test.page.movePointer(to: (x, y))
        try await Self.drag(test, "mousePressed", (x, y))
        try await Self.drag(test, "mouseMoved", (x + 50, y))
        try await test.page.wait(for: "\(Self.width) === \(before + 50)")
        if end == "interrupted" {
          try await test.page.evaluate(
            """
            document.querySelector(`\(Self.title) .handle`)
              .dispatchEvent(new PointerEvent('lostpointercapture'))
            """
          )
        } else {
          try await Self.drag(test, end, (x + 50, y))
        }
        try await test.page.movePointer(to: (x + 90, y))
        #expect(try await test.page.evaluate(Self.width).int == before + 50, "\(end)")
        if end == "interrupted" { try await Self.drag(test, "mouseReleased", (x + 90, y)) }
      }
    }
  }

  @Test func `several columns are hidden from one menu`() async throws {
    try await StudioPage.run { test in
      try await test.open("orders")
      try await test.page.click("button", withText: "Columns")
      for name in ["status", "amount", "note"] {
        try await test.page.click(".menu [role=menuitemcheckbox]", withText: name)
        try await test.page.wait(
          for: """
            !document.querySelector('.head').textContent.includes('\(name)') &&
            document.activeElement.getAttribute('aria-checked') === 'false' &&
            document.activeElement.textContent.includes('\(name)')
            """
        )
      }
      try await test.page.press("Enter")
      try await test.page.wait(for: "document.querySelector('.head').textContent.includes('note')")
      try await test.page.press("Escape")
      try await test.page.wait(for: "!document.querySelector('.menu')")
    }
  }

  @Test func `an editor that was scrolled out of view does not hold the rows`() async throws {
    try await StudioPage.run(isWritable: true) { test in
      try await test.open("orders")
      try await test.move(toRow: 4, column: 6)
      try await test.page.press("Enter")
      try await test.page.wait(for: "document.querySelector('.editor')")
      // It stays an editor, because its value has the wrong type.
      try await test.page.choose("integer", in: ".editor select")
      try await test.page.fill(".editor textarea", with: "x")
      try await test.page.evaluate("document.querySelector('.grid').scrollTop = 100000")
      try await test.page.wait(for: "document.querySelector('.editor.away')")
      try await test.write("INSERT INTO orders (id, customerId, title) VALUES (-1, 1, 'came')")
      try await test.page.wait(
        for: "\(Rows.total("1,000,001 rows")) && document.querySelector('.pending').hidden"
      )
    }
  }
}
