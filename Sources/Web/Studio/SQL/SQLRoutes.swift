import WebServer

extension StudioContext {
  /// The routes for statements that users write.
  var sqlRoutes: [Route] {
    [
      .post("/api/tabs/:tab/sql") { request in
        let tab = try tabs.tab(request["tab"])
        let body = try request.json(SQLRequest.self)
        let name = body.subscription
        guard tab.isNewest(name, body.request) else { return .superseded }
        try SQLRequest.checkLength(of: body.sql)
        let statements = try backend.statements(body)
        let isNewest = tab.carryOut(name, body.request) {
          tab.subscribe(name, to: SQLFeed(body, statements, epoch: epoch))
        }
        return isNewest ? .json("{\"statements\":\(statements.count)}") : .superseded
      },
      .get("/api/tabs/:tab/result") { request in
        let (tab, name) = (try tabs.tab(request["tab"]), try request.required("subscription"))
        guard let feed = tab.feed(name) as? SQLFeed else { throw CachedResults.missing }
        return try feed.cell(CachedResults.Place(request)).response
      },
      .post("/api/plan") { request in
        let sql = try request.json(PlanRequest.self).sql
        try SQLRequest.checkLength(of: sql)
        return .json(try await backend.plan(of: sql))
      },
    ]
  }

  private struct PlanRequest: Decodable { var sql: String }
}
