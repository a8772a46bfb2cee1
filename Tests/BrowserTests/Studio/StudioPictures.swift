import DatabaseTypes
import LiveSQLTestSupport
import Studio
import TestBrowser
import Testing

/// Screenshots of each page of the studio, to be looked at.
@Suite(.mayBlock, .requiresBrowser, .takesPictures, .serialized) struct StudioPictures {
  private static let allowed = ["ERR_", "status of"]

  private static let filters = StudioPage.query(
    """
    {"filters":[{"column":"status","operator":"=","text":"open"},\
    {"column":"note","operator":"is null"},{"column":"amount","operator":">","text":"1,5"}],\
    "sort":[{"column":"title","descending":true}]}
    """
  )

  @Test(arguments: Pictures.looks.indices)
  func `pages`(index: Int) async throws {
    let (name, look) = Pictures.looks[index]
    try await StudioPage.run(isWritable: true, look: look, allowing: Self.allowed) { test in
      for table in ["customers", "orders", "oddities", "items"] {
        try await test.open(table)
        if table == "orders" {
          try await test.write("UPDATE orders SET amount = amount + 1 WHERE id IN (5, 9, 12)")
          try await test.page.wait(for: "document.querySelector('.cell.changed')")
        }
        try await Pictures.take("studio-\(table)-\(name)", of: test.page)
      }
      try await test.go(to: "#/table/main/wishes", until: "document.querySelector('.grid .blank')")
      try await Pictures.take("studio-empty-\(name)", of: test.page)
      try await test.go(
        to: "#/table/main/orders\(Self.filters)",
        until: "document.querySelector('.total')?.textContent.endsWith('rows')"
      )
      try await Pictures.take("studio-filters-\(name)", of: test.page)
      try await Self.sql(test, name)
      try await Self.live(test, name)
      for tab in ["Diagram", "Swift", "SQL"] {
        try await test.go(to: "#/schema", until: "document.querySelector('.tabs')")
        try await test.page.click(".tabs *", withText: tab)
        try await Pictures.take("studio-schema-\(tab.lowercased())-\(name)", of: test.page)
      }
    }
  }

  private static func sql(_ test: StudioPage, _ name: String) async throws {
    try await test.go(to: "#/sql", until: "document.querySelector('.write textarea')")
    try await test.page.fill(
      ".write textarea",
      with: """
        -- What is open, by city
        SELECT c.city, count(*) AS n, sum(o.amount) AS amount
        FROM orders o JOIN customers c ON c.id = o.customerId
        WHERE o.status = 'open' AND o.id < 20000
        GROUP BY c.city;
        SELECT id, title, amount FROM orders WHERE customerId = 5;
        SELECT nothing;
        """
    )
    try await test.page.press("Escape", "Control+Enter")
    try await test.page.wait(for: "document.querySelectorAll('.result').length === 3")
    try await Pictures.take("studio-sql-\(name)", of: test.page)
    try await test.page.press("Control+e")
    try await test.page.wait(for: "document.querySelector('.plan')")
    try await Pictures.take("studio-plan-\(name)", of: test.page)
  }

  private static func live(_ test: StudioPage, _ name: String) async throws {
    try await test.go(to: "#/live", until: "document.querySelector('.livePage')")
    for _ in 0..<3 {
      try await test.write(
        "UPDATE orders SET amount = amount + 1, status = 'paid' WHERE id IN (3, 4)"
      )
      try await test.write("INSERT INTO wishes (text) VALUES ('a bicycle')")
    }
    try await test.page.wait(for: "document.querySelectorAll('.commit').length >= 2")
    try await Pictures.take("studio-live-\(name)", of: test.page)
  }

  @Test(arguments: Pictures.looks.indices) func `states`(index: Int) async throws {
    let (name, look) = Pictures.looks[index]
    try await StudioPage.run(isWritable: true, look: look, allowing: Self.allowed) { test in
      try await test.open("orders")
      try await test.move(toRow: 4, column: 3)
      try await test.page.type("mine")
      try await Pictures.take("studio-editing-\(name)", of: test.page)
      try await test.page.press("Enter")
      try await test.write("UPDATE orders SET title = 'theirs' WHERE id = 4")
      try await test.page.wait(for: "document.querySelector('.cell.conflict')")
      try await test.page.press("Control+s")
      try await test.page.wait(for: "document.activeElement.textContent.startsWith('Apply')")
      try await Pictures.take("studio-review-\(name)", of: test.page)
      try await test.page.press("Enter")
      try await test.page.wait(for: "document.querySelector('.clash dl')")
      try await Pictures.take("studio-conflict-\(name)", of: test.page)
      try await test.page.press("Escape", "Control+i")
      try await test.page.wait(for: "document.querySelector('#new-title')")
      try await Pictures.take("studio-insert-\(name)", of: test.page)
      try await test.page.press("Escape")
      try await test.page.wait(for: Sheet.isClosed)
      try await test.page.press("?")
      try await test.page.wait(for: Sheet.isOpen)
      try await Pictures.take("studio-help-\(name)", of: test.page)
      try await test.page.press("Escape")
      try await test.studio.stop()
      try await test.page.wait(
        for: "document.querySelector('#badge').textContent.startsWith('reconnecting')"
      )
      try await Pictures.take("studio-disconnected-\(name)", of: test.page)
    }
  }
}
