import LiveSQLTestSupport
import TestSockets
import Testing
import WebServer

/// Requests that no client would send: the server answers or closes the connection, and continues.
@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct WebServerFuzzTests {
  /// A generator of requests from valid and invalid pieces.
  private struct RequestMaker {
    var random: SeededGenerator
    let client: HTTPClient

    mutating func request() -> [UInt8] {
      let body = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      var lines = [
        choose(["GET", "POST", "HEAD", "OPTIONS", "PUT", "G\u{0}T", "", "get"]) + " " + path()
          + version()
      ]
      lines += (0..<Int.random(in: 0...6, using: &random)).map { _ in header(body.count) }
      if Bool.random(using: &random) { lines.append("Host: localhost:\(client.port)") }
      if Bool.random(using: &random) { lines.append("Authorization: Bearer \(client.token)") }
      var bytes =
        Array((lines.joined(separator: choose(["\r\n", "\r\n", "\n"])) + "\r\n\r\n").utf8) + body
      for _ in 0..<Int.random(in: 0...3, using: &random) where !bytes.isEmpty { mutate(&bytes) }
      return bytes
    }

    private mutating func choose(_ texts: [String]) -> String {
      texts.randomElement(using: &random) ?? ""
    }

    private mutating func path() -> String {
      choose([
        "/", "/api/echo", "/api/tables/a%2Fb", "/api/tables/%", "/api/tables/%FF%FE", "//", "", "*",
        "http://evil.example/", "/../../etc/passwd", "/?q=%zz&=&&a",
        "/" + String(repeating: "a", count: 9_000),
      ])
    }

    private mutating func version() -> String {
      choose([" HTTP/1.1", " HTTP/1.0", " HTTP/9.9", "", " HTTP/1.1 x"])
    }

    private mutating func header(_ length: Int) -> String {
      choose([
        "Content-Length: \(length)", "Content-Length: -1", "Content-Length: 99999999999999999999",
        "Content-Length: 5\r\nContent-Length: 6", "Transfer-Encoding: chunked",
        "Expect: 100-continue",
        "Content-Type: application/json", "Content-Type: \u{FFFD}", "Sec-Fetch-Site: same-origin",
        "Origin: null",
        "Connection: close", "Connection: Upgrade\r\nUpgrade: websocket", ": nothing", "No colon",
        " Folded: line",
        "Host: evil.example", "Cookie: " + String(repeating: "a=b; ", count: 500),
        "X: \u{0}\u{1}\u{2}",
      ])
    }

    private mutating func mutate(_ bytes: inout [UInt8]) {
      let place = Int.random(in: bytes.indices, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      default: bytes.removeLast(bytes.count - place)
      }
    }
  }

  /// The number of requests for each of the two seeds: 10,000 in all.
  private static let count = TestRounds.scaled(5_000)

  @Test(arguments: [UInt64(1), 2])
  func `the server still answers after 10,000 random requests, and none is left over`(seed: UInt64)
    async throws
  {
    let routes: [Route] = [
      StaticFile(path: "/", text: "Hello").route,
      .get("/api/tables/:name") { request in .json(JSONText.string(request["name"] ?? "")) },
      .post("/api/echo", accepts: [.json, .form, .bytes], bodyLimit: 30) { request in
        WebResponse(body: .bytes(request.body))
      },
    ]
    try await withServer(routes) { settings in
      // The library does not notice every client that leaves in the middle of a request.
      settings.idleLimit = 1
    } _: { server, client in
      let sent = await onThread { Self.send(seed, client) }
      #expect(sent == Self.count)
      await until { server.exchangeCount == 0 }
      let answer = try await client.ask("GET /")
      #expect(answer.text == "Hello")
    }
  }

  /// Sends random requests, and stops if the server cannot be connected to.
  ///
  /// - Returns: The number of requests.
  private static func send(_ seed: UInt64, _ client: HTTPClient) -> Int {
    var maker = RequestMaker(random: SeededGenerator(seed: seed), client: client)
    for sent in 0..<count {
      guard let socket = LocalSocket.connected(toPort: client.port) else { return sent }
      socket.write(maker.request())
      // Some leave at once; those whose request ends in the middle would wait until the server
      // closes the connection.
      if LocalSocket.readable([socket], within: Int32(maker.random.next() % 2))[0] {
        _ = socket.read()
      }
      socket.close()
    }
    return count
  }
}
