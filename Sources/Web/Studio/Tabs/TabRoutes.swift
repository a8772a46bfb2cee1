import DatabaseTypes
import WebServer

/// The body of a request that subscribes to something.
private struct SubscriptionBody: Decodable {
  /// The page's name for the subscription.
  var subscription: String
  /// The page's number for the request, which increases.
  var request: Int?
  /// The tab, if the path does not name it.
  var tab: String?
}

extension StudioContext {
  /// The routes that open a page's stream of events and change its subscriptions.
  var tabRoutes: [Route] {
    [
      .get("/api/events", timeLimit: nil) { request in events(of: try tabID(request)) },
      .post("/api/tabs/:tab/grid") { request in try await openGrid(request) },
      .get("/api/tabs/:tab/cell") { request in try sentCell(request) },
      .post("/api/tabs/:tab/commits") { request in
        let (tab, body) = try subscription(request)
        let name = body.subscription
        guard tab.isNewest(name, body.request) else { return .superseded }
        let feed = CommitFeed(name, in: self)
        let isNewest = tab.carryOut(name, body.request) { tab.subscribe(name, to: feed) }
        return isNewest ? .json(feed.beginning) : .superseded
      },
      .post("/api/tabs/:tab/close") { request in
        let (tab, body) = try subscription(request)
        let name = body.subscription
        _ = tab.isNewest(name, body.request)
        let isNewest = tab.carryOut(name, body.request) { tab.unsubscribe(name) }
        return isNewest ? .json("{}") : .superseded
      },
      .post("/api/cancel") { request in
        let body = try request.json(SubscriptionBody.self)
        let tab = try tabs.tab(body.tab)
        let name = body.subscription
        let isNewest = tab.carryOut(name, body.request) { tab.feed(name)?.cancel() }
        return isNewest ? .json("{}") : .superseded
      },
    ]
  }

  private func tabID(_ request: WebRequest) throws(RequestError) -> String {
    guard let id = request["tab"], id.utf8.count == 32, id.allSatisfy(\.isHexDigit) else {
      throw RequestError(400, "A tab is named by 32 hexadecimal digits.")
    }
    return id
  }

  private func subscription(_ request: WebRequest) throws -> (StudioTab, SubscriptionBody) {
    (try tabs.tab(request["tab"]), try request.json())
  }

  private func events(of id: String) -> WebResponse {
    let tab = tabs.open(id)
    tab.subscribe("", to: StructureFeed(backend, epoch: epoch))
    // The tab also ends if no client ever gets the response.
    return .events(tab.channel) { tabs.close(tab, id) }
  }

  /// A whole value of a row that a grid shows, by its position: rows of views have no keys.
  private func sentCell(_ request: WebRequest) throws(RequestError) -> WebResponse {
    let tab = try tabs.tab(request["tab"])
    let name = try request.required("subscription")
    let column = try request.required("column")
    let row = try request.required("row")
    guard let place = Int(row) else { throw RequestError(400, "The row is not a number.") }
    let grid = tab.feed(name) as? GridFeed
    guard let value = grid?.cell(at: place, column: column) else {
      throw RequestError(404, "The row is no longer shown.")
    }
    return value.response(to: request)
  }

  private func openGrid(_ request: WebRequest) async throws -> WebResponse {
    let (tab, body) = try subscription(request)
    guard tab.isNewest(body.subscription, body.request) else { return .superseded }
    var grid = try request.json(GridRequest.self)
    grid.first = max(0, grid.first)
    grid.count = min(max(1, grid.count), GridRequest.maxRows)
    let name = TableName(schema: grid.schema ?? backend.defaultSchema, grid.table)
    let source = try backend.grid(grid, of: try await backend.table(name))
    let isNewest = tab.carryOut(body.subscription, body.request) { [grid] in
      if let feed = tab.feed(body.subscription) as? GridFeed, source.isSame(as: feed.source) {
        feed.move(to: grid, number: body.request)
      } else {
        let feed = GridFeed(body.subscription, source, grid, number: body.request, epoch: epoch)
        tab.subscribe(body.subscription, to: feed)
      }
    }
    return isNewest ? .json("{\"sql\":\(JSONText.string(source.text))}") : .superseded
  }
}

extension WebResponse {
  /// The answer to a request that was not carried out, because a newer one of its subscription has
  /// arrived.
  static let superseded = WebResponse.json("{\"superseded\":true}")
}
