import ShoppingListsModel

/// The overview of all lists: a page on narrow screens, a sidebar on wide ones.
struct ListsSide: PagePart {
  let lists: [ShoppingListWithCount]
  /// The search text.
  var search = ""
  /// The list that is shown beside the sidebar.
  var selected: ShoppingList.ID?
  /// Whether the overview is the page, and not a sidebar.
  var isPage = false
  /// Whether the lists could be read.
  var isKnown = true

  /// The maximum number of shown lists; search finds the others.
  static let limit = 200

  var node: Node {
    tag("nav", .id("side"), .label("Lists")) {
      tag("header", .id("side-head")) {
        // A page has exactly one main heading.
        if isPage { tag("h1") { "Shopping lists" } } else { tag("h2") { "Shopping lists" } }
        tag(
          "a",
          .classes("button", "round"),
          .href("/lists/new"),
          .flag("data-sheet"),
          .id("new-list")
        ) {
          Icon.plus
          tag("span") { "New list" }
        }
      }
      if isPage { SearchForm(action: "/", text: search, label: "Search lists") }
      tag("ul", .id("lists"), .role("list")) {
        for list in lists.prefix(Self.limit) {
          ListRow(list: list, isSelected: list.id == selected)
        }
      }
      tag("div", .id("side-end")) {
        end
        if isPage { tag("p", .classes("more")) { "Only this computer can open these pages." } }
      }
    }
  }

  @NodeBuilder private var end: [Node] {
    if isKnown, lists.isEmpty { nothing }
    if lists.count > Self.limit {
      tag("p", .classes("more")) { "And \(lists.count - Self.limit) more: search to find them." }
    }
  }

  private var nothing: EmptyState {
    guard search.isEmpty else { return EmptyState(.search, "No list is called “\(search)”") }
    return EmptyState(
      .basket,
      "No list yet",
      "Make the first one: for the week, a party, the holidays.",
      link: .init("New list", "/lists/new")
    )
  }
}

/// A row for a list.
struct ListRow: PagePart {
  let list: ShoppingListWithCount
  var isSelected = false

  var node: Node {
    tag("li", .id("list-\(list.id)"), .classes("list-row", Accent.className(of: list.id))) {
      tag("a", .href(.list(list.id)), isSelected ? .other("aria-current", "page") : nil) {
        tag("span", .classes("name"), .other("dir", "auto")) { list.title }
        tag("span", .classes("count")) { count }
        ListProgress(list: list, isNamed: false)
        tag("span", .classes("when")) {
          "Updated "
          Node.time(list.updatedAt)
        }
      }
    }
  }

  @NodeBuilder private var count: [Node] {
    if list.itemCount == 0 {
      "Empty"
    } else {
      tag("span", .other("aria-hidden", "true")) { "\(list.completedCount)/\(list.itemCount)" }
      tag("span", .classes("unseen")) {
        ", \(list.completedCount) of \(list.itemCount) in the basket"
      }
    }
  }
}

/// The progress of a list.
struct ListProgress: PagePart {
  let list: ShoppingListWithCount
  /// Whether screen readers read it; not needed if the numbers are beside it.
  var isNamed = true

  var node: Node {
    tag(
      "progress",
      .value("\(list.completedCount)"),
      .other("max", "\(max(list.itemCount, 1))"),
      isNamed ? .label("In the basket") : .other("aria-hidden", "true")
    )
  }
}
