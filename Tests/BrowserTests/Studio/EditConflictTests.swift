import LiveSQLTestSupport
import TestBrowser
import TestSockets
import Testing

/// Edits that cannot be applied: of rows that others changed, or that the database refuses.
@Suite(.mayBlock, .requiresBrowser, .serialized, .timeLimit(.hang))
struct EditConflictTests {
  @Test func `a row that another user changed is not overwritten silently`() async throws {
    try await StudioPage.run(isWritable: true) { test in
      try await test.open("orders")
      try await test.move(toRow: 4, column: 3)
      try await test.page.type("mine")
      try await test.page.press("Enter")
      try await test.write("UPDATE orders SET title = 'theirs' WHERE id = 4")
      try await test.page.wait(for: "document.querySelector('.cell.conflict')")
      try await test.review()
      try await test.page.press("Enter")
      try await test.page.wait(for: "document.querySelector('.clash dl')")
      let clash = try await test.text(".clash")
      #expect(["theirs", "mine", "Ink, blue-black"].allSatisfy { clash.contains($0) }, "\(clash)")
      #expect(try await test.value("SELECT title FROM orders WHERE id = 4") == "theirs")
      try await test.page.click("button.mine")
      try await test.page.wait(for: "!document.querySelector('.clash dl')")
      try await test.page.press("Enter")
      try await test.page.wait(
        for: "document.querySelector('#notice').textContent.includes('1 change applied')"
      )
      #expect(try await test.value("SELECT title FROM orders WHERE id = 4") == "mine")
    }
  }

  @Test func `a cell that is being edited is never overwritten`() async throws {
    try await StudioPage.run(isWritable: true) { test in
      try await test.open("orders")
      try await test.move(toRow: 6, column: 3)
      try await test.page.type("half way")
      try await test.write("UPDATE orders SET title = 'meanwhile' WHERE id = 6")
      try await test.page.wait(
        for: "document.querySelector('.editor.overtaken')?.textContent.includes('now: meanwhile')"
      )
      let text = try await test.page.evaluate("document.querySelector('.editor textarea').value")
      #expect(text == "half way")
      // The user has seen the old value, so applying is a conflict.
      try await test.page.press("Control+Enter")
      try await test.review()
      try await test.page.press("Enter")
      try await test.page.wait(for: "document.querySelector('.clash dl')")
      #expect(try await test.value("SELECT title FROM orders WHERE id = 6") == "meanwhile")
    }
  }

  @Test func `a row is inserted, and a trigger's error is shown next to it`() async throws {
    try await StudioPage.run(isWritable: true) { test in
      try await test.open("customers")
      try await test.page.press("Control+i")
      try await test.page.fill("#new-name", with: "Zed")
      try await test.page.fill("#new-city", with: "")
      try await test.page.fill("#new-since", with: "2026")
      try await test.page.click("button", withText: "Stage this row")
      try await test.apply(1)
      let sql = "SELECT name || since || coalesce(email, '-') FROM customers WHERE id = 2001"
      #expect(try await test.value(sql) == "Zed2026-")
      try await test.page.press("Control+i")
      try await test.page.fill("#new-name", with: "  ")
      try await test.page.click("button", withText: "Stage this row")
      try await test.review()
      try await test.page.press("Enter")
      try await test.page.wait(
        for: "document.querySelector('.clash')?.textContent.includes('a customer needs a name')"
      )
    }
  }

  @Test func `an error is shown in front of the list of changes`() async throws {
    try await StudioPage.run(isWritable: true, allowing: ["ERR_INTERNET_DISCONNECTED"]) { test in
      try await test.open("orders")
      try await test.edit(row: 2, column: 3)
      try await test.page.fill(".editor textarea", with: "changed")
      try await test.page.press("Control+Enter")
      try await test.review()
      try await test.page.setOffline(true)
      try await test.page.press("Enter")
      try await test.page.wait(
        for: "document.querySelector('#sheet #notice')?.textContent.includes('does not answer')"
      )
      try await test.page.setOffline(false)
    }
  }
}
