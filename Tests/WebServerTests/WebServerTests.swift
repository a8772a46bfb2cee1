import Foundation
import LiveSQLTestSupport
import Synchronization
import TestSockets
import Testing

@testable import WebServer

@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct WebServerTests {
  private static let routes: [Route] = [
    StaticFile(path: "/", text: "<!doctype html><p>Hello").route,
    .get("/api/tables/:name") { request in
      .json("{\"name\":\(JSONText.string(request["name"] ?? ""))}")
    },
    .get("/api/search") { request in .json("{\"q\":\(JSONText.string(request["q"] ?? ""))}") },
    .post("/api/echo", bodyLimit: 100_000) { request in
      WebResponse(contentType: "application/octet-stream", body: .bytes(request.body))
    },
    .get("/api/fails") { _ in throw RequestError(409, "Somebody was faster.") },
    .get("/api/breaks") { _ in throw CocoaError(.fileNoSuchFile) },
  ]

  @Test func `a page has the security headers`() async throws {
    try await withServer(Self.routes) { _, client in
      let answer = try await client.ask("GET /", isTrusted: false)
      #expect(answer.status == 200)
      #expect(answer.text == "<!doctype html><p>Hello")
      #expect(answer.headers["content-type"] == "text/html; charset=utf-8")
      #expect(
        answer.headers["content-security-policy"] == """
          default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
          connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; \
          require-trusted-types-for 'script'
          """
      )
      #expect(answer.headers["x-content-type-options"] == "nosniff")
      #expect(answer.headers["referrer-policy"] == "no-referrer")
      #expect(answer.headers["cross-origin-resource-policy"] == "same-origin")
      #expect(answer.headers["cross-origin-opener-policy"] == "same-origin")
      #expect(answer.headers["access-control-allow-origin"] == nil)
    }
  }

  @Test func `a file that a browser has cached is not sent again`() async throws {
    try await withServer(Self.routes) { _, client in
      let tag = try #require(try await client.ask("GET /").headers["etag"])
      let again = try await client.ask("GET /", ["If-None-Match: \(tag)"])
      #expect(again.status == 304)
      #expect(try await client.ask("GET /", ["If-None-Match: \"other\""]).status == 200)
    }
  }

  @Test func `a handler gets the decoded parameters of path and query`() async throws {
    try await withServer(Self.routes) { _, client in
      let named = try await client.ask("GET /api/tables/a%2Fb%20%22c%22")
      #expect(named.text == #"{"name":"a/b \"c\""}"#)
      let asked = try await client.ask("GET /api/search?q=caf%C3%A9+%26+milk&other")
      #expect(asked.text == #"{"q":"café & milk"}"#)
      #expect(try await client.ask("HEAD /api/tables/a").status == 200)
    }
  }

  @Test(arguments: [Int.min, -1, 0, 1 << 40, .max])
  func `every number of seconds and of connections is a limit`(number: Int) async throws {
    try await withServer(Self.routes) {
      $0.idleLimit = number
      $0.connectionLimit = number
    } _: { _, client in
      let answer = try await client.ask("GET /")
      #expect(answer.status == 200)
    }
  }

  @Test func `a body arrives completely, in one piece or in many`() async throws {
    try await withServer(Self.routes) { _, client in
      let body = String(repeating: "0123456789", count: 9_999)
      let answer = try await client.ask("POST /api/echo", body: body)
      #expect(answer.status == 200)
      #expect(answer.text == body)
      let chunks = ["ab", "cde", "f"].map { "\(String($0.utf8.count, radix: 16))\r\n\($0)\r\n" }
      let head = """
        POST /api/echo HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\nTransfer-Encoding: chunked\r
        Authorization: Bearer \(client.token)\r\nContent-Type: application/json\r\n\r\n
        """
      let chunked = try await client.raw(Array((head + chunks.joined() + "0\r\n\r\n").utf8))
      #expect(chunked.text == "abcdef")
    }
  }

  @Test func `a body that is too long is refused, with or without a declared length`() async throws
  {
    try await withServer(Self.routes) { _, client in
      let long = String(repeating: "x", count: 100_001)
      #expect(try await client.ask("POST /api/echo", body: long).status == 413)
      let head = """
        POST /api/echo HTTP/1.1\r\nHost: 127.0.0.1:\(client.port)\r\nTransfer-Encoding: chunked\r
        Authorization: Bearer \(client.token)\r\nContent-Type: application/json\r\n\r\n
        """
      let chunk = "186A1\r\n" + long + "\r\n"
      let answer = try await client.raw(Array((head + chunk + "0\r\n\r\n").utf8))
      #expect(answer.status == 413)
      // A client that sends endlessly is cut off.
      let endless = Array((head + String(repeating: chunk, count: 100)).utf8)
      #expect(await client.rawIfAny(endless)?.status ?? 413 == 413)
    }
  }

  @Test func `an error is JSON with a sentence, without internal details`() async throws {
    try await withServer(Self.routes) { _, client in
      let failed = try await client.ask("GET /api/fails")
      #expect(failed.status == 409)
      #expect(failed.text == #"{"error":"Somebody was faster."}"#)
      let broken = try await client.ask("GET /api/breaks")
      #expect(broken.status == 500)
      #expect(!broken.text.contains("Cocoa"))
    }
  }

  @Test func `the rules also apply to requests over sockets`() async throws {
    try await withServer(Self.routes) { _, client in
      #expect(try await client.ask("GET /api/search", isTrusted: false).status == 401)
      #expect(try await client.ask("OPTIONS /api/search").status == 405)
      #expect(try await client.ask("POST /api/search", body: "{}").status == 405)
      #expect(try await client.ask("GET /none").status == 404)
      #expect(try await client.ask("GET /", ["Sec-Fetch-Site: same-site"]).status == 403)
      #expect(try await client.ask("GET /", ["Sec-Fetch-Site: cross-site"]).status == 403)
      #expect(try await client.ask("GET /", ["Origin: http://evil.example"]).status == 403)
      let text = ["Content-Type: text/plain"]
      #expect(try await client.ask("POST /api/echo", text, body: "{}").status == 415)
      for host in ["evil.example", "127.0.0.1:1", "evil.example:\(client.port)"] {
        let head = "GET / HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
        #expect(try await client.raw(Array(head.utf8)).status == 421)
      }
      let none = try await client.raw(Array("GET / HTTP/1.0\r\n\r\n".utf8))
      #expect(none.status == 421)
      let long = "X-Long: " + String(repeating: "x", count: 9_000)
      #expect(try await client.ask("GET /", [long]).status == 431)
    }
  }

  @Test func `a query counts toward the limit of the headers`() async throws {
    try await withServer(Self.routes) { _, client in
      func status(_ query: String) async throws -> Int {
        try await client.ask("GET /api/search?" + query).status
      }
      let short = try await status("q=" + String(repeating: "x", count: 7_500))
      #expect(short == 200)
      #expect(try await status("q=" + String(repeating: "x", count: 8_100)) == 431)
      #expect(try await status(String(repeating: "%20", count: 2_700)) == 431)
      // The library refuses an address that does not fit into its memory, or closes the connection.
      for query in [String(repeating: "&", count: 8_150), String(repeating: "q=x&", count: 5_000)] {
        do {
          let refusal = try await status(query)
          #expect([413, 414, 431].contains(refusal))
        } catch is ConnectionClosed {}
      }
      #expect(try await status("q=x") == 200)
    }
  }

  @Test(arguments: [100, 700, 7_000])
  func `headers of nearly 8 KiB are accepted, many or few`(length: Int) async throws {
    try await withServer(Self.routes) { _, client in
      let headers = (0..<7_500 / (length + 10)).map { number in
        "X-Header\(number % 10): " + String(repeating: "x", count: length)
      }
      let answer = try await client.ask("GET /", headers)
      #expect(answer.status == 200)
    }
  }

  @Test(arguments: [
    "GET /", "GET /api/search", "GET /api/fails", "GET /api/breaks", "GET /none",
    "OPTIONS /api/echo", "POST /api/echo",
  ])
  func `no answer lets other origins read it`(line: String) async throws {
    try await withServer(Self.routes) { _, client in
      let body = line.hasPrefix("POST") ? "{}" : nil
      let preflight = [
        "Access-Control-Request-Method: POST", "Access-Control-Request-Headers: authorization",
      ]
      for origin in ["http://127.0.0.1:\(client.port)", "http://evil.example", "null"] {
        for isTrusted in [true, false] {
          let headers = ["Origin: \(origin)"] + preflight
          let answer = try await client.ask(line, headers, isTrusted: isTrusted, body: body)
          #expect(!answer.headers.keys.contains { $0.hasPrefix("access-control") })
        }
      }
    }
  }

  @Test func `the server listens only on the loopback address`() async throws {
    try await withServer(Self.routes) { _, client in
      let other = await onThread {
        LocalSocket.connected(toPort: client.port, of: "127.0.0.2") == nil
      }
      #expect(other)
    }
  }

  @Test func `a port that is in use is an error that says so`() async throws {
    try await withServer(Self.routes) { _, client in
      var settings = WebServer.Settings()
      settings.port = client.port
      let error = #expect(throws: WebServerError.self) {
        _ = try WebServer(settings, routes: []).start()
      }
      #expect(error?.code == .cannotListen)
      #expect(error?.message.contains("\(client.port)") == true)
    }
  }

  @Test func `another port is chosen if the wanted one is in use and any will do`() async throws {
    try await withServer(Self.routes) { _, client in
      var settings = WebServer.Settings()
      settings.port = client.port
      settings.acceptsOtherPort = true
      let server = WebServer(settings, routes: [])
      let address = try server.start()
      #expect(!address.hasSuffix(":\(client.port)"))
      await server.stop()
    }
  }

  @Test func `the error for another machine's address names the wanted port`() throws {
    var settings = WebServer.Settings()
    settings.address = "203.0.113.1"
    settings.port = 47_613
    settings.acceptsOtherPort = true
    let error = #expect(throws: WebServerError.self) {
      _ = try WebServer(settings, routes: []).start()
    }
    #expect(error?.message.contains("47613") == true)
  }

  @Test func `an invalid address is an error`() throws {
    var settings = WebServer.Settings()
    settings.address = "nowhere"
    let error = #expect(throws: WebServerError.self) {
      _ = try WebServer(settings, routes: []).start()
    }
    #expect(error?.code == .cannotListen)
  }

  @Test func `a request that takes too long gets an answer, and its work is cancelled`()
    async throws
  {
    let wasCancelled = Mutex(false)
    let slow = Route.get("/api/slow", timeLimit: .milliseconds(50)) { _ in
      do { try await untilCancelled() } catch {
        wasCancelled.withLock { $0 = true }
        throw error
      }
      return .empty
    }
    try await withServer([slow]) { _, client in
      let answer = try await client.ask("GET /api/slow")
      #expect(answer.status == 503)
      #expect(answer.text.contains("too long"))
      // The client has its answer before the task has noticed that it was cancelled.
      await until { wasCancelled.withLock { $0 } }
    }
  }

  @Test func `work is cancelled when its client has left`() async throws {
    let states = Mutex<[String]>([])
    let slow = Route.get("/api/slow", timeLimit: nil) { _ in
      states.withLock { $0.append("begun") }
      do { try await untilCancelled() } catch {
        states.withLock { $0.append("cancelled") }
        throw error
      }
      return .empty
    }
    try await withServer([slow]) { server, client in
      let socket = try #require(LocalSocket.connected(toPort: client.port))
      socket.write(
        Array(
          ("GET /api/slow HTTP/1.1\r\nHost: localhost:\(client.port)\r\n"
            + "Authorization: Bearer \(client.token)\r\n\r\n").utf8
        )
      )
      await until { states.withLock { $0 == ["begun"] } }
      socket.close()
      await until { states.withLock { $0 == ["begun", "cancelled"] } }
      await until { server.exchangeCount == 0 }
    }
  }

  @Test func `stopping answers the requests in progress`() async throws {
    let begun = Mutex(false)
    let slow = Route.get("/api/slow") { _ in
      begun.withLock { $0 = true }
      try await untilCancelled()
      return .empty
    }
    try await withServer([slow]) { settings in
      settings.farewell = .seconds(300)
    } _: { server, client in
      async let answer = client.ask("GET /api/slow")
      await until { begun.withLock { $0 } }
      await server.stop()
      let status = try await answer.status
      #expect(status == 503)
      #expect(server.exchangeCount == 0)
      #expect(await onThread { LocalSocket.connected(toPort: client.port) == nil })
    }
  }

  @Test func `a connection beyond the limit waits until another is closed`() async throws {
    #expect(WebServer.Settings().connectionLimit == 256)
    let limit = 8
    try await withServer(Self.routes) { settings in
      settings.connectionLimit = limit
    } _: { _, client in
      var sockets = (0..<limit).compactMap { _ in LocalSocket.connected(toPort: client.port) }
      try #require(sockets.count == limit)
      let first = sockets[0]
      func askFirst() async -> Int? {
        first.write(Array("GET / HTTP/1.1\r\nHost: localhost:\(client.port)\r\n\r\n".utf8))
        return await onThread {
          var reader = AnswerReader(first)
          return reader.answer()?.status
        }
      }
      #expect(await askFirst() == 200)
      let isAnswered = Mutex(false)
      let late = Task {
        let status = try await client.ask("GET /").status
        isAnswered.withLock { $0 = true }
        return status
      }
      // The others are served in the meantime.
      for _ in 0..<50 { #expect(await askFirst() == 200) }
      #expect(!isAnswered.withLock { $0 })
      sockets.removeLast().close()
      #expect(try await late.value == 200)
      for socket in sockets { socket.close() }
    }
  }

  @Test func `a connection serves several requests`() async throws {
    try await withServer(Self.routes) { _, client in
      let texts = await onThread { () -> [String?] in
        guard let socket = LocalSocket.connected(toPort: client.port) else { return [] }
        defer { socket.close() }
        var reader = AnswerReader(socket)
        return ["a", "b", "c"].map { name in
          socket.write(
            Array(
              ("GET /api/tables/\(name) HTTP/1.1\r\nHost: localhost:\(client.port)\r\n"
                + "Authorization: Bearer \(client.token)\r\n\r\n").utf8
            )
          )
          return reader.answer()?.text
        }
      }
      #expect(texts == ["a", "b", "c"].map { "{\"name\":\"\($0)\"}" })
    }
  }

  @Test func `a missing library is an error that says what to install`() {
    let advice = WebLibrary.load(["libnone.so"])
    #expect(advice?.contains("libnone.so") == true)
    #expect(advice?.contains("nstall") == true)
    #expect(WebLibrary.load(["libm.so.6"])?.contains("too old") == true)
  }
}
