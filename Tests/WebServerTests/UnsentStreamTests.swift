import Foundation
import LiveSQLTestSupport
import Synchronization
import TestSockets
import Testing

@testable import WebServer

/// Streams that handlers return, but that no client gets, or not as a whole: each ends, once.
@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct UnsentStreamTests {
  /// The ways in which handlers make streams.
  enum Kind: CaseIterable, Sendable {
    case events
    /// Events with a closure of the handler around them.
    case wrappedEvents
    /// Content that never ends by itself, and holds something.
    case download
  }

  /// The fate of a stream: whether it has ended.
  final class Fate: Sendable {
    private let channel = EventChannel()
    private let endCount = Mutex(0)

    /// Whether the stream has ended, and only once.
    var hasEnded: Bool { channel.isClosed && endCount.withLock { $0 } == 1 }

    func response(_ kind: Kind) -> WebResponse {
      switch kind {
      case .events: return .events(channel) { [self] in countEnd() }
      case .wrappedEvents:
        var response = WebResponse.events(channel) { [self] in countEnd() }
        guard case .stream(let write) = response.body else { return response }
        response.body = .stream { stream in try await write(stream) }
        return response
      case .download:
        let end = StreamEnd { [self] in
          channel.close()
          countEnd()
        }
        let lines = String(repeating: "1,2\n", count: 1_000)
        return .download("a.csv") { stream in
          defer { withExtendedLifetime(end) {} }
          while true { try await stream.write(lines) }
        }
      }
    }

    private func countEnd() { endCount.withLock { $0 += 1 } }
  }

  /// Returns a route whose handler is cancelled, and returns its stream nevertheless.
  private static func late(
    _ kind: Kind,
    _ fate: Fate,
    timeLimit: Duration? = nil,
    begun: @escaping @Sendable () -> Void = {}
  ) -> Route {
    .get("/api/stream", timeLimit: timeLimit) { _ in
      begun()
      try? await untilCancelled()
      return fate.response(kind)
    }
  }

  @Test(arguments: Kind.allCases)
  func `stopping ends a stream that its handler returns afterwards`(kind: Kind) async throws {
    let fate = Fate()
    let isBegun = Mutex(false)
    let route = Self.late(kind, fate) { isBegun.withLock { $0 = true } }
    try await withServer([route]) { settings in
      settings.farewell = .seconds(300)
    } _: { server, client in
      async let answer = client.ask("GET /api/stream")
      await until { isBegun.withLock { $0 } }
      await server.stop()
      #expect(fate.hasEnded)
      #expect(server.exchangeCount == 0)
      let status = try await answer.status
      #expect(status == 503)
    }
  }

  @Test(arguments: Kind.allCases, [Duration.zero, .seconds(300)])
  func `stopping ends a stream that waits to be sent`(kind: Kind, farewell: Duration) async throws {
    let fate = Fate()
    let startedCount = Mutex(0)
    let isReturned = Mutex(false)
    let isHeld = Mutex(false)
    let (gate, opened) = AsyncStream.makeStream(of: Void.self)
    let release = DispatchSemaphore(value: 0)
    // It holds the server's thread until the server stops, so that nothing is sent before.
    let errorPage: @Sendable (Int, String) -> WebResponse = { status, message in
      isHeld.withLock { $0 = true }
      release.wait()
      // A server that stops may ask once more, since it drops the first answer.
      release.signal()
      return .html(message, status: status)
    }
    let routes: [Route] = [
      .get("/api/stream", timeLimit: nil) { _ in
        startedCount.withLock { $0 += 1 }
        for await _ in gate {}
        isReturned.withLock { $0 = true }
        return fate.response(kind)
      },
      .get("/api/release", timeLimit: nil) { _ in
        startedCount.withLock { $0 += 1 }
        try? await untilCancelled()
        release.signal()
        return .empty
      },
    ]
    try await withServer(routes) { settings in
      settings.farewell = farewell
      settings.errorPage = errorPage
    } _: { server, client in
      var sockets = try ["/api/stream", "/api/release"].map { try client.open($0) }
      await until { startedCount.withLock { $0 } == 2 }
      sockets.append(try client.open("/none", ["Accept: text/html"]))
      await until { isHeld.withLock { $0 } }
      opened.finish()
      await until { isReturned.withLock { $0 } }
      await server.stop()
      #expect(fate.hasEnded)
      #expect(server.exchangeCount == 0)
      for socket in sockets { socket.close() }
    }
  }

  @Test(arguments: Kind.allCases)
  func `stopping ends a stream that is being sent`(kind: Kind) async throws {
    let fate = Fate()
    let route = Route.get("/api/stream") { _ in fate.response(kind) }
    try await withServer([route]) { settings in
      settings.farewell = .zero
    } _: { server, client in
      let socket = try client.open("/api/stream")
      let status = await onThread { () -> Int? in
        var reader = AnswerReader(socket)
        return reader.head()?.status
      }
      #expect(status == 200)
      #expect(!fate.hasEnded)
      await server.stop()
      #expect(fate.hasEnded)
      #expect(server.exchangeCount == 0)
      socket.close()
    }
  }

  @Test(arguments: Kind.allCases)
  func `a stream that its handler returns after its time ends`(kind: Kind) async throws {
    let fate = Fate()
    let route = Self.late(kind, fate, timeLimit: .milliseconds(1))
    try await withServer([route]) { server, client in
      let answer = try await client.ask("GET /api/stream")
      #expect(answer.status == 503)
      await until { fate.hasEnded }
      await until { server.exchangeCount == 0 }
    }
  }

  @Test(arguments: Kind.allCases)
  func `a stream whose client has left before ends`(kind: Kind) async throws {
    let fate = Fate()
    let isBegun = Mutex(false)
    let route = Self.late(kind, fate) { isBegun.withLock { $0 = true } }
    try await withServer([route]) { server, client in
      let socket = try client.open("/api/stream")
      await until { isBegun.withLock { $0 } }
      socket.close()
      await until { fate.hasEnded }
      await until { server.exchangeCount == 0 }
    }
  }

  @Test(arguments: Kind.allCases)
  func `a stream beyond the limit ends`(kind: Kind) async throws {
    let fate = Fate()
    try await withServer([.get("/api/stream") { _ in fate.response(kind) }]) { settings in
      settings.streamLimit = 0
    } _: { server, client in
      let answer = try await client.ask("GET /api/stream")
      #expect(answer.status == 503)
      await until { fate.hasEnded }
      await until { server.exchangeCount == 0 }
    }
  }

  @Test(arguments: Kind.allCases)
  func `a stream that the library refuses ends, and counts no longer`(kind: Kind) async throws {
    let fates = [Fate(), Fate()]
    let next = Mutex(0)
    let refused = Route.get("/api/stream") { _ in
      let number = next.withLock { number in
        defer { number += 1 }
        return number
      }
      var response = fates[number].response(kind)
      // HTTP has no such status.
      response.status = 1
      return response
    }
    let whole = Route.get("/api/whole") { _ in
      .download("a.csv") { stream in try await stream.write("1,2\n") }
    }
    try await withServer([refused, whole]) { settings in
      settings.streamLimit = 1
    } _: { server, client in
      for fate in fates {
        await #expect(throws: ConnectionClosed.self) { try await client.ask("GET /api/stream") }
        await until { fate.hasEnded }
      }
      let answer = try await client.ask("GET /api/whole")
      #expect(answer.text == "1,2\n")
      await until { server.exchangeCount == 0 }
    }
  }

  @Test(arguments: Kind.allCases)
  func `a stream that its handler throws away ends`(kind: Kind) async throws {
    let fate = Fate()
    let route = Route.get("/api/stream") { _ in
      _ = fate.response(kind)
      throw RequestError(409, "Somebody was faster.")
    }
    try await withServer([route]) { _, client in
      let answer = try await client.ask("GET /api/stream")
      #expect(answer.status == 409)
      #expect(fate.hasEnded)
    }
  }

  @Test(arguments: Kind.allCases)
  func `a stream of which only the headers are wanted ends`(kind: Kind) async throws {
    let fate = Fate()
    try await withServer([.get("/api/stream") { _ in fate.response(kind) }]) { server, client in
      let answer = try await client.ask("HEAD /api/stream")
      #expect(answer.status == 200)
      await until { fate.hasEnded }
      await until { server.exchangeCount == 0 }
    }
  }
}
