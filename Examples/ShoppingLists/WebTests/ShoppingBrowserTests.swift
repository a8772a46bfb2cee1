import Foundation
import LiveSQLTestSupport
import ShoppingListsModel
import TestBrowser
import TestSockets
import Testing
import WebServer

@testable import ShoppingListsWeb

/// The pages in a real browser.
@Suite(
  .mayBlock,
  .requiresBrowser,
  .requiresWebServer,
  .serialized,
  .timeLimit(.hang)
)
struct ShoppingBrowserTests {
  /// A condition: an item with a name is shown, and has the given classes and attributes.
  private func shows(_ name: String, _ selector: String = ".item:not([data-pending])") -> String {
    "[...document.querySelectorAll('\(selector)')].some(e => e.textContent.includes('\(name)'))"
  }

  @Test func `an item that is added and checked in one browser appears in another one`()
    async throws
  {
    try await SiteFixture.run { site in
      let list = try await site.list()
      let one = try await site.openLive("/lists/\(list.id)")
      let other = try await site.openLive("/lists/\(list.id)", .narrow)
      try await one.fill("#add-name", with: "Bread <b>")
      try await one.press("Enter")
      for page in [one, other] { try await page.wait(for: shows("Bread <b>")) }
      try await one.wait(for: "document.querySelector('#add-name').value === ''")
      try await other.click("[role=checkbox]", withText: "Bread")
      for page in [other, one] {
        try await page.wait(for: shows("Bread", ".item.done:not([data-pending])"))
      }
      for page in [one, other] {
        #expect(page.diagnostics == [])
        await page.closeContext()
      }
    }
  }

  @Test func `a deletion is undone, and a form is shown as a sheet`() async throws {
    try await SiteFixture.run { site in
      let list = try await site.list()
      let page = try await site.openLive("/lists/\(list.id)")
      try await page.click(".edit")
      try await page.wait(for: "document.querySelector('dialog[open] [name=name]')")
      try await page.fill("dialog [name=name]", with: "Oat milk")
      try await page.press("Enter")
      try await page.wait(for: shows("Oat milk"))
      try await page.click(".item .delete button")
      try await page.wait(for: "!document.querySelector('.item')")
      try await page.click("#undo")
      try await page.wait(for: shows("Oat milk"))
      #expect(page.diagnostics == [])
      await page.closeContext()
    }
  }

  @Test func `a search is updated with each key`() async throws {
    try await SiteFixture.run { site in
      let list = try await site.list()
      try await site.items.createItem(name: "Bread", categoryId: 3, shoppingListId: list.id)
      let page = try await site.openLive("/lists/\(list.id)")
      try await page.press("/")
      try await page.type("brea")
      try await page.wait(for: "document.querySelectorAll('#found .item').length === 1")
      // The list may be right before the last keys are searched for.
      try await page.wait(for: "location.search === '?search=brea'")
      try await page.press("Escape")
      try await page.wait(for: "document.querySelectorAll('#sections .item').length === 2")
      #expect(page.diagnostics == [])
      await page.closeContext()
    }
  }

  @Test func `changes without a connection are sent when the server is back`() async throws {
    let shop = try ShoppingDatabase.inMemory()
    var settings = ShoppingSite.Settings()
    try await SiteFixture.run(on: shop) { site in
      let list = try await site.list()
      settings = site.site.context.settings
      settings.port = site.client.port
      let page = try await site.openLive("/lists/\(list.id)")
      await site.site.stop()
      try await page.click("[role=checkbox]")
      try await page.wait(for: shows("Milk", ".item.done[data-pending]"))
      try await page.wait(for: "document.querySelector('#live').dataset.state === 'waits'")
      let next = ShoppingSite(database: shop, settings: settings)
      _ = try next.start()
      try await page.wait(for: shows("Milk", ".item.done:not([data-pending])"))
      #expect(try await site.item(list).isCompleted)
      await page.closeContext()
      await next.stop()
    }
  }

  @Test func `everything works without a script`() async throws {
    var look = PageLook.narrow
    look.runsScripts = false
    try await SiteFixture.run { site in
      let list = try await site.list()
      let page = try await site.openLive("/lists/\(list.id)", look)
      try await page.loading { try await page.click("[role=checkbox]") }
      try await page.wait(for: shows("Milk", ".item.done"))
      try await page.loading { try await page.click(".edit") }
      try await page.loading { try await page.click(".danger button") }
      try await page.wait(for: "document.querySelector('#undo')")
      try await page.loading { try await page.click("#undo") }
      try await page.wait(for: shows("Milk", ".item.done"))
      #expect(page.diagnostics == [])
      await page.closeContext()
    }
  }

  @Test func `all controls have names, and nothing is wider than the screen`() async throws {
    try await SiteFixture.run { site in
      let list = try await site.list(String(repeating: "word", count: 50))
      let item = try await site.item(list)
      for path in ["/", "", "/edit", "/statistics", "/items/\(item.id)"] {
        let address = path == "/" ? path : "/lists/\(list.id)\(path)"
        let page = try await site.openLive(address, .narrow)
        let nodes = try await page.accessibilityTree()
        let unnamed = nodes.filter { $0.isFocusable && $0.name.isEmpty && $0.role != "main" }
        #expect(unnamed.map(\.role) == [], "\(path)")
        let width = try await page.evaluate("document.documentElement.scrollWidth").number
        #expect(width == 390, "\(path)")
        #expect(page.diagnostics == [])
        await page.closeContext()
      }
    }
  }
}
