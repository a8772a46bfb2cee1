import LiveSQLTestSupport
import TestBrowser
import TestSockets
import Testing

/// The sheet of a new row, whose text is lost only by a decision.
@Suite(.mayBlock, .requiresBrowser, .serialized, .timeLimit(.hang))
struct NewRowTests {
  private static let asks = "document.querySelector('#sheet .ask')"

  /// Opens the sheet of a new wish, with a text.
  private static func typeRow(_ test: StudioPage) async throws {
    try await test.go(to: "#/table/main/wishes", until: "document.querySelector('.grid .blank')")
    try await test.page.press("Control+i")
    try await test.page.wait(for: "document.activeElement.id === 'new-text'")
    try await test.page.type("half a row")
  }

  private static func typed(_ test: StudioPage) async throws -> String? {
    try await test.page.evaluate("document.querySelector('#new-text')?.value").string
  }

  @Test func `leaving a typed row asks first, and Escape takes the question back`() async throws {
    try await StudioPage.run(isWritable: true) { test in
      try await Self.typeRow(test)
      for keys in ["Escape", "Control+k", "Alt+2"] {
        try await test.page.press(keys)
        try await test.page.wait(
          for: "\(Self.asks) && document.activeElement.textContent === 'Keep it'"
        )
        try await test.page.press("Escape")
        try await test.page.wait(for: "!\(Self.asks) && document.activeElement.id === 'new-text'")
      }
      #expect(try await Self.typed(test) == "half a row")
      try await test.page.press("Alt+2")
      try await test.page.click("#sheet button", withText: "Drop it")
      try await test.page.wait(for: "\(Sheet.isClosed) && document.querySelector('.livePage')")
      try await test.page.press("Control+k")
      try await test.page.wait(for: "document.activeElement.id === 'tableFilter'")
    }
  }

  @Test func `Ctrl S stages the typed row and reviews it, and Ctrl I does not empty it`()
    async throws
  {
    try await StudioPage.run(isWritable: true) { test in
      try await Self.typeRow(test)
      try await test.page.press("Control+i")
      #expect(try await Self.typed(test) == "half a row")
      try await test.page.press("Control+s")
      try await test.page.wait(for: "document.activeElement.textContent === 'Apply 1 change'")
      #expect(try await test.text("#sheet").contains("half a row"))
    }
  }

  @Test func `a row with an error stays, and an empty one is not staged by Ctrl S`() async throws {
    try await StudioPage.run(isWritable: true) { test in
      try await Self.typeRow(test)
      try await test.page.choose("integer", in: ".field:nth-child(2) select")
      try await test.page.press("Control+s")
      try await test.page.wait(
        for: "[...document.querySelectorAll('.field .error')].some(e => e.textContent)"
      )
      #expect(try await Self.typed(test) == "half a row")
      try await test.page.fill("#new-text", with: "")
      try await test.page.choose("default", in: ".field:nth-child(2) select")
      try await test.page.focus("#new-text")
      try await test.page.press("Control+s", "Escape")
      try await test.page.wait(for: Sheet.isClosed)
      #expect(try await test.holds("document.querySelector('.tools button.main').hidden"))
    }
  }

  @Test func `the answer to changes that are applied does not close the sheet of a new row`()
    async throws
  {
    try await StudioPage.run(isWritable: true) { test in
      try await Self.typeRow(test)
      try await test.page.press("Control+s")
      try await test.page.wait(for: "document.activeElement.textContent === 'Apply 1 change'")
      try await test.page.evaluate(
        """
        window.really = fetch;
        window.gate = new Promise(done => { window.release = done; });
        window.fetch = async (path, options) => {
          if (path === '/api/edits') await window.gate;
          return window.really(path, options);
        };
        """
      )
      try await test.page.press("Enter")
      try await test.page.click("#sheet [data-close]")
      try await test.page.wait(for: Sheet.isClosed)
      try await test.page.press("Control+i")
      try await test.page.wait(for: "document.activeElement.id === 'new-text'")
      try await test.page.type("another")
      try await test.page.evaluate("window.release()")
      try await test.page.wait(
        for: "document.querySelector('#notice').textContent.includes('1 change applied')"
      )
      #expect(try await test.holds(Sheet.isOpen))
      #expect(try await Self.typed(test) == "another")
    }
  }

  @Test func `a selection that ends beside the sheet does not close it`() async throws {
    try await StudioPage.run(isWritable: true) { test in
      try await Self.typeRow(test)
      try await test.page.evaluate(
        """
        const sheet = document.querySelector('#sheet'), field = document.querySelector('#new-text');
        const send = (target, kind) => target.dispatchEvent(new PointerEvent(kind, { bubbles: true }));
        send(field, 'pointerdown');
        send(sheet, 'click');
        """
      )
      #expect(try await test.holds("\(Sheet.isOpen) && !\(Self.asks)"))
      try await test.page.evaluate("send(sheet, 'pointerdown'); send(sheet, 'click')")
      #expect(try await test.holds("\(Sheet.isOpen) && \(Self.asks)"))
    }
  }
}
