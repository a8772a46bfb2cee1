import ShoppingListsModel
import TestBrowser
import TestSockets
import Testing

@testable import ShoppingListsWeb

extension Trait where Self == ConditionTrait {
  /// Skips a suite if there is no browser.
  static var requiresBrowser: Self {
    .enabled(if: TestBrowser.obstacle == nil, "\(TestBrowser.obstacle ?? "")")
  }
}

extension SiteFixture {
  /// Opens a page of the site in a browser that has access.
  func open(_ path: String, _ look: PageLook = PageLook()) async throws -> BrowserPage {
    let root = "http://127.0.0.1:\(client.port)"
    let page = try await TestBrowser.shared()
      .open("\(root)/enter?key=\(site.context.settings.key)", look)
    try await page.navigate(to: root + path)
    return page
  }

  /// Opens a page and waits until it follows changes, unless it runs no scripts.
  func openLive(_ path: String, _ look: PageLook = PageLook()) async throws -> BrowserPage {
    let page = try await open(path, look)
    if look.runsScripts { try await page.wait(for: Self.isLive) }
    return page
  }

  /// Opens the page of a list and waits until it follows changes.
  func openLive(_ list: ShoppingList) async throws -> BrowserPage {
    try await openLive("/lists/\(list.id)")
  }

  /// A condition: the page follows changes.
  static let isLive = "document.querySelector('#live')?.dataset.state === 'live'"
}
