import LiveSQLTestSupport
import ShoppingListsModel
import TestBrowser
import TestSockets
import Testing

@testable import ShoppingListsWeb

/// Pictures of each page of the shopping lists, to be looked at.
@Suite(
  .mayBlock,
  .requiresBrowser,
  .enabled(if: Pictures.folder != nil, "Pictures of pages are taken by `make screenshots`."),
  .requiresWebServer,
  .serialized
)
struct ShoppingPictures {
  private static let groceries: [(name: String, category: Int)] = [
    ("Apples", 1), ("Spinach", 1), ("Tomatoes", 1), ("Milk", 2), ("Cheddar", 2), ("Butter", 2),
    ("Sourdough bread", 3), ("Croissants", 3), ("Sardines", 4), ("Coffee beans", 5),
    ("Lemonade", 7),
  ]

  @Test(arguments: Pictures.looks.indices) func `pages`(index: Int) async throws {
    let (name, look) = Pictures.looks[index]
    try await SiteFixture.run { site in
      let party = try await Self.fill(site)
      let pages = [
        ("home", "/"), ("list", "/lists/\(party.id)"),
        ("search", "/lists/\(party.id)?search=bread"), ("edit", "/lists/\(party.id)/edit"),
        ("statistics", "/lists/\(party.id)/statistics"), ("missing", "/lists/none"),
      ]
      for (title, path) in pages {
        let page = try await site.open(path, look)
        try await Pictures.take("shopping-\(title)-\(name)", of: page)
        await page.closeContext()
      }
    }
  }

  @Test(arguments: Pictures.looks.indices) func `empty states`(index: Int) async throws {
    let (name, look) = Pictures.looks[index]
    try await SiteFixture.run { site in
      let first = try await site.open("/", look)
      try await Pictures.take("shopping-no-lists-\(name)", of: first)
      await first.closeContext()
      let list = try await site.list("Party", item: nil)
      let empty = try await site.open("/lists/\(list.id)", look)
      try await Pictures.take("shopping-no-items-\(name)", of: empty)
      await empty.closeContext()
    }
  }

  @Test(arguments: Pictures.looks.indices) func `unusual names`(index: Int) async throws {
    let (name, look) = Pictures.looks[index]
    try await SiteFixture.run { site in
      let long = String(repeating: "Wholemeal sourdough bread with seeds ", count: 6).prefix(200)
      let list = try await site.list("قائمة التسوق · 周末的购物清单", item: "حليب طازج قليل الدسم")
      for name in [String(long), String(repeating: "Donaudampfschiff", count: 12), "牛奶和黄油"] {
        try await site.items.createItem(name: name, categoryId: 2, shoppingListId: list.id)
      }
      let item = try await site.item(list)
      try await site.items.setCompletion(itemId: item.id, to: true)
      _ = try await site.list(String(long))
      let page = try await site.open("/lists/\(list.id)", look)
      try await Pictures.take("shopping-unusual-names-\(name)", of: page)
      await page.closeContext()
      let lists = try await site.open("/", look)
      try await Pictures.take("shopping-unusual-titles-\(name)", of: lists)
      await lists.closeContext()
    }
  }

  @Test(arguments: Pictures.looks.indices) func `a sheet and its error`(index: Int) async throws {
    let (name, look) = Pictures.looks[index]
    try await SiteFixture.run { site in
      let party = try await Self.fill(site)
      let page = try await site.openLive("/lists/\(party.id)", look)
      try await page.click(".item .edit")
      try await page.wait(for: "document.querySelector('dialog[open] [name=name]')")
      try await Pictures.take("shopping-sheet-\(name)", of: page)
      try await page.fill("dialog [name=name]", with: " ")
      try await page.press("Enter")
      try await page.wait(for: "document.querySelector('dialog[open] .problem')")
      try await Pictures.take("shopping-sheet-error-\(name)", of: page)
      await page.closeContext()
    }
  }

  @Test(arguments: Pictures.looks.indices) func `a lost connection`(index: Int) async throws {
    let (name, look) = Pictures.looks[index]
    try await SiteFixture.run { site in
      let party = try await Self.fill(site)
      let page = try await site.openLive("/lists/\(party.id)", look)
      await site.site.stop()
      try await page.wait(for: "document.querySelector('#live').dataset.state === 'lost'")
      try await Pictures.take("shopping-disconnected-\(name)", of: page)
      try await page.click("[role=checkbox]", withText: "Tomatoes")
      try await page.wait(for: "document.querySelector('#live').dataset.state === 'waits'")
      try await Pictures.take("shopping-waiting-\(name)", of: page)
      await page.closeContext()
    }
  }

  /// Creates four lists, one of them long and partly done.
  private static func fill(_ site: SiteFixture) async throws -> ShoppingList {
    let party = try await site.list("Saturday's party", item: nil)
    for (name, category) in groceries {
      try await site.items.createItem(name: name, categoryId: category, shoppingListId: party.id)
    }
    for item in try await site.items.fetchItems(forListId: party.id).prefix(4) {
      try await site.items.setCompletion(itemId: item.id, to: true)
    }
    for title in ["Weekly groceries", "Hardware store", "Birthday of Ada"] {
      _ = try await site.list(title)
    }
    return party
  }
}
