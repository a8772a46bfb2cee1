import ShoppingListsModel

/// A table with the numbers of the chart.
struct StatisticsTable: PagePart {
  let stats: [CategoryStats]

  var node: Node {
    tag("table") {
      tag("thead") {
        tag("tr") {
          tag("th", .other("scope", "col")) { "Category" }
          tag("th", .other("scope", "col"), .classes("number")) { "In the basket" }
          tag("th", .other("scope", "col"), .classes("number")) { "To buy" }
          tag("th", .other("scope", "col"), .classes("number")) { "All" }
        }
      }
      tag("tbody") { for category in stats { row(category) } }
      tag("tfoot") { row("All", sum(\.completedCount), sum(\.itemCount)) }
    }
  }

  private func sum(_ count: KeyPath<CategoryStats, Int>) -> Int {
    stats.reduce(0) { $0 + $1[keyPath: count] }
  }

  private func row(_ category: CategoryStats) -> Node {
    row(
      "\(category.emoji) \(category.name)",
      category.completedCount,
      category.itemCount
    )
  }

  private func row(_ name: String, _ completed: Int, _ all: Int) -> Node {
    tag("tr") {
      tag("th", .other("scope", "row")) { name }
      for count in [completed, all - completed, all] {
        tag("td", .classes("number")) { "\(count)" }
      }
    }
  }
}
