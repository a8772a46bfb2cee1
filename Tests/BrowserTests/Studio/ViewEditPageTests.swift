import LiveSQLTestSupport
import TestBrowser
import TestSockets
import Testing

/// Edits of a view that has INSTEAD OF triggers, in the page.
@Suite(.mayBlock, .requiresBrowser, .serialized, .timeLimit(.hang))
struct ViewEditPageTests {
  private static let tables = """
    CREATE TABLE lists (id INTEGER PRIMARY KEY, title TEXT, note TEXT);
    INSERT INTO lists VALUES (1, 'one', 'a'), (2, 'two', printf('%.*c', 900, 'x')), (3, 'three', '');
    CREATE VIEW notes AS SELECT title, note FROM lists ORDER BY id;
    CREATE TRIGGER change INSTEAD OF UPDATE ON notes BEGIN
      UPDATE lists SET title = new.title, note = new.note WHERE title = old.title; END;
    CREATE VIEW plain AS SELECT title, note FROM lists;
    """

  private static func isTyped(_ text: String) -> String {
    "document.querySelector('.editor textarea')?.value === '\(text)'"
  }

  private static func run(_ body: (StudioPage) async throws -> Void) async throws {
    let create: @Sendable (String) throws -> Void = { try StudioPage.create(tables, at: $0) }
    try await StudioPage.run(create, isWritable: true) { try await body($0) }
  }

  @Test func `a row is edited, also beside a long value, and a change by someone else is refused`()
    async throws
  {
    try await Self.run { test in
      try await test.open("notes")
      try await test.move(toRow: 2, column: 1)
      try await test.page.type("zwei")
      // The values of the row are fetched before.
      try await test.page.wait(for: Self.isTyped("zwei"))
      try await test.page.press("Control+Enter", "Control+s")
      try await test.page.wait(for: "document.activeElement.textContent === 'Apply 1 change'")
      #expect(try await test.text(".changes").contains("UPDATE notes SET title = 'zwei'"))
      try await test.page.press("Enter")
      try await test.page.wait(for: Rows.has("zwei", inColumn: 1, ofRow: 2))
      // The row may be shown before the answer closes the sheet.
      try await test.page.wait(for: Sheet.isClosed)

      try await test.move(toRow: 1, column: 1)
      try await test.page.type("eins")
      // The values of the row are fetched before.
      try await test.page.wait(for: Self.isTyped("eins"))
      try await test.page.press("Control+Enter")
      try await test.page.wait(for: Rows.has("eins", inColumn: 1, ofRow: 1))
      try await test.write("UPDATE lists SET note = 'theirs' WHERE id = 1")
      try await test.page.press("Control+s")
      try await test.page.wait(for: "document.activeElement.textContent === 'Apply 1 change'")
      try await test.page.press("Enter")
      try await test.page.wait(
        for: "document.querySelector('.clash')?.textContent.includes('No row of notes was changed')"
      )
    }
  }

  @Test func `a message says what the triggers do not do`() async throws {
    try await Self.run { test in
      try await test.open("notes")
      try await test.move(toRow: 1, column: 1)
      for (key, kind) in [("Delete", "DELETE"), ("Control+i", "INSERT")] {
        try await test.page.press(key)
        try await test.page.wait(
          for:
            "document.querySelector('#notice').textContent.includes('no INSTEAD OF \(kind) trigger')"
        )
      }
      try await test.open("plain")
      try await test.move(toRow: 1, column: 1)
      try await test.page.press("F2")
      try await test.page.wait(
        for: "document.querySelector('#notice').textContent.includes('INSTEAD OF triggers')"
      )
    }
  }
}
