import Testing

@testable import WebServer

@Suite struct RequestGuardTests {
  private static let token = AccessToken()
  private static let routes = RouteTable(routes: [
    .get("/", access: .open) { _ in .empty },
    .get("/api/tables/:name") { _ in .empty },
    .post("/api/edits", bodyLimit: 1_000) { _ in .empty },
    .post("/items", access: .open, accepts: [.form]) { _ in .empty },
  ])
  private static let judge = RequestGuard(
    port: 8_080,
    addresses: ["127.0.0.1"],
    token: token,
    routes: routes
  )
  private static let bearer = ("Authorization", "Bearer \(token)")
  private static let host = ("Host", "127.0.0.1:8080")

  /// Returns the status of the refusal; 0 if the request is allowed.
  private func status(
    _ method: String,
    _ path: String,
    _ headers: [(name: String, value: String)]
  ) -> Int {
    switch Self.judge.judge(RequestHead(method: method, path: path, headers: headers)) {
    case .allowed: 0
    case .refused(let response): response.status
    }
  }

  @Test(arguments: [
    ("127.0.0.1:8080", 0), ("localhost:8080", 0), ("LOCALHOST:8080", 0), ("127.0.0.1", 421),
    ("127.0.0.1:8081", 421), ("evil.example:8080", 421), ("127.0.0.1.evil.example:8080", 421),
    ("", 421), ("127.0.0.1:8080, evil.example", 421),
  ])
  func `only the server's own names are answered`(host: String, expected: Int) {
    #expect(status("GET", "/", [("Host", host)]) == expected)
  }

  @Test func `a request needs exactly one Host header`() {
    #expect(status("GET", "/", []) == 421)
    #expect(status("GET", "/", [Self.host, Self.host]) == 421)
  }

  @Test(arguments: [
    ("same-origin", 0), ("none", 0), ("same-site", 403), ("cross-site", 403), ("", 403),
    ("odd", 403),
  ])
  func `only the server's own pages and users may send requests`(site: String, expected: Int) {
    #expect(status("GET", "/", [Self.host, ("Sec-Fetch-Site", site)]) == expected)
  }

  @Test(arguments: [
    ("GET", "/", "navigate", "document", 0), ("HEAD", "/", "navigate", "document", 0),
    ("GET", "/", "navigate", "iframe", 403), ("GET", "/", "no-cors", "image", 403),
    ("GET", "/", "no-cors", "script", 403), ("GET", "/", "cors", "empty", 403),
    ("GET", "/", "no-cors", "document", 403), ("GET", "/", "navigate", "", 403),
    ("GET", "/api/tables/items", "navigate", "document", 403),
    ("POST", "/items", "navigate", "document", 403),
  ])
  func `another site's link opens a page without data, and nothing else`(
    method: String,
    path: String,
    mode: String,
    destination: String,
    expected: Int
  ) {
    let headers: [(name: String, value: String)] = [
      Self.host, Self.bearer, ("Sec-Fetch-Mode", mode), ("Sec-Fetch-Dest", destination),
      ("Content-Type", "application/x-www-form-urlencoded"),
    ]
    for site in ["cross-site", "same-site"] {
      #expect(status(method, path, headers + [("Sec-Fetch-Site", site)]) == expected)
    }
  }

  @Test func `a form is refused if its address was typed`() {
    let form = ("Content-Type", "application/x-www-form-urlencoded")
    #expect(status("POST", "/items", [Self.host, form, ("Sec-Fetch-Site", "none")]) == 403)
    #expect(status("POST", "/items", [Self.host, form, ("Sec-Fetch-Site", "same-origin")]) == 0)
  }

  @Test(arguments: [
    ("http://127.0.0.1:8080", 0), ("http://localhost:8080", 0), ("https://127.0.0.1:8080", 403),
    ("http://127.0.0.1:8081", 403), ("null", 403), ("http://evil.example", 403),
  ])
  func `the origin decides if there is no fetch metadata`(origin: String, expected: Int) {
    #expect(status("GET", "/", [Self.host, ("Origin", origin)]) == expected)
  }

  @Test func `routes with data need the token`() {
    let path = "/api/tables/items"
    #expect(status("GET", path, [Self.host, Self.bearer]) == 0)
    #expect(status("HEAD", path, [Self.host, Self.bearer]) == 0)
    #expect(status("GET", path, [Self.host]) == 401)
    #expect(status("GET", path, [Self.host, ("Authorization", "Bearer \(AccessToken())")]) == 401)
    #expect(status("GET", path, [Self.host, ("Authorization", "Basic \(Self.token)")]) == 401)
    #expect(status("GET", path, [Self.host, ("Authorization", "\(Self.token)")]) == 401)
    #expect(status("GET", path, [Self.host, Self.bearer, Self.bearer]) == 401)
    #expect(status("GET", path, [Self.host, ("Cookie", "token=\(Self.token)")]) == 401)
  }

  @Test func `a preflight is refused`() {
    #expect(status("OPTIONS", "/api/edits", [Self.host, Self.bearer]) == 405)
    #expect(status("DELETE", "/api/edits", [Self.host, Self.bearer]) == 405)
    #expect(status("GET", "/api/edits", [Self.host, Self.bearer]) == 405)
    #expect(status("POST", "/", [Self.host, Self.bearer]) == 405)
  }

  @Test(arguments: [
    "/nothing", "/api/tables", "/api/tables/", "/api/tables/a/b", "//", "/api/tables/%GG",
  ])
  func `other paths are not found`(path: String) {
    #expect(status("GET", path, [Self.host, Self.bearer]) == 404)
  }

  @Test(arguments: [
    ("application/json", 0), ("application/json; charset=utf-8", 0), ("APPLICATION/JSON", 0),
    ("text/plain", 415), ("application/x-www-form-urlencoded", 415), ("", 415),
    ("text/plain; application/json", 415),
  ])
  func `a body must be JSON`(type: String, expected: Int) {
    #expect(
      status("POST", "/api/edits", [Self.host, Self.bearer, ("Content-Type", type)]) == expected
    )
  }

  @Test(arguments: [
    ("0", 0), ("1000", 0), ("1001", 413), ("-1", 400), ("many", 400), ("99999999999999999999", 400),
  ])
  func `the length is checked before the body is read`(length: String, expected: Int) {
    let headers = [
      Self.host, Self.bearer, ("Content-Type", "application/json"), ("Content-Length", length),
    ]
    #expect(status("POST", "/api/edits", headers) == expected)
  }

  @Test func `the size of headers is limited`() {
    let long = ("X-Long", String(repeating: "x", count: RequestGuard.headerLimit))
    #expect(status("GET", "/", [Self.host, long]) == 431)
  }

  @Test func `the size of the request line and the headers is limited together`() {
    func size(_ rest: Int) -> RequestHead {
      RequestHead(method: "GET", path: "/", querySize: rest, headers: [Self.host])
    }
    let empty = "GET / HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n".utf8.count
    #expect(size(0).size == empty)
    for (rest, expected) in [(0, 0), (1, 431)] {
      let head = size(RequestGuard.headerLimit - empty + rest)
      if case .refused(let response) = Self.judge.judge(head) {
        #expect(response.status == expected)
      } else {
        #expect(expected == 0)
      }
    }
  }

  @Test func `a name in a path is decoded, and may contain a slash`() {
    let head = RequestHead(
      method: "GET",
      path: "/api/tables/a%2Fb%20%C3%A9",
      headers: [Self.host, Self.bearer]
    )
    guard case .allowed(_, let parameters) = Self.judge.judge(head) else {
      Issue.record("The request is refused.")
      return
    }
    #expect(parameters == ["name": "a/b é"])
  }

  @Test func `each token is different`() {
    let tokens = (0..<100).map { _ in AccessToken().description }
    #expect(Set(tokens).count == 100)
    #expect(tokens.allSatisfy { $0.count == 32 })
    #expect(!Self.token.isEqual(to: Self.token.description.dropLast()))
    #expect(!Self.token.isEqual(to: ""))
  }
}
