import LiveSQLTestSupport
import SQLiteDatabase
import Studio
import TestBrowser
import TestSockets
import Testing

/// Counts of rows that take long, as the page shows them.
@Suite(.mayBlock, .requiresBrowser, .serialized, .timeLimit(.hang))
struct SlowCountPageTests {
  @Test func `a count that takes long can be cancelled, or is cut off at its time limit`()
    async throws
  {
    let endless = """
      PRAGMA journal_mode = WAL;
      CREATE TABLE one (i INTEGER);
      INSERT INTO one VALUES (1);
      CREATE VIEW endless AS
        WITH RECURSIVE n(i) AS (SELECT i FROM one UNION ALL SELECT i + 1 FROM n) SELECT i FROM n;
      """
    let filter = StudioPage.query(
      #"{"filters":[{"column":"i","operator":">","type":"integer","text":"5"}]}"#
    )
    for (limit, isCancelled) in [(Duration.seconds(3_600), true), (.milliseconds(50), false)] {
      try await StudioPage.run { path in
        let database = try DatabaseQueue(path: path)
        try database.writeWithoutTransaction { try $0.execute(sql: endless) }
        try database.close()
      } _: {
        $0.statementTimeLimit = limit
      } _: { test in
        try await test.go(to: "#/table/main/endless\(filter)", until: Rows.has("6", inColumn: 1))
        if isCancelled {
          try await test.page.wait(for: Rows.total("counting"))
          try await test.page.click(".state button", withText: "Cancel")
          try await test.page.wait(for: Rows.total("not counted"))
        } else {
          try await test.page.wait(
            for: "document.querySelector('.total')?.textContent.startsWith('at least ')"
          )
        }
      }
    }
  }
}
