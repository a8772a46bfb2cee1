import Foundation
import LiveSQL
import LiveSQLTestSupport
import ShoppingListsModel
import TestSockets
import Testing
import WebServer

@testable import ShoppingListsWeb

/// The event stream of live pages.
@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct SiteLiveTests {
  /// A live page of a browser.
  private final class Tab {
    let site: SiteFixture
    let name = UUID().uuidString
    private let socket: LocalSocket
    private var reader: AnswerReader
    /// What came after the last event.
    private var text = ""

    init(_ site: SiteFixture, _ place: String, shown: String = "") async throws {
      self.site = site
      socket = try #require(LocalSocket.connected(toPort: site.client.port))
      reader = AnswerReader(socket)
      let query = "tab=\(name)&place=\(WebPath.Interpolation.encoded(place))&shown=\(shown)"
      let lines = [
        "GET /events?\(query) HTTP/1.1", "Host: 127.0.0.1:\(site.client.port)", site.cookie,
      ]
      socket.write(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
      let status = await read { $0.head()?.status }
      #expect(status == 200)
      #expect(await next() == "retry: 1000")
    }

    /// The next event.
    func next() async -> String? {
      while true {
        if let end = text.firstRange(of: "\n\n") {
          defer { text.removeSubrange(..<end.upperBound) }
          return String(text[..<end.lowerBound])
        }
        guard let chunk = await read({ $0.chunk() }), !chunk.isEmpty else { return nil }
        text += String(decoding: chunk, as: UTF8.self)
      }
    }

    private func read<Value: Sendable>(
      _ body: @escaping @Sendable (inout AnswerReader) -> Value
    ) async -> Value {
      let (value, rest) = await onThread { [reader] in
        var reader = reader
        return (body(&reader), reader)
      }
      reader = rest
      return value
    }

    func close() { socket.close() }
  }

  private func mark(_ page: HTTPAnswer) throws -> String {
    String(try #require(page.text.firstMatch(of: /data-shown="([0-9a-f]+)"/)?.1))
  }

  @Test func `a change by another browser arrives as a patch`() async throws {
    try await SiteFixture.run { site in
      let list = try await site.list()
      let item = try await site.item(list)
      let page = try await site.get("/lists/\(list.id)")
      let tab = try await Tab(site, "/lists/\(list.id)", shown: try mark(page))
      // The browser already shows this content, so the first event is the change.
      _ = try await site.submit("/lists/\(list.id)/items/\(item.id)/check", ["done": "1"])
      let event = try #require(await tab.next())
      #expect(event.contains("event: patch"))
      #expect(
        event.contains(
          #"["attributes","item-\#(item.id)",{"id":"item-\#(item.id)","class":"item done","#
        )
      )
      #expect(event.utf8.count < 5_000)
      tab.close()
    }
  }

  @Test func `a browser that shows an older state gets the whole page`() async throws {
    try await SiteFixture.run { site in
      let list = try await site.list()
      let tab = try await Tab(site, "/lists/\(list.id)", shown: "0")
      let event = try #require(await tab.next())
      #expect(event.contains("event: page") && event.contains("Milk"))
      try await site.items.createItem(name: "Bread", categoryId: 3, shoppingListId: list.id)
      let second = try #require(await tab.next())
      #expect(second.contains("event: patch") && second.contains("Bread"))
      #expect(second.contains(#"["put",["section",{"id":"category-3""#))
      tab.close()
    }
  }

  @Test func `several browsers are notified, and closed ones are removed`() async throws {
    try await SiteFixture.run { site in
      let list = try await site.list()
      var tabs: [Tab] = []
      for place in ["/", "/lists/\(list.id)", "/lists/\(list.id)/statistics"] {
        let tab = try await Tab(site, place)
        #expect(await tab.next()?.contains("event: page") == true)
        tabs.append(tab)
      }
      try await site.items.createItem(name: "Bread", categoryId: 3, shoppingListId: list.id)
      for tab in tabs { #expect(await tab.next()?.contains("0/2") == true) }
      for tab in tabs { tab.close() }
      await until { site.site.server.exchangeCount == 0 }
      // A page is closed by a task that may run after its exchange has ended.
      await untilTrue { await site.site.context.pages.count == 0 }
    }
  }

  @Test func `a client that disconnects at once leaves no page open`() async throws {
    try await SiteFixture.run { site in
      let list = try await site.list()
      let head = "GET /events?tab=\(UUID())&place=%2Flists%2F\(list.id) HTTP/1.1\r\n"
      let host = "Host: 127.0.0.1:\(site.client.port)\r\n\(site.cookie)\r\n\r\n"
      for _ in 0..<20 {
        let socket = try #require(LocalSocket.connected(toPort: site.client.port))
        socket.write(Array((head + host).utf8))
        socket.close()
      }
      #expect(try await site.get("/").status == 200)
      await until { site.site.server.exchangeCount == 0 }
      await untilTrue { await site.site.context.pages.count == 0 }
    }
  }

  @Test func `a search changes as text is typed, and follows new items`() async throws {
    try await SiteFixture.run { site in
      let list = try await site.list()
      let tab = try await Tab(site, "/lists/\(list.id)")
      #expect(await tab.next()?.contains("Milk") == true)
      let place = ["place": "/lists/\(list.id)?search=bre"]
      #expect(try await site.post("/tabs/\(tab.name)", place).status == 200)
      #expect(await tab.next()?.contains("Nothing is called") == true)
      try await site.items.createItem(name: "Bread", categoryId: 3, shoppingListId: list.id)
      #expect(await tab.next()?.contains("Bread") == true)
      #expect(try await site.post("/tabs/\(tab.name)", ["reset": "1"]).status == 200)
      #expect(await tab.next()?.contains("event: page") == true)
      #expect(try await site.post("/tabs/\(UUID())", place).status == 404)
      #expect(try await site.post("/tabs/x", place).status == 400)
      tab.close()
    }
  }

  @Test func `the page of a list says when the list is deleted`() async throws {
    try await SiteFixture.run { site in
      let list = try await site.list()
      let tab = try await Tab(site, "/lists/\(list.id)")
      _ = await tab.next()
      try await site.lists.deleteList(id: list.id)
      #expect(await tab.next()?.contains("This list was deleted") == true)
      tab.close()
    }
  }

  @Test func `a commit of another process is shown too`() async throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path(of: "lists.db")
    let other = try ShoppingDatabase(at: path)
    let list = try await ShoppingListRepository(database: other).createList(title: "Party")
    try await SiteFixture.run(on: ShoppingDatabase(at: path)) { site in
      let tab = try await Tab(site, "/lists/\(list.id)")
      #expect(await tab.next()?.contains("Nothing to buy") == true)
      try await ShoppingItemRepository(database: other)
        .createItem(name: "Bread", categoryId: 3, shoppingListId: list.id)
      #expect(await tab.next()?.contains("Bread") == true)
      tab.close()
    }
  }
}
