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
      .post("/api/tabs/:tab/commits") { request in
        let (tab, body) = try subscription(request)
        tab.subscribe(body.subscription, to: CommitFeed(body.subscription, in: self))
        return .json("{}")
      },
      .post("/api/tabs/:tab/close") { request in
        let (tab, body) = try subscription(request)
        tab.unsubscribe(body.subscription)
        return .json("{}")
      },
      .post("/api/cancel") { request in
        let body = try request.json(SubscriptionBody.self)
        try tabs.tab(body.tab).feed(body.subscription)?.cancel()
        return .json("{}")
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

  private func openGrid(_ request: WebRequest) async throws -> WebResponse {
    let (tab, body) = try subscription(request)
    var grid = try request.json(GridRequest.self)
    grid.first = max(0, grid.first)
    grid.count = min(max(1, grid.count), GridRequest.maxRows)
    let name = TableName(schema: grid.schema ?? backend.defaultSchema, grid.table)
    let source = try backend.grid(grid, of: try await backend.table(name))
    if let feed = tab.feed(body.subscription) as? GridFeed, source.isSame(as: feed.source) {
      feed.move(to: grid, number: body.request)
    } else {
      let feed = GridFeed(body.subscription, source, grid, number: body.request, epoch: epoch)
      tab.subscribe(body.subscription, to: feed)
    }
    return .json("{\"sql\":\(JSONText.string(source.text))}")
  }
}
