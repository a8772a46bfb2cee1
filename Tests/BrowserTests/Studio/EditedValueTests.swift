import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import TestBrowser
import TestSockets
import Testing

/// The values that are typed into cells or read from files, as they are stored.
@Suite(.mayBlock, .requiresBrowser, .serialized, .timeLimit(.hang))
struct EditedValueTests {
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
}
