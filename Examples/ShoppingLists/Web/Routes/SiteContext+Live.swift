import WebServer

extension SiteContext {
  /// The routes for live pages.
  var liveRoutes: [Route] {
    [
      .get("/events", access: .session, timeLimit: nil) { request in
        let (name, place) = try (tabName(request["tab"]), place(request["place"]))
        return events(named: name, of: place, shownMark: request["shown"])
      },
      form("/tabs/:tab") { request in
        let page = try await pages.page(tabName(request.parameters["tab"]))
        if let address = request.form["place"] { await page.search(try place(address).search) }
        if request.form["reset"] != nil { await page.reset() }
        return .json("{}")
      },
    ]
  }

  private func tabName(_ name: String?) throws(RequestError) -> String {
    guard let name, name.utf8.count == 36, name.allSatisfy({ $0.isHexDigit || $0 == "-" }) else {
      throw RequestError(400, "A tab is named by a UUID.")
    }
    return name
  }

  private func place(_ address: String?) throws(RequestError) -> Place {
    guard let place = address.flatMap({ Place(address: $0) }) else {
      throw RequestError(404, "There is no such page.")
    }
    return place
  }

  private func events(named name: String, of place: Place, shownMark: String?) -> WebResponse {
    let channel = EventChannel()
    var response = WebResponse.events(channel)
    guard case .stream(let write) = response.body else { return response }
    response.body = .stream { stream in
      // Open the page only when the stream has started, because only then its end is certain.
      let page = await OpenPage(Screen(place, in: shop), on: channel, shownMark: shownMark)
      await pages.add(page, named: name)
      await page.follow()
      let result = await Result { try await write(stream) }
      await pages.close(page, named: name)
      try result.get()
    }
    return response
  }
}

extension Result where Failure == any Error {
  /// Runs a closure, and keeps its result or its error.
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
