import ShoppingListsModel

/// A row for an item: clicking its text checks it.
struct ItemRow: PagePart {
  let item: ShoppingItem
  /// The emoji of the category, if the row is not in a section.
  var emoji: String?
  /// The form that moves the item, if the row is in a section.
  var move: MoveForm?

  private var path: WebPath { .item(item) }

  var node: Node {
    tag(
      "li",
      .id("item-\(item.id)"),
      .classes("item", item.isCompleted ? "done" : nil),
      .other("data-rank", "\(item.rank)")
    ) {
      check
      if let move { move }
      tag(
        "a",
        .classes("edit", "tool"),
        .href(path),
        .flag("data-sheet"),
        .label("Edit \(item.name)")
      ) {
        Icon.pencil
      }
      postForm(
        "/lists/\(item.shoppingListId)/items/\(item.id)/delete",
        .classes("delete"),
        hidden: [.freshKey("step")]
      ) {
        tag("button", .type("submit"), .classes("tool"), .label("Delete \(item.name)")) {
          Icon.trash
        }
      }
    }
  }

  // snippet.check
  /// The form contains the wanted state, so sending it twice is harmless.
  private var check: Node {
    postForm(
      "/lists/\(item.shoppingListId)/items/\(item.id)/check",
      .classes("check"),
      hidden: [.text("done", item.isCompleted ? "0" : "1")]
    ) {
      tag(
        "button",
        .type("submit"),
        .role("checkbox"),
        .other("aria-checked", item.isCompleted ? "true" : "false")
      ) {
        tag("i", .classes("circle"), .other("aria-hidden", "true"))
        if let emoji { tag("i", .classes("emoji"), .other("aria-hidden", "true")) { emoji } }
        tag("span", .classes("text"), .other("dir", "auto")) {
          tag("span", .classes("name")) { item.displayName }
          if let amount = item.amount {
            tag("span", .classes("notes")) { amount.amountText }
          }
          if !item.notes.isEmpty { tag("span", .classes("notes")) { item.notes } }
        }
      }
    }
  }
  // snippet.end
}
