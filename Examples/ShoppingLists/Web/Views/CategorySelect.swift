import ShoppingListsModel

/// A select control for a category.
struct CategorySelect {
  let categories: [ItemCategory]
  let selected: ItemCategory.ID?

  func control(_ attributes: [Attribute]) -> Node {
    let options = categories.map { category in
      tag(
        "option",
        .value("\(category.id)"),
        .flag("selected", category.id == selected),
        .other("data-order", "\(category.sortOrder)")
      ) { "\(category.emoji) \(category.name)" }
    }
    return .element(Element(name: "select", attributes: attributes, children: options))
  }
}
