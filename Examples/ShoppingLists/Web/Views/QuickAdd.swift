import ShoppingListsModel

/// The inline form that adds an item.
struct QuickAdd: PagePart {
  let listID: ShoppingList.ID
  let categories: [ItemCategory]

  var node: Node {
    postForm(
      "/lists/\(listID)/items",
      .id("add"),
      .label("Add an item"),
      hidden: [.freshKey("key")]
    ) {
      tag(
        "input",
        .id("add-name"),
        .name("name"),
        .label("What to buy"),
        .other("placeholder", "Add an item"),
        .other("maxlength", "\(FormLimits.name)"),
        .other("autocomplete", "off"),
        .other("enterkeyhint", "done"),
        .flag("required")
      )
      tag(
        "input",
        .id("add-quantity"),
        .name("quantity"),
        .label("How many"),
        .type("number"),
        .value("1"),
        .other("min", "1"),
        .other("max", "\(FormLimits.quantity)"),
        .other("inputmode", "numeric"),
        .flag("required")
      )
      CategorySelect(categories: categories, selected: categories.last?.id)
        .control([.id("add-category"), .name("category"), .label("Category")])
      tag("button", .type("submit"), .classes("primary")) {
        Icon.plus
        tag("span") { "Add" }
      }
    }
  }
}
