import Foundation
import LiveSQLTestSupport
import ShoppingListsModel
import TestSockets
import Testing

@testable import ShoppingListsWeb

/// Forms without a script: each one redirects to a page that shows the result.
@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct SiteFormTests {
  @Test func `a list is created and shown`() async throws {
    try await SiteFixture.run { site in
      #expect(try await site.get("/").text.contains("No list yet"))
      let page = try await site.submit("/lists", ["title": "  For the\r\nparty ", "key": ""])
      #expect(page.contains("<h1 id=\"title\" dir=\"auto\">For the  party</h1>"))
      #expect(page.contains("Nothing to buy"))
      #expect(try await site.get("/").text.contains("For the  party"))
    }
  }

  @Test func `an item is added, checked, edited, deleted and restored`() async throws {
    try await SiteFixture.run { site in
      let list = try await site.list(item: nil)
      let fields = ["name": "Milk", "quantity": "2", "category": "2"]
      var page = try await site.submit("/lists/\(list.id)/items", fields)
      #expect(page.contains("2× Milk") && page.contains("0 of 1 in the basket"))
      let item = try await site.item(list)
      let path = "/lists/\(list.id)/items/\(item.id)"
      page = try await site.submit("\(path)/check", ["done": "1"])
      #expect(page.contains("aria-checked=\"true\"") && page.contains("All in the basket"))
      let old = ["old-name": "Milk", "old-quantity": "2", "old-category": "2", "old-notes": ""]
      var new = ["name": "Oat milk", "quantity": "1", "category": "1", "notes": "a\r\nb"]
      new["price"] = "1,9"
      page = try await site.submit("\(path)/edit", old.merging(new) { $1 })
      #expect(page.contains("1.90"))
      #expect(page.contains("Oat milk") && page.contains("a\nb") && page.contains("Produce"))
      page = try await site.submit("\(path)/delete", ["step": UUID().uuidString])
      #expect(page.contains("“Oat milk” was deleted") && page.contains("Nothing to buy"))
      let step = try #require(page.firstMatch(of: /name="step" value="([0-9A-F-]{36})"/)?.1)
      page = try await site.submit("/undo", ["step": String(step), "next": "/lists/\(list.id)"])
      #expect(page.contains("Oat milk") && page.contains("aria-checked=\"true\""))
    }
  }

  @Test func `an item is moved and moved back`() async throws {
    try await SiteFixture.run { site in
      let list = try await site.list()
      try await site.items.createItem(name: "Butter", categoryId: 2, shoppingListId: list.id)
      let ids = try await site.items.fetchItems(forListId: list.id).map(\.id)
      let path = "/lists/\(list.id)/items/\(ids[1])/move"
      let step = UUID().uuidString
      // Sending the form twice moves the item once.
      for _ in 0..<2 {
        let page = try await site.submit(path, ["before": ids[0], "step": step])
        #expect(page.contains("“Butter” was moved"))
        #expect(page.contains("name=\"after\" value=\"\(ids[0])\""))
        #expect(try await site.items.fetchItems(forListId: list.id).map(\.id) == [ids[1], ids[0]])
      }
      _ = try await site.submit("/undo", ["step": step, "next": "/lists/\(list.id)"])
      #expect(try await site.items.fetchItems(forListId: list.id).map(\.id) == ids)
      #expect(try await site.post(path, [:]).status == 422)
      let gone = try await site.post(path, ["after": UUID().uuidString])
      #expect(gone.status == 404 && gone.text.contains("was deleted meanwhile"))
    }
  }

  @Test func `a list is renamed, cleared, deleted and restored`() async throws {
    try await SiteFixture.run { site in
      let list = try await site.list()
      let item = try await site.item(list)
      #expect(try await site.submit("/lists/\(list.id)/rename", ["title": "Week"]).contains("Week"))
      try await site.items.setCompletion(itemId: item.id, to: true)
      let cleared = try await site.submit("/lists/\(list.id)/clear", ["step": UUID().uuidString])
      #expect(cleared.contains("“Milk” was deleted") && cleared.contains("Nothing to buy"))
      let step = UUID().uuidString
      let page = try await site.submit("/lists/\(list.id)/delete", ["step": step])
      #expect(page.contains("“Week” was deleted") && page.contains("No list yet"))
      let gone = try await site.get("/lists/\(list.id)")
      #expect(gone.status == 404 && gone.text.contains("This list was deleted"))
      _ = try await site.submit("/undo", ["step": step, "next": "/"])
      #expect(try await site.get("/").text.contains("Week"))
    }
  }

  @Test func `submitting a form twice has no further effect`() async throws {
    try await SiteFixture.run { site in
      let (id, step) = (UUID().uuidString, UUID().uuidString)
      for _ in 0..<2 { _ = try await site.submit("/lists", ["title": "Party", "key": id]) }
      let list = try #require(try await site.lists.fetchAllOrderedByDate().first)
      #expect(try await site.lists.fetchAllOrderedByDate().count == 1)
      let fields = ["name": "Milk", "category": "2", "key": id.lowercased()]
      for _ in 0..<2 { _ = try await site.submit("/lists/\(list.id)/items", fields) }
      #expect(try await site.items.fetchItems(forListId: list.id).map(\.id) == [id])
      let path = "/lists/\(list.id)/items/\(id)"
      for _ in 0..<2 { _ = try await site.submit("\(path)/check", ["done": "1"]) }
      #expect(try await site.item(list).isCompleted)
      for _ in 0..<2 {
        let page = try await site.submit("\(path)/delete", ["step": step])
        #expect(page.contains("“Milk” was deleted"))
      }
      for _ in 0..<2 { _ = try await site.submit("/undo", ["step": step]) }
      #expect(try await site.items.fetchItems(forListId: list.id).count == 1)
    }
  }

  @Test(arguments: [
    (["name": " \n"], "What to buy is missing."), (["quantity": "0"], "a number from 1 to 999"),
    (["price": "1.234"], "an amount such as 12.50"),
    (["quantity": "1,5"], "a number from 1 to 999"), (["category": "99"], "Choose a category."),
    (["name": String(repeating: "x", count: 201)], "more than 200 characters"),
    (["notes": String(repeating: "x", count: 1_001)], "more than 1000 characters"),
  ])
  func `an error is shown beside its field, and the submitted values are kept`(
    wrong: [String: String],
    message: String
  ) async throws {
    try await SiteFixture.run { site in
      let list = try await site.list()
      let right = ["name": "<Bread>", "quantity": "3", "category": "3", "notes": "rye"]
      let fields = right.merging(wrong) { $1 }
      let page = try await site.post("/lists/\(list.id)/items", fields)
      #expect(page.status == 422)
      #expect(page.text.contains(message) && page.text.contains("aria-invalid"))
      #expect(page.text.contains("rye") || wrong["notes"] != nil)
      #expect(page.text.contains("&lt;Bread&gt;") || wrong["name"] != nil)
      let json = "Accept: application/json"
      let answer = try await site.post("/lists/\(list.id)/items", fields, json)
      #expect(answer.status == 422)
      #expect(answer.text.contains(message) && answer.text.contains("\"field\""))
      #expect(try await site.items.fetchItems(forListId: list.id).count == 1)
    }
  }

  @Test func `forms for deleted rows are answered with an error`() async throws {
    try await SiteFixture.run { site in
      let list = try await site.list(item: nil)
      let none = UUID().uuidString
      let fields = ["name": "Milk", "category": "2", "done": "1", "title": "A"]
      for path in [
        "/lists/\(none)/items", "/lists/\(none)/rename", "/lists/\(list.id)/items/\(none)/check",
        "/lists/\(list.id)/items/\(none)/edit",
      ] {
        let answer = try await site.post(path, fields)
        #expect(answer.status == 404, "\(path)")
        #expect(answer.text.contains("was deleted meanwhile"))
      }
      let undo = try await site.post("/undo", ["step": none])
      #expect(undo.status == 404 && undo.text.contains("cannot be undone"))
      let wrong = try await site.post("/lists", ["title": "A", "key": "1"])
      #expect(wrong.status == 422)
      let item = try await site.get("/lists/\(list.id)/items/\(none)")
      #expect(item.status == 404 && item.text.contains("This item was deleted"))
    }
  }

  @Test func `a script gets the next page as JSON`() async throws {
    try await SiteFixture.run { site in
      let list = try await site.list()
      let step = UUID().uuidString
      let path = "/lists/\(list.id)/items/\(try await site.item(list).id)/delete"
      let answer = try await site.post(path, ["step": step], "Accept: application/json")
      #expect(answer.status == 200)
      #expect(
        answer.text == """
          {"next":"/lists/\(list.id)","undo":{"step":"\(step)","text":"“Milk” was deleted"}}
          """
      )
    }
  }

  @Test(arguments: ["//evil.example", "https://evil.example", "/\\evil.example", "/x/y/z", ""])
  func `redirects stay on the site`(next: String) async throws {
    try await SiteFixture.run { site in
      let list = try await site.list()
      let step = UUID().uuidString
      _ = try await site.submit("/lists/\(list.id)/delete", ["step": step])
      let answer = try await site.post("/undo", ["step": step, "next": next])
      #expect(answer.headers["location"] == "/")
    }
  }
}
