import Foundation
import LiveSQLTestSupport
import ShoppingListsModel
import TestBrowser
import TestSockets
import Testing

@testable import ShoppingListsWeb

/// Moving items in a real browser.
@Suite(
  .mayBlock,
  .requiresBrowser,
  .requiresWebServer,
  .serialized,
  .timeLimit(.hang)
)
struct ShoppingMoveBrowserTests {
  /// Runs a test with a list of three dairy products.
  private func run(
    _ body: (_ site: SiteFixture, _ list: ShoppingList, _ ids: [ShoppingItem.ID]) async throws
      -> Void
  ) async throws {
    try await SiteFixture.run { site in
      let list = try await site.list()
      for name in ["Butter", "Eggs"] {
        try await site.items.createItem(name: name, categoryId: 2, shoppingListId: list.id)
      }
      try await body(site, list, try await site.items.fetchItems(forListId: list.id).map(\.id))
    }
  }

  /// A condition: the items are shown in an order, and nothing is pending.
  private func shows(_ names: String) -> String {
    """
    !document.querySelector('[data-pending]') &&
      [...document.querySelectorAll('.item .name')].map(e => e.textContent).join(' ') === '\(names)'
    """
  }

  @Test func `an item is moved by a button, and the other browser follows`() async throws {
    try await run { site, list, ids in
      let one = try await site.openLive(list)
      let other = try await site.openLive(list)
      try await one.click("#move-\(ids[2]) button[name=before]")
      for page in [one, other] { try await page.wait(for: shows("Milk Eggs Butter")) }
      try await other.click("#move-\(ids[0]) button[name=after]")
      for page in [one, other] { try await page.wait(for: shows("Eggs Milk Butter")) }
      for page in [one, other] {
        #expect(page.diagnostics == [])
        await page.closeContext()
      }
    }
  }

  @Test func `an item is dragged, and the move is undone`() async throws {
    try await run { site, list, ids in
      let page = try await site.openLive(list)
      try await page.drag("#move-\(ids[0])", byY: 110)
      try await page.wait(for: shows("Butter Eggs Milk"))
      #expect(try await site.items.fetchItems(forListId: list.id).map(\.id).last == ids[0])
      try await page.click("#undo")
      try await page.wait(for: shows("Milk Butter Eggs"))
      #expect(page.diagnostics == [])
      await page.closeContext()
    }
  }

  @Test func `a checked item stays below the others`() async throws {
    try await run { site, list, ids in
      try await site.items.setCompletion(itemId: ids[1], to: true)
      let page = try await site.openLive(list)
      try await page.drag("#move-\(ids[0])", byY: 200)
      try await page.wait(for: shows("Eggs Milk Butter"))
      try await page.drag("#move-\(ids[1])", byY: -200)
      try await page.wait(for: shows("Eggs Milk Butter"))
      #expect(page.diagnostics == [])
      await page.closeContext()
    }
  }

  @Test func `two browsers that move items at once end in one order`() async throws {
    try await run { site, list, ids in
      let one = try await site.openLive(list)
      let other = try await site.openLive(list)
      async let first: Void = one.drag("#move-\(ids[0])", byY: 110)
      async let second: Void = other.drag("#move-\(ids[2])", byY: -110)
      _ = try await (first, second)
      for page in [one, other] {
        // The server has confirmed the own change.
        try await page.wait(for: "localStorage['shopping-lists-queue'] === '[]'")
      }
      let items = try await site.items.fetchItems(forListId: list.id)
      for page in [one, other] {
        try await page.wait(for: shows(items.map(\.name).joined(separator: " ")))
        #expect(page.diagnostics == [])
        await page.closeContext()
      }
    }
  }

  @Test func `an item is moved without a script`() async throws {
    var look = PageLook.narrow
    look.runsScripts = false
    try await run { [look] site, list, ids in
      let page = try await site.open("/lists/\(list.id)", look)
      try await page.loading { try await page.click("#move-\(ids[2]) button[name=before]") }
      try await page.wait(for: shows("Milk Eggs Butter"))
      try await page.loading { try await page.click("#undo") }
      try await page.wait(for: shows("Milk Butter Eggs"))
      #expect(page.diagnostics == [])
      await page.closeContext()
    }
  }
}
