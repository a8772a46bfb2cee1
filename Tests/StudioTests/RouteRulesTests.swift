import LiveSQLTestSupport
import TestSockets
import Testing

@testable import Studio
@testable import WebServer

/// The rules of security for each route of a studio, over sockets; a new route is among them.
@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct RouteRulesTests {
  private static let shop = "CREATE TABLE orders (id INTEGER PRIMARY KEY, title TEXT)"
  private static let id = String(repeating: "0", count: 32)
  private static let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
  /// The statuses by which the rules refuse a request.
  private static let refusals = [401, 403, 405, 413, 415, 421, 431]

  /// A request to a route, which keeps all rules unless it is changed.
  private struct Request {
    let client: HTTPClient
    var method: String
    var path: String
    var host: String
    var authorization: String?
    var headers: [String] = []
    var type: String?
    var length: Int?
    var body = ""

    init(_ route: Route, _ client: HTTPClient) {
      self.client = client
      method = route.method.rawValue
      path = route.pattern.text.split(separator: "/", omittingEmptySubsequences: false)
        .map { $0.hasPrefix(":") ? RouteRulesTests.id : String($0) }.joined(separator: "/")
      host = "127.0.0.1:\(client.port)"
      if route.access == .token { authorization = "Bearer \(client.token)" }
      guard route.method == .post else { return }
      (type, body) = (route.contents[0].rawValue, "{}")
    }

    var name: String { "\(method) \(path)" }

    func status(_ change: (inout Request) -> Void = { _ in }) async throws -> Int {
      try await answer(change).status
    }

    func answer(_ change: (inout Request) -> Void = { _ in }) async throws -> HTTPAnswer {
      var request = self
      change(&request)
      let bytes = Array((request.head + "\r\n\r\n" + request.body).utf8)
      return try await client.raw(bytes, hasContent: request.method != "HEAD")
    }

    private var head: String {
      var lines = ["\(method) \(path) HTTP/1.1", "Host: \(host)", "Connection: close"] + headers
      if let authorization { lines.append("Authorization: \(authorization)") }
      if let type { lines.append("Content-Type: \(type)") }
      if type != nil || !body.isEmpty {
        lines.append("Content-Length: \(length ?? body.utf8.count)")
      }
      return lines.joined(separator: "\r\n")
    }
  }

  /// Runs a closure with a request to each route.
  private static func each(_ body: (Route, Request) async throws -> Void) async throws {
    try await StudioFixture.run(shop, { $0.isWritable = true }) { studio in
      #expect(studio.routes.count > StudioFiles.all.count + 15)
      for route in studio.routes { try await body(route, Request(route, studio.client)) }
    }
  }

  @Test func `a request that keeps the rules is handled`() async throws {
    try await Self.each { _, request in
      let status = try await request.status()
      #expect(!Self.refusals.contains(status) && status < 500, "\(request.name): \(status)")
      let isOwn = try await request.status { $0.headers = ["Sec-Fetch-Site: same-origin"] }
      #expect(isOwn == status, "\(request.name)")
    }
  }

  @Test func `everything but files and tickets needs the token`() async throws {
    try await Self.each { route, request in
      let isOpen = !request.path.hasPrefix("/api/")
      #expect((route.access == .open) == isOpen, "\(request.name)")
      let other = AccessToken().description
      for wrong in [nil, "Bearer \(other)", "Basic \(request.client.token)", "Bearer "] {
        let status = try await request.status { $0.authorization = wrong }
        #expect((status == 401) == !isOpen, "\(request.name) \(wrong ?? "none")")
      }
      let inAddress = try await request.status {
        $0.authorization = nil
        $0.path += "?token=\(request.client.token)"
        $0.headers = ["Cookie: token=\(request.client.token)"]
      }
      #expect((inAddress == 401) == !isOpen, "\(request.name)")
    }
  }

  @Test func `a request to another host is refused before anything else`() async throws {
    try await Self.each { _, request in
      for host in ["evil.example:\(request.client.port)", "127.0.0.1", "127.0.0.1:1"] {
        let status = try await request.status { $0.host = host }
        #expect(status == 421, "\(request.name) \(host)")
      }
      let isUnknown = try await request.status {
        $0.host = "evil.example"
        $0.authorization = nil
      }
      #expect(isUnknown == 421, "\(request.name)")
    }
  }

  @Test func `a request of another page is refused`() async throws {
    try await Self.each { _, request in
      for header in [
        "Sec-Fetch-Site: same-site", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: odd",
        "Origin: http://evil.example", "Origin: null", "Origin: http://127.0.0.1:1",
      ] {
        let status = try await request.status { $0.headers = [header] }
        #expect(status == 403, "\(request.name) \(header)")
      }
      guard request.method == "POST" else { return }
      let typed = try await request.status { $0.headers = ["Sec-Fetch-Site: none"] }
      #expect(typed == 403, "\(request.name)")
    }
  }

  @Test func `other methods are refused, and none of them names another origin`() async throws {
    let table = RouteTable(routes: try await Self.allRoutes())
    try await Self.each { _, request in
      for method in Self.methods {
        if case .found = table.match(RequestHead(method: method, path: request.path)) { continue }
        let answer = try await request.answer { ($0.method, $0.type, $0.body) = (method, nil, "") }
        #expect(answer.status == 405, "\(method) \(request.path)")
        #expect(answer.headers["allow"] != nil)
        #expect(answer.headers["access-control-allow-origin"] == nil)
      }
    }
  }

  private static func allRoutes() async throws -> [Route] {
    var routes: [Route] = []
    try await StudioFixture.run(shop) { routes = $0.routes }
    return routes
  }

  @Test func `a body that is too long, or of another type, is refused`() async throws {
    try await Self.each { route, request in
      // Only the length is sent: the server does not wait for the body.
      let long = try await request.status {
        let isRead = route.method == .get
        ($0.length, $0.body) = isRead ? (nil, "x") : (route.bodyLimit + 1, "")
      }
      #expect(long == 413, "\(request.name)")
      #expect(route.bodyLimit <= 32 << 20, "\(request.name)")
      guard route.method == .post else { return }
      for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
        let status = try await request.status { $0.type = type }
        #expect(status == 415, "\(request.name) \(type)")
      }
    }
  }

  @Test func `unknown parameters change nothing`() async throws {
    try await Self.each { _, request in
      let known = try await request.answer()
      let unknown = try await request.answer {
        $0.path += "?unknown=1&__proto__=2&%00=%FF&"
        if $0.method == "POST" { $0.body = #"{"unknown":1,"__proto__":{"a":[null]}}"# }
      }
      #expect(unknown.status == known.status, "\(request.name)")
      #expect(unknown.body == known.body, "\(request.name)")
    }
  }
}
