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
}
