import Foundation
import ShoppingListsModel
import Testing

@testable import ShoppingListsModel
@testable import ShoppingListsWeb

/// The rendering of pages from values.
@Suite struct PageRenderingTests {
  private let date = Date(timeIntervalSince1970: 1_700_000_000)

  private func list(_ title: String = "Party", _ completed: Int = 1, of count: Int = 3)
    -> ShoppingListWithCount
  {
    ShoppingListWithCount(
      id: "A",
      title: title,
      createdAt: date,
      updatedAt: date,
      itemCount: count,
      completedCount: completed
    )
  }

  private func item(_ id: String, _ name: String, isCompleted: Bool = false, notes: String = "")
    -> ShoppingItem
  {
    ShoppingItem(
      id: id,
      name: name,
      isCompleted: isCompleted,
      notes: notes,
      categoryId: 1,
      shoppingListId: "A",
      createdAt: date,
      updatedAt: date
    )
  }

  private func stats(_ id: Int, _ completed: Int, of count: Int) -> CategoryStats {
    CategoryStats(
      id: id,
      name: "Produce \(id)",
      emoji: "🥬",
      sortOrder: id,
      itemCount: count,
      completedCount: completed
    )
  }

  @Test func `a row is a check box that is named after its item`() {
    let html = ItemRow(item: item("1", "Milk", isCompleted: true, notes: "cold")).node.html()
    #expect(html.contains(#"<button type="submit" role="checkbox" aria-checked="true">"#))
    #expect(html.contains(#"<input type="hidden" name="done" value="0">"#))
    #expect(html.contains(#"<span class="name">Milk</span><span class="notes">cold</span>"#))
    #expect(
      html.contains(#"aria-label="Edit Milk""#) && html.contains(#"aria-label="Delete Milk""#)
    )
  }

  @Test func `the buttons of a row name its neighbours, and the first one cannot go up`() {
    let first = MoveForm(item: item("1", "Milk"), up: nil, down: .after("2")).node.html()
    #expect(first.contains(#"aria-label="Move Milk up" disabled>"#))
    #expect(first.contains(#"aria-label="Move Milk down" name="after" value="2">"#))
    let last = MoveForm(item: item("2", "Eggs"), up: .before("1"), down: nil).node.html()
    #expect(last.contains(#"aria-label="Move Eggs up" name="before" value="1">"#))
    #expect(last.contains(#"aria-label="Move Eggs down" disabled>"#))
  }

  @Test func `lists show their progress, and which one is selected`() {
    let side = ListsSide(lists: [list()], selected: "A").node.html(now: date + 120)
    #expect(side.contains(#"aria-current="page""#))
    #expect(side.contains("1/3") && side.contains(", 1 of 3 in the basket"))
    #expect(side.contains("Updated <time datetime") && side.contains(">2 minutes ago</time>"))
    #expect(side.contains("<progress value=\"1\" max=\"3\""))
    #expect(!side.contains("id=\"find\""))
    #expect(ListsSide(lists: [], isPage: true).node.html().contains("No list yet"))
  }

  @Test func `each state of a list has its own text`() {
    func main(_ list: ShoppingListWithCount, search: String = "") -> String {
      ListMain(list: list, sections: [], categories: ItemCategory.defaults, search: search)
        .node.html()
    }
    #expect(main(list("Party", 0, of: 0)).contains("Nothing to buy"))
    #expect(!main(list("Party", 0, of: 0)).contains("id=\"find\""))
    #expect(main(list("Party", 3, of: 3)).contains("All in the basket"))
    #expect(main(list("Party", 3, of: 3)).contains("Clear the basket: 3 items"))
    #expect(main(list("Party", 1, of: 3)).contains("Clear the basket: 1 item<"))
    #expect(!main(list("Party", 0, of: 3)).contains("Clear the basket"))
    #expect(main(list(), search: "x").contains("Nothing is called “x”"))
  }

  @Test func `identifiers are unique in a page`() {
    let section = ListSection(
      category: stats(1, 0, of: 2),
      items: ["1", "2"].map {
        ItemWithCategory(
          item: item($0, "Milk"),
          categoryName: "Produce",
          categoryEmoji: "🥬",
          categorySortOrder: 1
        )
      }
    )
    let content = PageContent(
      title: "Party",
      kind: .list,
      side: ListsSide(lists: [list()], selected: "A"),
      main: ListMain(list: list(), sections: [section], categories: ItemCategory.defaults)
    )
    let html = PageDocument(content: content).html(now: date)
    let ids = html.matches(of: /\sid="([^"]+)"/).map { String($0.1) }
    #expect(ids.count > 20)
    #expect(Set(ids).count == ids.count)
  }

  @Test func `the overview does not claim to be empty if it cannot be read`() {
    let side = ListsSide(lists: [], isKnown: false).node.html()
    #expect(!side.contains("No list yet"))
    let content = PageContent(
      title: "Party",
      kind: .lists,
      side: ListsSide(lists: [list()]),
      main: PlaceholderMain()
    )
    #expect(content.withWarning.element.children.count == 3)
    #expect(Node.element(content.withWarning.element).html().contains("may be out of date"))
    #expect(content.mark != content.withWarning.mark)
  }

  @Test func `the axis of the chart starts at zero and ends at the longest bar`() {
    let html = StatisticsChart(stats: [stats(1, 1, of: 4), stats(2, 0, of: 2)]).node.html()
    #expect(html.contains(#"<rect class="bar basket" x="0.000%" y="50" width="25.000%""#))
    #expect(html.contains(#"<rect class="bar rest" x="25.000%" y="50" width="75.000%""#))
    #expect(html.contains(#"<rect class="bar rest" x="0.000%" y="98" width="50.000%""#))
    #expect(html.contains("1 of 4") && html.contains("0 of 2"))
  }

  @Test(arguments: [
    (1, [0, 1]), (4, [0, 1, 2, 3, 4]), (7, [0, 2, 4, 6]), (23, [0, 5, 10, 15, 20]),
    (45, [0, 10, 20, 30, 40]), (99, [0, 20, 40, 60, 80]), (1_000, [0, 500, 1_000]),
  ])
  func `tick marks are round numbers`(most: Int, ticks: [Int]) {
    #expect(ChartScale.ticks(to: most) == ticks)
  }

  @Test(arguments: [
    ("/", Place.lists(search: "")), ("/?search=a+b", .lists(search: "a b")),
    ("/lists/new", .newList), ("/lists/A", .list("A", search: "")),
    ("/lists/A?search=%C3%A9", .list("A", search: "é")), ("/lists/A/edit", .editList("A")),
    ("/lists/A/statistics", .statistics("A")), ("/lists/A/items/new", .newItem("A")),
    ("/lists/A%2FB/items/C", .editItem("C", "A/B")), ("/lists", nil), ("/x/A", nil),
    ("/lists/A/x", nil), ("/lists/A/items/C/D", nil),
  ])
  func `addresses are parsed`(address: String, place: Place?) {
    #expect(Place(address: address) == place)
    if let place, place.search.isEmpty { #expect(place.path.text == address) }
  }
}
