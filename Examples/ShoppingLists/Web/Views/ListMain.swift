import ShoppingListsModel

/// The main part of a page that shows a list.
struct ListMain: PagePart {
  let list: ShoppingListWithCount
  let sections: [ListSection]
  let categories: [ItemCategory]
  /// The search text; the search results are in ``found``.
  var search = ""
  var found: [ShoppingItem] = []

  /// The maximum number of shown items; search finds the others.
  static let limit = 500

  var node: Node {
    tag("main", .id("main"), .classes(Accent.className(of: list.id)), .other("tabindex", "-1")) {
      ListHead(list: list)
      QuickAdd(listID: list.id, categories: categories)
      if list.itemCount > 0 || !search.isEmpty {
        SearchForm(action: .list(list.id), text: search, label: "Search this list")
      }
      if search.isEmpty {
        tag("div", .id("sections")) { for section in shownSections { section } }
      } else {
        tag("ul", .id("found"), .classes("items"), .role("list"), .label("Found")) {
          for item in found.prefix(Self.limit) { ItemRow(item: item, emoji: emoji(of: item)) }
        }
      }
      tag("div", .id("list-end")) { end }
    }
  }

  /// The sections, limited to the maximum number of items.
  private var shownSections: [SectionView] {
    var rest = Self.limit
    var shown: [SectionView] = []
    for section in sections where rest > 0 {
      shown.append(SectionView(section: section, limit: rest))
      rest -= section.items.count
    }
    return shown
  }

  private func emoji(of item: ShoppingItem) -> String? {
    categories.first { $0.id == item.categoryId }?.emoji
  }

  @NodeBuilder private var end: [Node] {
    let count = search.isEmpty ? list.itemCount : found.count
    if count > Self.limit {
      tag("p", .classes("more")) { "And \(count - Self.limit) more: search to find them." }
    }
    if list.itemCount == 0 {
      EmptyState(.basket, "Nothing to buy", "Add the first thing above.", className: "nothing")
    } else if !search.isEmpty, found.isEmpty {
      EmptyState(.search, "Nothing is called “\(search)”")
    } else if list.completedCount == list.itemCount, search.isEmpty {
      EmptyState(.basket, "All in the basket")
    }
    if list.completedCount > 0, search.isEmpty { ClearForm(list: list) }
  }
}

/// The header of a list: its title, links and progress.
struct ListHead: PagePart {
  let list: ShoppingListWithCount

  var node: Node {
    tag("header", .id("head")) {
      tag("a", .id("back"), .classes("back"), .href("/")) {
        Icon.back
        tag("span") { "Lists" }
      }
      tag("h1", .id("title"), .other("dir", "auto")) { list.title }
      tag("nav", .id("tools"), .label("This list")) {
        tag("a", .classes("button"), .href("/lists/\(list.id)/statistics")) {
          Icon.chart
          tag("span") { "Statistics" }
        }
        tag("a", .classes("button"), .href("/lists/\(list.id)/edit"), .flag("data-sheet")) {
          Icon.pencil
          tag("span") { "Edit list" }
        }
      }
      tag("p", .id("sum")) { sum }
      tag("div", .id("progress")) { ListProgress(list: list) }
    }
  }

  private var sum: String {
    list.itemCount == 0
      ? "Empty" : "\(list.completedCount) of \(list.itemCount) in the basket"
  }
}

/// The button that deletes the checked items.
struct ClearForm: PagePart {
  let list: ShoppingListWithCount

  var node: Node {
    postForm("/lists/\(list.id)/clear", .id("clear"), hidden: [.freshKey("step")]) {
      tag("button", .type("submit")) {
        Icon.trash
        tag("span") {
          "Clear the basket: \(list.completedCount) item\(list.completedCount == 1 ? "" : "s")"
        }
      }
    }
  }
}
