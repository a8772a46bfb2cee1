import DatabaseTypes
import LiveSQLTestSupport
import SQLiteDatabase
import TestBrowser
import TestSockets
import Testing

/// Staged changes whose rows or tables change meanwhile.
@Suite(.mayBlock, .requiresBrowser, .serialized, .timeLimit(.hang))
struct StagedChangesTests {
  private static let isReviewing =
    "\(Sheet.isOpen) && document.querySelector('.changes')"

  @Test func `changes of a table that was dropped are listed with the error, and can be dropped`()
    async throws
  {
    let tables = """
      CREATE TABLE dropme (id INTEGER PRIMARY KEY, text TEXT);
      CREATE TABLE kept (id INTEGER PRIMARY KEY, text TEXT);
      INSERT INTO dropme (text) VALUES ('a'), ('b');
      INSERT INTO kept (text) VALUES ('a'), ('b');
      """
    let write: @Sendable (String) throws -> Void = { try StudioPage.create(tables, at: $0) }
    try await StudioPage.run(write, isWritable: true, allowing: ["status of 404"]) { test in
      for table in ["dropme", "kept"] {
        try await test.open(table)
        try await test.move(toRow: 1, column: 2)
        try await test.page.type("new")
        try await test.page.press("Control+Enter")
        try await test.page.wait(for: "!document.querySelector('.editor')")
      }
      try await test.write("DROP TABLE dropme")
      try await test.page.wait(
        for: "!document.querySelector('#tables').textContent.includes('dropme')"
      )
      try await test.page.press("Control+s")
      try await test.page.wait(for: Self.isReviewing)
      #expect(try await test.text(".changes li.wrong").contains("text of row 1 of dropme"))
      #expect(try await test.text(".changes li.wrong [role=alert]").contains("dropme"))
      #expect(try await test.text(".changes li:last-child").contains("UPDATE kept SET"))
      try await test.page.click(".changes li.wrong > button")
      try await test.page.wait(
        for: "document.activeElement.textContent === 'Apply 1 change'"
      )
      try await test.page.press("Enter")
      try await test.page.wait(
        for: "document.querySelector('#notice').textContent.includes('1 change applied')"
      )
    }
  }

  @Test func `dropping a change does not send the others again`() async throws {
    try await StudioPage.run(isWritable: true) { test in
      try await test.open("orders")
      try await test.move(toRow: 1, column: 3)
      for text in ["one", "two", "three"] {
        try await test.page.type(text)
        try await test.page.press("Enter")
      }
      try await test.page.press("Control+s")
      try await test.page.wait(for: "document.activeElement.textContent === 'Apply 3 changes'")
      try await test.page.evaluate(
        """
        window.previews = 0; window.really = fetch;
        window.fetch = (path, options) => {
          window.previews += path.endsWith('/preview');
          return window.really(path, options);
        };
        """
      )
      try await test.page.click(".changes li:nth-child(2) > button")
      try await test.page.wait(for: "document.activeElement.textContent === 'Apply 2 changes'")
      let review = try await test.text(".changes")
      #expect(review.contains("'one'") && !review.contains("'two'") && review.contains("'three'"))
      #expect(try await test.page.evaluate("window.previews").int == 0)
    }
  }

  @Test func `a row that has left the window and come back still marks its conflict`() async throws
  {
    try await StudioPage.run(isWritable: true) { test in
      try await test.open("orders")
      try await test.move(toRow: 4, column: 3)
      try await test.page.type("mine")
      try await test.page.press("Control+Enter", "Control+End")
      try await test.page.wait(for: Rows.has("1000000", inColumn: 1))
      try await test.page.press("Control+Home")
      try await test.page.wait(for: "\(Rows.has("mine", inColumn: 3, ofRow: 4))")
      try await test.write("UPDATE orders SET title = 'theirs' WHERE id = 4")
      try await test.page.wait(for: "document.querySelector('.cell.conflict')")
    }
  }

  @Test func `a deletion of a row that someone else has changed shows the values, and can be done`()
    async throws
  {
    let table = """
      CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT);
      INSERT INTO notes (title) VALUES ('one'), ('two');
      """
    let create: @Sendable (String) throws -> Void = { try StudioPage.create(table, at: $0) }
    try await StudioPage.run(create, isWritable: true) { test in
      try await test.open("notes")
      try await test.move(toRow: 1, column: 1)
      try await test.page.press("Delete")
      try await test.page.wait(for: "document.querySelector('.row.deleted')")
      try await test.write("UPDATE notes SET title = 'theirs' WHERE id = 1")
      try await test.page.press("Control+s")
      try await test.page.wait(for: "document.activeElement.textContent === 'Apply 1 change'")
      try await test.page.press("Enter")
      try await test.page.wait(
        for: "document.querySelector('.clash ins')?.textContent === 'theirs'"
      )
      #expect(try await test.text(".clash dt") == "title")
      #expect(try await test.holds("document.activeElement.textContent === 'Delete anyway'"))
      try await test.page.press("Enter")
      try await test.page.wait(for: "document.activeElement.textContent === 'Apply 1 change'")
      #expect(try await test.text(".changes").contains("'theirs'"))
      try await test.page.press("Enter")
      try await test.page.wait(
        for: "document.querySelector('#notice').textContent.includes('1 change applied')"
      )
    }
  }
}
