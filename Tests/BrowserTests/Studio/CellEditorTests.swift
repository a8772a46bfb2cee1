import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import TestBrowser
import TestSockets
import Testing

/// The editor of cells whose values are long.
@Suite(.mayBlock, .requiresBrowser, .serialized, .timeLimit(.hang))
struct CellEditorTests {
  /// Holds the answers to requests for whole cells back until `window.release()` is called.
  private static let heldCells = """
    window.asked = window.answered = 0; window.really ??= fetch;
    window.gate = new Promise(done => { window.release = done; });
    window.fetch = async (path, options) => {
      if (!path.startsWith('/api/cell')) return window.really(path, options);
      window.asked++;
      await window.gate;
      const answer = await window.really(path, options);
      answer.clone().text().then(() => requestAnimationFrame(() => window.answered++));
      return answer;
    };
    """

  @Test func `keys that are pressed while a long text is fetched open one editor, and are kept`()
    async throws
  {
    try await StudioPage.run(isWritable: true) { test in
      try await test.open("oddities")
      try await test.move(toRow: 15, column: 3)
      try await test.page.evaluate(Self.heldCells)
      try await test.page.type("new")
      #expect(try await test.page.evaluate("window.asked").int == 1)
      try await test.page.evaluate("window.release()")
      try await test.page.wait(for: "document.querySelector('.editor textarea')?.value === 'new'")
      #expect(try await test.holds("document.querySelectorAll('.editor').length === 1"))
      try await test.page.press("Control+Enter")
      try await test.page.wait(for: "document.querySelector('.staged')?.textContent === 'new'")
    }
  }

  @Test func `an editor does not open after another cell became active, or after Escape`()
    async throws
  {
    try await StudioPage.run(isWritable: true) { test in
      try await test.open("oddities")
      for key in ["ArrowUp", "Escape"] {
        try await test.move(toRow: 15, column: 3)
        try await test.page.evaluate(Self.heldCells)
        try await test.page.press("Enter", key)
        try await test.page.evaluate("window.release()")
        try await test.page.wait(for: "window.answered === 1")
        #expect(try await test.holds("!document.querySelector('.editor')"))
      }
    }
  }

  @Test func `a value of the wrong type keeps its editor when another one would open`() async throws
  {
    try await StudioPage.run(isWritable: true) { test in
      try await test.open("oddities")
      try await test.move(toRow: 3, column: 3)
      try await test.page.press("Enter")
      try await test.page.choose("integer", in: ".editor select")
      try await test.page.fill(".editor textarea", with: "x")
      try await test.page.evaluate(
        """
        [...document.querySelectorAll('.row')].find(r => r.getAttribute('aria-rowindex') === '6')
          .children[3].dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
        """
      )
      #expect(try await test.holds("document.querySelectorAll('.editor').length === 1"))
      let text = try await test.page.evaluate("document.querySelector('.editor textarea').value")
      #expect(text == "x")
    }
  }

  @Test func `a blob of 2,000,000 bytes is not shown as hex, and can be replaced`() async throws {
    try await StudioPage.run(isWritable: true) { test in
      try await test.write("UPDATE customers SET photo = randomblob(2000000) WHERE id = 3")
      try await test.open("customers")
      // It is the first page, which may still show the value before.
      try await test.page.wait(for: Rows.has("BLOB 2,000,000 bytes", inColumn: 5, ofRow: 3))
      try await test.move(toRow: 3, column: 5)
      try await test.page.press("Enter")
      try await test.page.wait(
        for: """
          document.querySelector('.editor textarea')?.placeholder === 'BLOB 2,000,000 bytes' &&
          document.querySelector('.editor textarea').value === ''
          """
      )
      // What was not changed is not staged.
      try await test.page.press("Control+Enter")
      try await test.page.wait(for: "!document.querySelector('.editor')")
      #expect(try await test.holds("document.querySelector('.tools button.main').hidden"))
      try await test.page.press("Control+0")
      try await test.page.wait(for: "!document.querySelector('.tools button.main').hidden")
      try await test.page.press("Control+s")
      try await test.page.wait(for: "document.activeElement.textContent === 'Apply 1 change'")
      try await test.page.press("Enter")
      try await test.page.wait(
        for: "document.querySelector('#notice').textContent.includes('1 change applied')"
      )
      let isNull = "SELECT photo IS NULL FROM customers WHERE id = 3"
      #expect(try await test.other.read { db in try Bool.fetchOne(db, sql: isNull) } == true)
    }
  }

  @Test func `a long value that changes while it is fetched is not overwritten unseen`()
    async throws
  {
    try await StudioPage.run(isWritable: true) { test in
      try await test.open("oddities")
      try await test.move(toRow: 16, column: 3)
      try await test.page.evaluate(Self.heldCells)
      try await test.page.press("Control+0")
      try await test.page.wait(for: "window.asked === 1")
      try await test.write("UPDATE oddities SET value = zeroblob(5000) WHERE id = 16")
      try await test.page.evaluate("window.release()")
      try await test.page.wait(
        for: "document.querySelector('#notice').textContent.includes('has just changed this value')"
      )
      #expect(try await test.holds("document.querySelector('.tools button.main').hidden"))
    }
  }
}
