import ShoppingListsModel

/// Two buttons that move an item up and down; the script makes them a handle to drag it by.
struct MoveForm: PagePart {
  let item: ShoppingItem
  /// The place one row up; `nil` for the first item.
  let up: ItemPlace?
  /// The place one row down; `nil` for the last item.
  let down: ItemPlace?

  // snippet.move
  /// Each button contains the wanted place, so sending it twice is harmless.
  var node: Node {
    postForm(
      "/lists/\(item.shoppingListId)/items/\(item.id)/move",
      .id("move-\(item.id)"),
      .classes("move"),
      hidden: [.freshKey("step")]
    ) {
      button(up, .up, "Move \(item.name) up")
      button(down, .down, "Move \(item.name) down")
    }
  }

  private func button(_ place: ItemPlace?, _ icon: Icon, _ label: String) -> Node {
    let attributes = place?.attributes
    return tag(
      "button",
      .type("submit"),
      .label(label),
      attributes?.name,
      attributes?.value,
      .flag("disabled", place == nil)
    ) {
      icon
    }
  }
  // snippet.end
}
