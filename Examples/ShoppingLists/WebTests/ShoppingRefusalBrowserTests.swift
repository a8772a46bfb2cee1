import Foundation
import LiveSQLTestSupport
import ShoppingListsModel
import TestBrowser
import TestSockets
import Testing

@testable import ShoppingListsWeb

/// Changes that the server refuses, and changes by other programs, in a real browser.
@Suite(
  .mayBlock,
  .requiresBrowser,
  .requiresWebServer,
  .serialized,
  .timeLimit(.hang)
)
struct ShoppingRefusalBrowserTests {
  @Test func `a refused change is taken back, and the page says why`() async throws {
    let shop = try ShoppingDatabase.inMemory()
    try await SiteFixture.run(on: shop) { site in
      let list = try await site.list()
      let item = try await site.item(list)
      try await site.items.createItem(name: "Bread", categoryId: 3, shoppingListId: list.id)
      var settings = site.site.context.settings
      settings.port = site.client.port
      let page = try await site.openLive(list)
      await site.site.stop()
      try await page.click("[role=checkbox]", withText: "Milk")
      try await page.wait(for: "document.querySelector('.item.done[data-pending]')")
      // Somebody else deletes the item before the change is sent.
      try await site.items.deleteItem(id: item.id)
      let next = ShoppingSite(database: shop, settings: settings)
      _ = try next.start()
      try await page.wait(
        for: "document.querySelector('.notice.error')?.textContent.includes('deleted meanwhile')"
      )
      try await page.wait(
        for:
          "[...document.querySelectorAll('.item .name')].map(e => e.textContent).join() === 'Bread'"
      )
      try await page.wait(for: "localStorage['shopping-lists-queue'] === '[]'")
      await page.closeContext()
      await next.stop()
    }
  }

  @Test func `a new item that is refused disappears, and its field says why`() async throws {
    try await SiteFixture.run { site in
      let list = try await site.list(item: nil)
      let page = try await site.openLive(list)
      try await page.fill("#add-name", with: "   ")
      try await page.press("Enter")
      try await page.wait(
        for: "document.querySelector('#add .problem')?.textContent.includes('is missing')"
      )
      // The whole page is read again, after which the field still says why.
      try await page.wait(for: "!document.querySelector('.item')")
      try await page.wait(for: "document.querySelector('#add-name[aria-invalid] + .problem')")
      #expect(try await site.items.fetchItems(forListId: list.id).isEmpty)
      await page.closeContext()
    }
  }

  /// The command-line program that was built together with the tests.
  private static var program: URL {
    let tests = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    let folder = (tests?.bundleURL ?? Bundle.main.bundleURL).deletingLastPathComponent()
    let beside = folder.appending(path: "ShoppingLists")
    return FileManager.default.isExecutableFile(atPath: beside.path)
      ? beside : Bundle.main.bundleURL.appending(path: "ShoppingLists")
  }

  @Test func `a change by a child process is shown in the page`() async throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path(of: "lists.db")
    try await SiteFixture.run(on: ShoppingDatabase(at: path)) { site in
      let list = try await site.list()
      let page = try await site.openLive(list)
      let process = Process()
      process.executableURL = Self.program
      process.arguments = ["add", "Party", "Bread", "--category", "Bakery", "--database", path]
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == 0)
      try await page.wait(
        for: "document.querySelector('#category-3 .name')?.textContent === 'Bread'"
      )
      #expect(page.diagnostics == [])
      await page.closeContext()
    }
  }
}
