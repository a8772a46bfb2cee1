import Foundation
import LiveSQL
import ShoppingListsModel
import TestSockets
import Testing
import WebServer

@testable import ShoppingListsWeb

extension Trait where Self == ConditionTrait {
  /// Skips a test if libmicrohttpd is not installed.
  static var requiresWebServer: Self {
    .enabled(if: WebLibrary.isAvailable, "\(WebLibrary.advice ?? "")")
  }
}

/// A site with its own database, and a client that has access.
struct SiteFixture {
  let shop: ShoppingDatabase
  let site: ShoppingSite
  let client: HTTPClient
  /// The header with the session cookie.
  let cookie: String

  var lists: ShoppingListRepository { ShoppingListRepository(database: shop) }
  var items: ShoppingItemRepository { ShoppingItemRepository(database: shop) }

  /// Runs a test against a site, and stops the site.
  static func run(
    on shop: ShoppingDatabase? = nil,
    report: @escaping @Sendable (any Error) -> Void = { _ in },
    _ body: (SiteFixture) async throws -> Void
  ) async throws {
    var settings = ShoppingSite.Settings()
    settings.report = report
    let site = ShoppingSite(database: try shop ?? .inMemory(), settings: settings)
    let address = try site.start()
    do { try await body(try await SiteFixture(site, address)) } catch {
      await site.stop()
      throw error
    }
    await site.stop()
  }

  private init(_ site: ShoppingSite, _ address: String) async throws {
    self.site = site
    shop = site.context.shop
    let url = try #require(URL(string: address))
    client = HTTPClient(port: UInt16(try #require(url.port)), token: "")
    let answer = try await client.ask("GET /enter?\(url.query ?? "")", isTrusted: false)
    #expect(answer.status == 200)
    cookie = "Cookie: \(answer.headers["set-cookie"]?.prefix { $0 != ";" } ?? "")"
  }
}

extension SiteFixture {
  /// Requests the page at a path.
  func get(_ path: String, _ headers: String...) async throws -> HTTPAnswer {
    try await client.ask("GET \(path)", [cookie] + headers, isTrusted: false)
  }

  /// Submits a form.
  func post(
    _ path: String,
    _ fields: [String: String],
    _ headers: String...
  ) async throws -> HTTPAnswer {
    let body = fields.map { "\($0)=\(WebPath.Interpolation.encoded($1))" }.joined(separator: "&")
    let type = "Content-Type: application/x-www-form-urlencoded"
    return try await client.ask(
      "POST \(path)",
      [cookie, type] + headers,
      isTrusted: false,
      body: body
    )
  }

  /// Submits a form, and follows the redirect.
  func submit(_ path: String, _ fields: [String: String]) async throws -> String {
    let answer = try await post(path, fields)
    #expect(answer.status == 303, "\(answer.text)")
    return try await get(try #require(answer.headers["location"])).text
  }

  /// Creates a list with a dairy product.
  func list(_ title: String = "Party", item: String? = "Milk") async throws -> ShoppingList {
    let list = try await lists.createList(title: title)
    if let item {
      try await items.createItem(name: item, categoryId: 2, shoppingListId: list.id)
    }
    return list
  }

  func item(_ list: ShoppingList) async throws -> ShoppingItem {
    try #require(try await items.fetchItems(forListId: list.id).first)
  }
}
