import ShoppingListsModel

/// The main part of the statistics page: a chart, and a table with the same numbers.
struct StatisticsMain: PagePart {
  let list: ShoppingListWithCount
  let stats: [CategoryStats]

  var node: Node {
    tag("main", .id("main"), .classes(Accent.className(of: list.id)), .other("tabindex", "-1")) {
      tag("header", .id("head")) {
        tag("a", .id("back"), .classes("back", "always"), .href(.list(list.id))) {
          Icon.back
          tag("span", .other("dir", "auto")) { list.title }
        }
        tag("h1", .id("title")) { "Statistics" }
        tag("p", .id("sum")) {
          list.itemCount == 1 ? "1 item, " : "\(list.itemCount) items, "
          "\(list.completedCount) in the basket"
        }
      }
      tag("div", .id("statistics")) {
        if stats.isEmpty {
          EmptyState(.chart, "Nothing to count", "The list has no items yet.")
        } else {
          StatisticsChart(stats: stats)
          StatisticsTable(stats: stats)
        }
      }
    }
  }
}
