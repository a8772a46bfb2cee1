import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import TestBrowser
import TestSockets
import Testing

/// Editing in the grid, with `--write`.
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
      try await test.page.wait(for: "document.querySelector('#sheet').open")
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
      try await page.wait(for: "!document.querySelector('#sheet').open")
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

  @Test func `a typed value keeps the type of the old one, or gets the chosen type`()
    async throws
  {
    try await StudioPage.run(isWritable: true) { test in
      try await test.open("oddities")
      let inputs: [(row: Int, text: String, type: String?, stored: String)] = [
        (1, "9223372036854775806", nil, "integer 9223372036854775806"), (2, "2", nil, "text 2"),
        (3, "12", "text", "text 12"), (8, "1,5", nil, "text 1,5"), (9, "00ff", "blob", "blob 00FF"),
        (14, "", nil, "text "),
      ]
      for (row, text, type, _) in inputs {
        try await test.edit(row: row, column: 3)
        try await test.page.fill(".editor textarea", with: text)
        if let type { try await test.page.choose(type, in: ".editor select") }
        try await test.page.focus(".editor textarea")
        try await test.page.press("Control+Enter")
        try await test.page.wait(for: "!document.querySelector('.editor')")
      }
      try await test.move(toRow: 4, column: 3)
      try await test.page.press("Control+0")
      try await test.apply(7)
      for (row, _, _, stored) in inputs + [(4, "", nil, "null ")] {
        let sql = """
          SELECT typeof(value) || ' ' || coalesce(iif(typeof(value) = 'blob', hex(value), value), '')
          FROM oddities WHERE id = \(row)
          """
        #expect(try await test.value(sql) == stored)
      }
    }
  }

  @Test func `a cell that is opened and left unchanged is not staged`() async throws {
    try await StudioPage.run(isWritable: true) { test in
      try await test.write(
        "UPDATE oddities SET value = 'a' || char(13, 10) || 'b' WHERE id = 1"
      )
      try await test.open("oddities")
      // Two lines, a blob, an image, not UTF-8, and NUL inside.
      for row in [1, 14, 15, 16, 18, 22, 23] {
        try await test.edit(row: row, column: 3)
        try await test.page.press("Control+Enter")
        try await test.page.wait(for: "!document.querySelector('.editor')")
      }
      #expect(try await test.holds("document.querySelector('.tools button.main').hidden"))
      try await test.edit(row: 1, column: 3)
      try await test.page.press("Control+End", "!", "Control+Enter")
      try await test.apply(1)
      #expect(try await test.value("SELECT hex(value) FROM oddities WHERE id = 1") == "610D0A6221")
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

  @Test func `a long text is complete in the editor`() async throws {
    try await StudioPage.run(isWritable: true) { test in
      try await test.open("oddities")
      try await test.edit(row: 15, column: 3)
      try await test.page.wait(
        for: "document.querySelector('.editor textarea')?.value.length === 70400"
      )
      try await test.page.press("Control+End", "!", "Control+Enter")
      try await test.page.wait(for: "!document.querySelector('.editor')")
      try await test.apply(1)
      #expect(try await test.value("SELECT length(value) FROM oddities WHERE id = 15") == "70401")
    }
  }

  @Test func `a number of more than 64 bits is refused`() async throws {
    try await StudioPage.run(isWritable: true) { test in
      try await test.open("oddities")
      try await test.edit(row: 5, column: 3)
      try await test.page.choose("integer", in: ".editor select")
      try await test.page.fill(".editor textarea", with: "9223372036854775808")
      try await test.page.press("Enter")
      try await test.page.wait(
        for: "document.querySelector('.editor').textContent.includes('Not an integer of 64 bits')"
      )
    }
  }

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

  @Test func `a file of 5,000,000 bytes becomes a blob and is read back, byte by byte`()
    async throws
  {
    try await StudioPage.run(isWritable: true) { test in
      let scratch = try ScratchDirectory()
      let path = scratch.path(of: "picture.bin")
      let data = Data((0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) })
      try data.write(to: URL(fileURLWithPath: path))
      try await test.open("customers")
      try await test.edit(row: 3, column: 5)
      try await test.page.choose("blob", in: ".editor select")
      try await test.page.chooseFile(path, in: ".editor input[type=file]")
      try await test.page.wait(
        for: "document.querySelector('.editor textarea').placeholder === 'BLOB 5,000,000 bytes'"
      )
      try await test.page.focus(".editor textarea")
      try await test.page.press("Control+Enter")
      try await test.apply(1)
      let stored = try await test.other.read { db in
        try Data.fetchOne(db, sql: "SELECT photo FROM customers WHERE id = 3")
      }
      #expect(stored == data)
      try await test.page.evaluate(Self.savedSum)
      try await test.page.wait(
        for: """
          !document.querySelector('.staged') &&
          \(Rows.has("BLOB 5,000,000 bytes", inColumn: 5, ofRow: 3))
          """
      )
      try await test.move(toRow: 3, column: 5)
      try await test.page.press(" ")
      try await test.page.click("dd button", withText: "Save")
      try await test.page.wait(for: "window.saved")
      let sum = data.reduce(0) { ($0 &* 31 &+ Int($1)) % 1_000_003 }
      let saved = try await test.page.evaluate("window.saved")
      #expect(saved.elements.map(\.number) == [5_000_000, Double(sum)])
    }
  }

  /// Counts and sums the bytes of what the page saves, in the place of the browser's download.
  private static let savedSum = """
    URL.createObjectURL = blob => {
      blob.arrayBuffer().then(buffer => {
        let sum = 0;
        for (const byte of new Uint8Array(buffer)) sum = (sum * 31 + byte) % 1000003;
        window.saved = [buffer.byteLength, sum];
      });
      return "data:,";
    };
    """

  @Test func `a foreign key can be found by the name of its row`() async throws {
    try await StudioPage.run(isWritable: true) { test in
      try await test.open("orders")
      try await test.edit(row: 1, column: 2)
      try await test.page.fill(".editor textarea", with: "Grace")
      try await test.page.wait(for: "document.querySelectorAll('.options li').length > 1")
      try await test.page.press("ArrowDown", "Enter")
      try await test.page.wait(for: "document.querySelector('.staged')?.textContent === '1→'")
      try await test.page.press("Control+Home", "ArrowRight", "Control+z")
      try await test.page.wait(for: "!document.querySelector('.staged')")
    }
  }
}

extension StudioPage {
  /// Returns the single value of a query, as text.
  fileprivate func value(_ sql: String) async throws -> String? {
    try await other.read { db in try String.fetchOne(db, sql: "SELECT CAST((\(sql)) AS TEXT)") }
  }

  fileprivate func edit(row: Int, column: Int) async throws {
    try await move(toRow: row, column: column)
    try await page.press("Enter")
    try await page.wait(for: "document.querySelector('.editor')")
  }

  /// Opens the list of the staged changes.
  fileprivate func review() async throws {
    try await page.wait(
      for: """
        !document.querySelector('.editor') && !document.querySelector('.tools button.main').hidden
        """
    )
    try await page.press("Control+s")
    try await page.wait(
      for: """
        document.querySelector('#sheet').open &&
        document.activeElement.textContent.startsWith('Apply')
        """
    )
  }

  /// Applies the staged changes.
  fileprivate func apply(_ count: Int) async throws {
    try await review()
    try await page.press("Enter")
    try await page.wait(for: Self.tells("\(count) change\(count == 1 ? "" : "s") applied"))
  }

  /// A condition: the notice has a text, and no sheet is open.
  fileprivate static func tells(_ text: String) -> String {
    """
    !document.querySelector('#sheet').open &&
    document.querySelector('#notice').textContent.includes('\(text)')
    """
  }

  /// Presses a button of the notice, also if it is hidden again because the test was slow.
  fileprivate func pressNotice(_ name: String) async throws {
    try await page.evaluate(
      """
      [...document.querySelectorAll('#notice button')]
        .find(button => button.textContent === '\(name)').click()
      """
    )
  }

  fileprivate func undo() async throws {
    try await pressNotice("Undo")
    try await page.wait(for: "document.querySelector('#notice').textContent.includes('undone')")
  }
}
