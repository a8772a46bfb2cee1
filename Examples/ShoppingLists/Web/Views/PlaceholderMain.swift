/// The main part of the page if no list is selected.
struct PlaceholderMain: PagePart {
  var node: Node {
    tag("main", .id("main"), .classes("placeholder"), .other("tabindex", "-1")) {
      tag("div", .id("form")) {
        EmptyState(.basket, "Select a list", "Choose a shopping list to see what is on it.")
      }
    }
  }
}
