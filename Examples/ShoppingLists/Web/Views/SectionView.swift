import ShoppingListsModel

/// A section with the items of a category.
struct SectionView: PagePart {
  let section: ListSection
  /// The maximum number of shown items; search finds the others.
  var limit = Int.max

  private var id: String { "category-\(section.id)" }

  var node: Node {
    tag(
      "section",
      .id(id),
      .classes("section", section.isComplete ? "complete" : nil),
      .other("data-order", "\(section.category.sortOrder)"),
      .other("aria-labelledby", "\(id)-name")
    ) {
      tag("header", .id("\(id)-head")) {
        tag("h2", .id("\(id)-name")) {
          tag("i", .classes("emoji"), .other("aria-hidden", "true")) { section.category.emoji }
          section.category.name
        }
        tag("span", .id("\(id)-count"), .classes("count")) {
          "\(section.category.completedCount)/\(section.category.itemCount)"
        }
      }
      tag("ul", .id("\(id)-items"), .classes("items"), .role("list")) {
        for index in section.items.indices.prefix(limit) { row(index) }
      }
    }
  }

  private func row(_ index: Int) -> ItemRow {
    let item = section.items[index].item
    let up = section.place(of: index, droppedAt: index - 1)
    let down = section.place(of: index, droppedAt: index + 2)
    return ItemRow(item: item, move: MoveForm(item: item, up: up, down: down))
  }
}
