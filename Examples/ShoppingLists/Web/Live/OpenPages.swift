import WebServer

/// The pages whose streams are open, by the names that their browsers have chosen.
@MainActor
final class OpenPages {
  private var pages: [String: OpenPage] = [:]

  nonisolated init() {}

  /// Adds a page, and closes an older page with the same name.
  func add(_ page: OpenPage, named name: String) {
    pages[name]?.close()
    pages[name] = page
  }

  /// Closes and removes a page.
  func close(_ page: OpenPage, named name: String) {
    page.close()
    if pages[name] === page { pages[name] = nil }
  }

  func closeAll() {
    for page in pages.values { page.close() }
    pages = [:]
  }

  /// Returns the page with a name.
  ///
  /// - Throws: ``RequestError`` if its stream is not open.
  func page(_ name: String) throws(RequestError) -> OpenPage {
    guard let page = pages[name] else {
      throw RequestError(404, "The page has no event stream. It opens one, and tries again.")
    }
    return page
  }

  var count: Int { pages.count }
}
