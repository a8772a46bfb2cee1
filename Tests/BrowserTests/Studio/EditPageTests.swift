import LiveSQLTestSupport
import TestBrowser
import TestSockets
import Testing

/// Editing in the grid, with `--write`: changes are staged, applied and undone.
@Suite(.mayBlock, .requiresBrowser, .serialized, .timeLimit(.hang))
struct EditPageTests {
  @Test func `changes are staged, reviewed as SQL, applied at once, and undone`() async throws {
    try await StudioPage.run(isWritable: true) { test in
      try await test.open("orders")
      #expect(try await test.text("#mode") == "writes")
      try await test.move(toRow: 1, column: 3)
      try await test.page.type("New <b>title")
      try await test.page.press("Tab")
      try await test.page.type("sent")
      try await test.page.press("Enter")
      try await test.page.wait(
        for: "document.querySelector('button.main').textContent === 'Review 2'"
      )
      #expect(try await test.value("SELECT title FROM orders WHERE id = 1") == "Reading lamp × 3")
      try await test.page.press("Control+s")
      try await test.page.wait(for: Sheet.isOpen)
      let review = try await test.text("#sheet")
      // Both changes of the row are one statement.
      #expect(review.contains("UPDATE orders SET title = 'New <b>title', "))
      #expect(review.contains(" = 'sent' WHERE id IS 1 AND title IS"))
      try await test.page.press("Escape")
      try await test.apply(2)
      #expect(try await test.value("SELECT title FROM orders WHERE id = 1") == "New <b>title")
      try await test.page.wait(
        for: "!document.querySelector('.staged') && \(Rows.has("New <b>title", inColumn: 3))"
      )
      try await test.undo()
      #expect(try await test.value("SELECT title FROM orders WHERE id = 1") == "Reading lamp × 3")
    }
  }

  @Test func `a row is found, changed, deleted, inserted, applied and undone by keys alone`()
    async throws
  {
    try await StudioPage.run(isWritable: true) { test in
      let page = test.page
      try await page.press("Control+k")
      try await page.wait(for: "document.activeElement.closest('#side') !== null")
      try await page.type("wishes")
      try await page.press("Enter")
      try await page.wait(for: "document.querySelector('h1')?.textContent === 'wishes'")
      try await test.write("INSERT INTO wishes (text) VALUES ('a bike'), ('a boat')")
      try await page.wait(for: Rows.total("2 rows"))
      // The total may be shown before its rows.
      try await page.wait(for: Rows.has("a boat", inColumn: 2))
      try await page.press("Control+i")
      try await page.type("a balloon")
      try await page.press("Control+Enter")
      try await page.wait(for: Sheet.isClosed)
      try await page.press("Control+Home", "ArrowRight")
      try await page.type("a red bike")
      try await page.press("Enter", "ArrowDown", "Delete")
      try await page.press("Control+s")
      try await page.wait(for: "document.activeElement.textContent === 'Apply 3 changes'")
      try await page.press("Enter")
      try await page.wait(for: Rows.has("a balloon", inColumn: 2))
      // The row may be shown before the answer closes the sheet.
      try await page.wait(for: StudioPage.tells("3 changes applied"))
      let all = "SELECT group_concat(text, '|') FROM (SELECT text FROM wishes ORDER BY id)"
      #expect(try await test.value(all) == "a red bike|a balloon")
      try await page.press("Control+z")
      try await page.wait(for: Rows.has("a boat", inColumn: 2))
      #expect(try await test.value(all) == "a bike|a boat")
    }
  }

  @Test func `Escape leaves the cell as it was, and the same value is no change`() async throws {
    try await StudioPage.run(isWritable: true) { test in
      try await test.open("orders")
      try await test.move(toRow: 2, column: 3)
      try await test.page.press("Enter", "x", "Escape")
      let isUntouched = """
        document.querySelector('.tools button.main').hidden &&
        document.activeElement.getAttribute('role') === 'gridcell'
        """
      try await test.page.wait(for: isUntouched)
      try await test.page.press("F2", "Enter")
      try await test.page.wait(for: "document.querySelector('.tools button.main').hidden")
    }
  }

  @Test func `every character begins an edit, also while rows wait`() async throws {
    try await StudioPage.run(isWritable: true) { test in
      try await test.open("orders")
      try await test.move(toRow: 4, column: 3)
      try await test.write("INSERT INTO orders (id, customerId, title) VALUES (-1, 1, 'came')")
      try await test.page.wait(for: "!document.querySelector('.pending').hidden")
      try await test.page.type("r/?")
      #expect(
        try await test.page.evaluate("document.querySelector('.editor textarea').value") == "r/?"
      )
      try await test.page.press("Control+Enter", "Alt+r")
      try await test.page.wait(for: Rows.has("-1", inColumn: 1))
      // The active cell is still that of the same row.
      try await test.page.wait(
        for: "document.querySelector('.cell.active').textContent.startsWith('r/?')"
      )
    }
  }

  @Test func `changes are undone by a key after the notice is gone`() async throws {
    try await StudioPage.run(isWritable: true) { test in
      try await test.open("orders")
      try await test.edit(row: 2, column: 3)
      try await test.page.fill(".editor textarea", with: "changed")
      try await test.page.press("Control+Enter")
      try await test.apply(1)
      try await test.pressNotice("✕")
      try await test.move(toRow: 2, column: 3)
      try await test.page.press("Control+z")
      try await test.page.wait(
        for: "document.querySelector('#notice').textContent.includes('undone')"
      )
      #expect(try await test.value("SELECT title FROM orders WHERE id = 2") != "changed")
    }
  }

  @Test func `the loaded ones of all selected rows are staged, and the others counted`()
    async throws
  {
    try await StudioPage.run(isWritable: true) { test in
      try await test.open("orders")
      try await test.page.press("Control+End")
      try await test.page.wait(for: Rows.has("1000000", inColumn: 1))
      try await test.page.press("Control+a", "Delete")
      try await test.page.wait(
        for: "document.querySelectorAll('.row.deleted').length > 10"
      )
      #expect(try await test.text("#notice").contains("Delete the others on the SQL page."))
    }
  }

  @Test func `rows with a composite key are deleted and restored`() async throws {
    try await StudioPage.run(isWritable: true) { test in
      try await test.open("items")
      try await test.move(toRow: 1, column: 1)
      try await test.page.press("Shift+ArrowDown", "Delete")
      try await test.page.wait(for: "document.querySelectorAll('.row.deleted').length === 2")
      try await test.page.press("Delete")
      try await test.page.wait(for: "!document.querySelector('.row.deleted')")
      try await test.page.press("Delete")
      try await test.apply(2)
      #expect(try await test.value("SELECT count(*) FROM items") == "5998")
      try await test.undo()
      #expect(try await test.value("SELECT count(*) FROM items") == "6000")
    }
  }

  @Test func `a generated column and a view say why they are not edited`() async throws {
    try await StudioPage.run(isWritable: true) { test in
      try await test.open("items")
      try await test.move(toRow: 1, column: 5)
      try await test.page.press("Enter")
      try await test.page.wait(
        for: "document.querySelector('#notice').textContent.includes('generated')"
      )
      try await test.open("openOrders")
      try await test.page.press("x")
      #expect(try await test.holds("!document.querySelector('.editor')"))
      #expect(try await test.text("#title .tag").lowercased() == "view")
      try await test.page.press("F2")
      try await test.page.wait(
        for: """
          document.querySelector('#notice').textContent.includes('openOrders cannot be edited. ')
          """
      )
    }
  }
}
