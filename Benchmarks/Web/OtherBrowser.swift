import Foundation
import ShoppingListsModel
import TestBrowser
import TestSockets

/// The time from a change in one browser to its appearance in another one, in the example
/// ShoppingLists.
struct OtherBrowser: Question {
  let name = "shopping-lists"

  func ask(_ file: BigFile) async throws -> [Figure]? {
    guard hasBrowser else { return nil }
    let shop = file.path(of: "lists.db")
    let list = try await Self.makeList(at: shop)
    let server = try ShopServer(path: shop)
    defer { server.stop() }
    let pages = [try await open(server, list), try await open(server, list)]
    let times = try await changes(40, in: pages[0], seenIn: pages[1])
    for page in pages { await page.closeContext() }
    return [
      Figure(
        name: "A change in one browser to another, p50",
        value: times.median,
        bar: 100,
        unit: "ms"
      ),
      Figure(
        name: "A change in one browser to another, p95",
        value: times.percentile(0.95),
        bar: 100,
        unit: "ms"
      ),
    ]
  }

  /// Makes a list with 100 items, and returns its identifier.
  private static func makeList(at path: String) async throws -> String {
    let database = try ShoppingDatabase(at: path)
    let list = try await ShoppingListRepository(database: database).createList(title: "Party")
    let items = ShoppingItemRepository(database: database)
    for number in 1...100 {
      try await items.createItem(name: "Item \(number)", categoryId: 2, shoppingListId: list.id)
    }
    try database.close()
    return "\(list.id)"
  }

  private func open(_ server: ShopServer, _ list: String) async throws -> BrowserPage {
    let page = try await TestBrowser.shared().open(server.address)
    try await page.navigate(to: "\(server.root)/lists/\(list)")
    try await page.wait(for: "document.querySelector('#live')?.dataset.state === 'live'")
    return page
  }

  /// Checks items in one page, and returns how long each takes to be painted in the other one.
  private func changes(_ count: Int, in one: BrowserPage, seenIn other: BrowserPage) async throws
    -> [Double]
  {
    var times: [Double] = []
    for number in 1...count {
      try await other.evaluate(
        """
        window.seen = new Promise((done) => {
          const check = () => {
            if (document.querySelectorAll('.item.done').length < \(number)) return;
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(() => done(performance.timeOrigin + performance.now())));
          };
          const observer = new MutationObserver(check);
          observer.observe(document.body, { subtree: true, childList: true, attributes: true });
        }), 0
        """
      )
      let begin = try await one.evaluate(
        """
        (() => {
          const item = document.querySelector('.item:not(.done) [role=checkbox]');
          item.click();
          return performance.timeOrigin + performance.now();
        })()
        """
      )
      let end = try await other.evaluate("window.seen")
      times.append((end.number ?? .nan) - (begin.number ?? .nan))
    }
    return times
  }
}

/// The example's program, which serves its pages.
private struct ShopServer {
  /// The address that gives access.
  let address: String
  private let process: Process

  /// The address of the site.
  var root: String {
    let url = URL(string: address)
    return "http://127.0.0.1:\(url?.port ?? 0)"
  }

  init(path: String) throws {
    let output = Pipe()
    process = try OtherProcess.start(
      [path, "--port", "0", "--no-open"],
      of: "ShoppingListsWeb",
      output: output
    )
    let text = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    address = text.split(separator: "\n").first.map(String.init) ?? ""
  }

  func stop() {
    process.terminate()
    process.waitUntilExit()
  }
}
