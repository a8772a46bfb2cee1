import Foundation
import ShoppingListsModel
import WebServer

/// The address of a page.
enum Place: Hashable, Sendable {
  /// All lists, or those whose titles contain a text.
  case lists(search: String)
  case newList
  /// A list with all its items, or those whose names contain a text.
  case list(ShoppingList.ID, search: String)
  case editList(ShoppingList.ID)
  case statistics(ShoppingList.ID)
  case newItem(ShoppingList.ID)
  case editItem(ShoppingItem.ID, ShoppingList.ID)
}

extension Place {
  /// Parses a path; `nil` if there is no such page.
  ///
  /// - Parameters:
  ///   - path: The path, without the query.
  ///   - search: The search text.
  init?(path: String, search: String = "") {
    let parts = path.split(separator: "/").map { $0.removingPercentEncoding ?? "" }
    switch (parts.count, parts.first, parts.last) {
    case (0, _, _): self = .lists(search: search)
    case (2, "lists", "new"): self = .newList
    case (2, "lists", let id?): self = .list(id, search: search)
    case (3, "lists", "edit"): self = .editList(parts[1])
    case (3, "lists", "statistics"): self = .statistics(parts[1])
    case (4, "lists", "new") where parts[2] == "items": self = .newItem(parts[1])
    case (4, "lists", let id?) where parts[2] == "items": self = .editItem(id, parts[1])
    default: return nil
    }
  }

  /// Parses a path with a query: `/lists/7?search=milk`.
  init?(address: String) {
    let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let path = parts.first else { return nil }
    let query = parts.count > 1 ? WebRequest.fields(of: parts[1]) : [:]
    self.init(path: String(path), search: query["search"] ?? "")
  }

  /// The path, without the query.
  var path: WebPath {
    switch self {
    case .lists: "/"
    case .newList: "/lists/new"
    case .list(let id, _): .list(id)
    case .editList(let id): "/lists/\(id)/edit"
    case .statistics(let id): "/lists/\(id)/statistics"
    case .newItem(let id): "/lists/\(id)/items/new"
    case .editItem(let item, let id): "/lists/\(id)/items/\(item)"
    }
  }

  /// The primary key of the list in the path.
  var listID: ShoppingList.ID? {
    switch self {
    case .lists, .newList: nil
    case .list(let id, _), .editList(let id), .statistics(let id), .newItem(let id),
      .editItem(_, let id):
      id
    }
  }

  /// The search text.
  var search: String {
    switch self {
    case .lists(let search), .list(_, let search): search
    default: ""
    }
  }

  /// Returns the same page with another search text.
  func searching(_ text: String) -> Place {
    switch self {
    case .lists: .lists(search: text)
    case .list(let id, _): .list(id, search: text)
    default: self
    }
  }
}

extension WebPath {
  static func list(_ id: ShoppingList.ID) -> WebPath { "/lists/\(id)" }

  static func item(_ item: ShoppingItem) -> WebPath {
    "/lists/\(item.shoppingListId)/items/\(item.id)"
  }
}
