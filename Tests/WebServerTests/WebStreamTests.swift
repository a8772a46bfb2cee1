import LiveSQLTestSupport
import Synchronization
import TestSockets
import Testing
import WebServer

@Suite(.mayBlock, .requiresWebServer, .timeLimit(.hang)) struct WebStreamTests {
  /// A feed of which only the newest number matters.
  final class Counter: EventFeed {
    private let number = Mutex(0)
    let asked = Mutex(0)

    func set(_ number: Int) { self.number.withLock { $0 = number } }

    func nextEvent(number: Int) async -> ServerEvent? {
      asked.withLock { $0 += 1 }
      return ServerEvent("count", data: "\(number):\(self.number.withLock { $0 })")
    }
  }

  /// Reads events until one has a data line with the given ending.
  private static func events(_ socket: LocalSocket, until end: String) async -> [String] {
    await onThread {
      var reader = AnswerReader(socket)
      guard reader.head()?.status == 200 else { return [] }
      var text = ""
      while let chunk = reader.chunk(), !chunk.isEmpty {
        // Filler lines are left out.
        if chunk.last == UInt8(ascii: "x") { continue }
        text += String(decoding: chunk, as: UTF8.self)
        if text.hasSuffix(end + "\n\n") { break }
      }
      return text.split(separator: "\n\n").map(String.init)
    }
  }

  @Test func `a download of any length needs little memory`() async throws {
    let most = Mutex(0)
    let piece = Array(repeating: UInt8(ascii: "x"), count: 10_000)
    let route = Route.get("/api/export") { _ in
      .download("shop \"1\".csv", contentType: "text/csv") { stream in
        for _ in 0..<2_000 {
          try await stream.write(piece)
          most.withLock { $0 = max($0, stream.unsentCount) }
        }
      }
    }
    try await withServer([route]) { _, client in
      let answer = try await client.ask("GET /api/export")
      #expect(answer.isWhole)
      #expect(answer.body.count == 20_000_000)
      #expect(answer.headers["content-disposition"] == "attachment; filename=\"shop1.csv\"")
      #expect(most.withLock { $0 } <= WebStream.limit + piece.count)
    }
  }

  /// The largest number of bytes that were buffered.
  ///
  /// State: one lock guards it.
  private final class Most: Sendable {
    let count = Mutex(0)
  }

  @Test func `a long piece is buffered in parts, and nothing is written in between`() async throws {
    let most = Most()
    let piece = Array(repeating: UInt8(ascii: "x"), count: 5_000_000)
    let route = Route.get("/api/export") { _ in
      .download("a.txt", contentType: "text/plain") { stream in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await stream.write(piece) }
          group.addTask { try await stream.write("the second") }
          let watch = Task {
            while !Task.isCancelled {
              most.count.withLock { $0 = max($0, stream.unsentCount) }
              await Task.yield()
            }
          }
          defer { watch.cancel() }
          try await group.waitForAll()
        }
      }
    }
    try await withServer([route]) { _, client in
      let answer = try await client.ask("GET /api/export")
      #expect(answer.isWhole)
      #expect(answer.body.count == piece.count + "the second".utf8.count)
      #expect(answer.text.hasPrefix("the second") || answer.text.hasSuffix("the second"))
      #expect(most.count.withLock { $0 } <= WebStream.limit)
    }
  }

  @Test func `a failed download is cut off, so that it does not look complete`() async throws {
    let route = Route.get("/api/export") { _ in
      .download("a.csv") { stream in
        try await stream.write("half")
        throw RequestError(500, "No more.")
      }
    }
    try await withServer([route]) { server, client in
      let answer = try await client.ask("GET /api/export")
      #expect(answer.status == 200)
      #expect(!answer.isWhole)
      await until { server.exchangeCount == 0 }
    }
  }

  @Test func `events arrive as they happen, each with its number`() async throws {
    let (channel, counter) = (EventChannel(), Counter())
    try await withServer([.get("/api/events") { _ in .events(channel) }]) { _, client in
      let socket = try client.open("/api/events")
      channel.add(counter, named: "3")
      let first = await Self.events(socket, until: "0:0")
      #expect(first == ["retry: 1000", "id: \(channel.id)-3-0\nevent: count\ndata: 0:0"])
      socket.close()
    }
  }

  @Test func `a slow client gets the current state, and not all previous ones`() async throws {
    let (channel, counter) = (EventChannel(), Counter())
    let filler = Array(repeating: UInt8(ascii: "x"), count: 1_000_000)
    let route = Route.get("/api/events") { _ in
      WebResponse(
        body: .stream { stream in
          // More than the system buffers, so that the stream blocks until the client reads.
          for _ in 0..<20 { try await stream.write(filler) }
          while let event = await channel.next() { try await stream.write(event.text) }
        }
      )
    }
    try await withServer([route]) { _, client in
      let socket = try client.open("/api/events")
      channel.add(counter, named: "1")
      for number in 1...10_000 {
        counter.set(number)
        channel.notify("1")
      }
      #expect(counter.asked.withLock { $0 } == 0)
      let events = await Self.events(socket, until: ":10000")
      #expect(events.last?.hasSuffix("data: 0:10000") == true)
      #expect(counter.asked.withLock { $0 } == 1)
      socket.close()
    }
  }

  @Test func `a closed tab ends its stream`() async throws {
    let channel = EventChannel()
    try await withServer([.get("/api/events") { _ in .events(channel) }]) { server, client in
      let socket = try client.open("/api/events")
      channel.add(Counter(), named: "1")
      _ = await Self.events(socket, until: "0:0")
      socket.close()
      await until { channel.isClosed }
      await until { server.exchangeCount == 0 }
    }
  }

  @Test func `a heartbeat keeps a quiet stream open`() async throws {
    let channel = EventChannel()
    let route = Route.get("/api/events") { _ in .events(channel, heartbeat: .milliseconds(5)) }
    try await withServer([route]) { _, client in
      let socket = try client.open("/api/events")
      // On a busy machine, several heartbeats arrive at once.
      let events = await Self.events(socket, until: ":")
      #expect(events.first == "retry: 1000")
      #expect(events.count > 1 && events.dropFirst().allSatisfy { $0 == ":" })
      socket.close()
    }
  }

  @Test func `stopping the server ends all streams`() async throws {
    let channels = (0..<20).map { _ in EventChannel() }
    let next = Mutex(0)
    let route = Route.get("/api/events") { _ in
      .events(
        channels[
          next.withLock { number in
            defer { number += 1 }; return number
          }
        ]
      )
    }
    try await withServer([route]) { server, client in
      let sockets = try channels.map { _ in try client.open("/api/events") }
      await until { next.withLock { $0 } == channels.count }
      await server.stop()
      #expect(channels.allSatisfy { $0.isClosed })
      #expect(server.exchangeCount == 0)
      for socket in sockets { socket.close() }
    }
  }

  @Test func `the number of streams is limited`() async throws {
    let channels = Mutex<[EventChannel]>([])
    let route = Route.get("/api/events") { _ in
      let channel = EventChannel()
      channels.withLock { $0.append(channel) }
      return .events(channel)
    }
    try await withServer([route]) { settings in
      settings.streamLimit = 2
    } _: { server, client in
      let sockets = try (0..<2).map { _ in try client.open("/api/events") }
      for socket in sockets {
        let status = await onThread { () -> Int? in
          var reader = AnswerReader(socket)
          return reader.head()?.status
        }
        #expect(status == 200)
      }
      #expect(try await client.ask("GET /api/events").status == 503)
      for socket in sockets { socket.close() }
      await until { server.exchangeCount == 0 }
      let again = try client.open("/api/events")
      let status = await onThread { () -> Int? in
        var reader = AnswerReader(again)
        return reader.head()?.status
      }
      #expect(status == 200)
      again.close()
    }
  }
}

@Suite struct ServerEventTests {
  @Test func `each line of the data is a data line of the event`() {
    let event = ServerEvent("note", id: "7", data: "a\nb\r\n")
    #expect(event.text == "id: 7\nevent: note\ndata: a\ndata: b\ndata: \n\n")
    #expect(ServerEvent("note", data: "").text == "event: note\ndata: \n\n")
  }

  @Test func `text in JSON cannot end a script or a string`() {
    #expect(JSONText.string("a\"\\\n\u{0}\u{7F}\u{2028}é") == #""a\"\\\n\u0000\u007f\u2028é""#)
  }
}
