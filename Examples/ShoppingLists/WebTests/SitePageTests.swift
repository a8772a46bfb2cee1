import Foundation
import LiveSQLPostgres
import LiveSQLTestSupport
import ShoppingListsModel
import Synchronization
import TestSockets
import Testing

@testable import ShoppingListsWeb

/// The pages of the site, and access to them.
@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct SitePageTests {
  @Test func `each page shows its content`() async throws {
    try await SiteFixture.run { site in
      let list = try await site.list()
      let item = try await site.item(list)
      for (path, text) in [
        ("/", "Select a list"), ("/lists/new", "Make the list"), ("/lists/\(list.id)", "Milk"),
        ("/lists/\(list.id)/edit", "Delete the list"), ("/lists/\(list.id)/statistics", "<svg"),
        ("/lists/\(list.id)/items/new", "What to buy"),
        ("/lists/\(list.id)/items/\(item.id)", "old-name"),
      ] {
        let page = try await site.get(path)
        #expect(page.status == 200, "\(path)")
        #expect(page.text.contains(text) && page.text.contains("Party"), "\(path)")
        let tree = try await site.get(path, "Accept: application/json")
        #expect(tree.headers["content-type"] == "application/json")
        #expect(tree.text.contains(#""tree":["div",{"id":"page""#))
      }
    }
  }

  @Test func `a search finds parts of names, without wildcards`() async throws {
    try await SiteFixture.run { site in
      let list = try await site.list()
      try await site.items.createItem(name: "50%_off", categoryId: 1, shoppingListId: list.id)
      _ = try await site.list("Week", item: nil)
      let found = try await site.get("/lists/\(list.id)?search=%25_").text
      #expect(found.contains("50%_off") && !found.contains("Milk"))
      let none = try await site.get("/lists/\(list.id)?search=%3Cb%3E").text
      #expect(none.contains("Nothing is called “&lt;b&gt;”"))
      let lists = try await site.get("/?search=wee").text
      #expect(lists.contains("Week") && !lists.contains("Party"))
      #expect(try await site.get("/?search=x").text.contains("No list is called “x”"))
    }
  }

  @Test func `typed text is escaped on all pages`() async throws {
    try await SiteFixture.run { site in
      let evil = "<img src=x onerror=alert(1)>\"'&"
      let list = try await site.list(evil, item: evil)
      let item = try await site.item(list)
      for path in [
        "/", "/lists/\(list.id)", "/lists/\(list.id)/edit", "/lists/\(list.id)/statistics",
        "/lists/\(list.id)/items/\(item.id)", "/lists/\(list.id)?search=img",
      ] {
        let page = try await site.get(path).text
        #expect(!page.contains("<img") && page.contains("&lt;img"), "\(path)")
      }
    }
  }

  @Test func `the content security policy restricts pages to this server`() async throws {
    try await SiteFixture.run { site in
      let policy = try #require(try await site.get("/").headers["content-security-policy"])
      #expect(policy.contains("default-src 'none'") && policy.contains("form-action 'self'"))
      #expect(policy.contains("require-trusted-types-for 'script'"))
      for path in ["/", "/main.js", "/shop.css", "/enter?key=\(site.site.context.settings.key)"] {
        let text = try await site.get(path).text
        #expect(!text.contains("style=\"") && !text.contains("http://www.w3.org/1999"), "\(path)")
        #expect(text.firstMatch(of: /<script(?! type="module" src="\/)/) == nil)
        #expect(text.firstMatch(of: /\son[a-z]+="/) == nil)
      }
    }
  }

  @Test func `without the key, pages say how to get access`() async throws {
    try await SiteFixture.run { site in
      let accept = "Accept: text/html"
      let page = try await site.client.ask("GET /", [accept], isTrusted: false)
      #expect(page.status == 401)
      #expect(page.text.contains("Open the address that the program has printed"))
      #expect(try await site.client.ask("GET /enter?key=1", isTrusted: false).status == 401)
      #expect(try await site.client.ask("GET /events", isTrusted: false).status == 401)
      #expect(try await site.client.ask("GET /main.js", isTrusted: false).status == 200)
      let none = try await site.get("/nothing", accept)
      #expect(none.status == 404 && none.text.contains("Not found"))
    }
  }

  @Test(arguments: [
    "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "Sec-Fetch-Site: none",
    "Origin: http://evil.example", "Origin: http://127.0.0.1:1", "Origin: null",
  ])
  func `forms of other sites are refused, even with the cookie`(header: String)
    async throws
  {
    try await SiteFixture.run { site in
      let answer = try await site.post("/lists", ["title": "Party"], header)
      #expect(answer.status == 403)
      #expect(try await site.lists.fetchAllOrderedByDate().isEmpty)
    }
  }

  @Test func `other hosts, methods and content types are refused`() async throws {
    try await SiteFixture.run { site in
      let head = "GET / HTTP/1.1\r\nHost: evil.example\r\n\(site.cookie)\r\n"
      let answer = try await site.client.raw(Array((head + "Connection: close\r\n\r\n").utf8))
      #expect(answer.status == 421)
      let json = try await site.client.ask("POST /lists", [site.cookie], body: "{}")
      #expect(json.status == 415)
      #expect(try await site.client.ask("OPTIONS /lists", [site.cookie]).status == 405)
      let long = String(repeating: "x", count: 20_000)
      #expect(try await site.post("/lists", ["title": long]).status == 413)
    }
  }

  @Test func `database errors are shown in the terminal, but not on the page`()
    async throws
  {
    let told = Mutex<[String]>([])
    try await SiteFixture.run { error in
      told.withLock { $0.append("\(error)") }
    } _: { site in
      let list = try await site.list()
      try site.shop.close()
      let page = try await site.get("/lists/\(list.id)")
      #expect(page.status == 503 && page.text.contains("The lists cannot be read"))
      let form = try await site.post("/lists", ["title": "Party"])
      #expect(form.status == 503 && form.text.contains("could not be saved"))
      #expect(told.withLock { $0.count } == 2)
    }
  }

  @Test func `the page of a long list is limited`() async throws {
    try await SiteFixture.run { site in
      let list = try await site.list(item: nil)
      try await site.shop.database.write { db in
        try db.execute(
          sql: """
            WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 2000)
            INSERT INTO shopping_items
              (id, name, category_id, shopping_list_id, created_at, updated_at)
            SELECT 'k' || n, 'Thing ' || n, n % 9 + 1, '\(list.id)', n, n FROM number
            """
        )
      }
      let page = try await site.get("/lists/\(list.id)").text
      #expect(page.utf8.count < 1_000_000)
      #expect(page.contains("And 1500 more"))
      #expect(try await site.get("/lists/\(list.id)?search=Thing+1999").text.contains("item-k1999"))
    }
  }
}
