import LiveSQLTestSupport
import TestSockets
import Testing

@testable import WebServer

/// Routes that require the session cookie.
@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct SessionCookieTests {
  private static let token = AccessToken()
  private static let cookie = SessionCookie(name: "lists", token: token)
  private static let routes: [Route] = [
    .get("/enter", access: .open) { request in
      guard let key = request["key"], token.isEqual(to: key) else {
        throw RequestError(401, "This is no key.")
      }
      var response = WebResponse.html("<p>Welcome")
      response.headers.append(cookie.header(for: request.head))
      return response
    },
    .get("/", access: .session) { _ in .html("<p>Lists") },
    .post("/lists", access: .session, accepts: [.form]) { request in
      .seeOther("/?new=\(request.form["title"] ?? "")")
    },
  ]
  private static let form = "Content-Type: application/x-www-form-urlencoded"

  private func withSession(
    _ body: (HTTPClient, _ cookie: String) async throws -> Void
  ) async throws {
    try await withServer(Self.routes) { settings in
      settings.session = Self.cookie
      settings.securityHeaders = SecurityHeaders(hasForms: true)
      settings.errorPage = { status, message in .html("<h1>\(status) \(message)", status: status) }
    } _: { _, client in
      let answer = try await client.ask("GET /enter?key=\(Self.token)", isTrusted: false)
      let value = try #require(answer.headers["set-cookie"])
      #expect(value.hasSuffix("HttpOnly; SameSite=Strict"))
      try await body(client, "Cookie: \(value.prefix { $0 != ";" })")
    }
  }

  @Test func `with the cookie, pages are served, and forms redirect`() async throws {
    try await withSession { client, cookie in
      let page = try await client.ask("GET /", [cookie], isTrusted: false)
      #expect(page.text == "<p>Lists")
      #expect(page.headers["content-security-policy"]?.contains("form-action 'self'") == true)
      let sent = try await client.ask(
        "POST /lists",
        ["Cookie: other=1; " + cookie.dropFirst("Cookie: ".count), Self.form],
        isTrusted: false,
        body: "title=Party"
      )
      #expect(sent.status == 303)
      #expect(sent.headers["location"] == "/?new=Party")
    }
  }

  @Test func `without the cookie, requests are refused, even with the token of scripts`()
    async throws
  {
    try await withSession { client, cookie in
      let trusted = try await client.ask("GET /", isTrusted: true)
      #expect(trusted.status == 401)
      let wrong = String(cookie.dropLast()) + (cookie.last == "0" ? "1" : "0")
      for other in [wrong, "Cookie: lists-1=\(Self.token)", "Cookie: lists=\(Self.token)"] {
        #expect(try await client.ask("GET /", [other], isTrusted: false).status == 401)
      }
      #expect(try await client.ask("GET /enter?key=0", isTrusted: false).status == 401)
    }
  }

  @Test(arguments: [
    "Sec-Fetch-Site: same-site", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: none",
    "Origin: http://127.0.0.1:1", "Origin: null", "Origin: https://evil.example",
  ])
  func `forms of other sites are refused, even with the cookie`(header: String)
    async throws
  {
    try await withSession { client, cookie in
      let headers = [cookie, Self.form, header]
      let answer = try await client.ask("POST /lists", headers, isTrusted: false, body: "title=A")
      #expect(answer.status == 403)
    }
  }

  @Test func `browsers get errors as pages, scripts as JSON`() async throws {
    try await withSession { client, cookie in
      let accept = "Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"
      let page = try await client.ask("GET /none", [cookie, accept], isTrusted: false)
      #expect(page.status == 404)
      #expect(page.headers["content-type"] == "text/html; charset=utf-8")
      #expect(page.text == "<h1>404 There is no such page.")
      let refused = try await client.ask("GET /", [accept], isTrusted: false)
      #expect(refused.text.contains("401 This browser has no key"))
      let other = try await client.ask("POST /", [cookie, accept], isTrusted: false, body: "")
      #expect(other.headers["allow"] == "GET")
      let json = try await client.ask("GET /none", [cookie, "Accept: */*"], isTrusted: false)
      #expect(json.text == #"{"error":"There is no such page."}"#)
    }
  }

  @Test func `a stored token is parsed`() {
    #expect(AccessToken(Self.token.description)?.isEqual(to: Self.token.description) == true)
    for text in ["", "abc", String(repeating: "g", count: 32), Self.token.description + "0"] {
      #expect(AccessToken(text) == nil)
    }
  }

  @Test func `cookies are parsed`() {
    let head = RequestHead(
      method: "GET",
      path: "/",
      headers: [("Cookie", "a=1; b = 2 ;c;a=3"), ("Cookie", "d=4=5")]
    )
    #expect(head.cookies == ["a": "1", "b": "2", "d": "4=5"])
  }
}
