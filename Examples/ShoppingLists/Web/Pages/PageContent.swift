import Foundation
import ShoppingListsModel

/// The content of a page: its title, and the element that follows changes.
struct PageContent: Hashable, Sendable {
  let title: String
  /// The HTTP status: not 200 if the subject of the page was deleted, or cannot be read.
  let status: Int
  /// The element `page`.
  private(set) var element: Element

  init(
    title: String,
    status: Int = 200,
    kind: PageKind,
    side: some PagePart,
    main: some PagePart
  ) {
    self.title = title
    self.status = status
    element = Element(
      name: "div",
      attributes: [.id("page"), .other("data-kind", kind.rawValue)],
      children: [side.node, main.node]
    )
  }

  /// The content with a warning that it may be out of date.
  var withWarning: PageContent {
    var page = self
    let text = "The database does not answer, so this page may be out of date."
    page.element.children.insert(tag("p", .id("warning"), .role("alert")) { text }, at: 0)
    return page
  }

  /// A hash of the content, by which a browser says what it already shows.
  var mark: String {
    let text = title + Node.element(element).json
    let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 16)
  }
}

/// The layout of a page: on narrow screens, the lists have a page of their own.
enum PageKind: String, Sendable {
  case lists, list, form
}
