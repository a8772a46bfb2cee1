import Foundation
import Synchronization
import TestSockets
import Testing
import WebServer

@testable import Studio

extension Trait where Self == ConditionTrait {
  /// The test runs where libmicrohttpd is installed, and is skipped elsewhere with the reason.
  static var requiresWebServer: Self {
    .enabled(if: WebLibrary.isAvailable, "\(WebLibrary.advice ?? "")")
  }
}

extension HTTPClient {
  /// A client of a studio that has printed its address.
  init(studio address: String) throws {
    let url = try #require(URL(string: address))
    let port = try #require(url.port)
    let token = try #require(url.fragment).dropFirst("token=".count)
    self.init(port: UInt16(port), token: String(token))
  }
}

extension HTTPAnswer {
  /// The body as JSON; null if it is something else.
  var json: JSONValue { (try? JSONValue(text)) ?? .null }
}

extension JSONValue {
  /// An integer as the page gets it.
  static func integer(_ value: Int) -> JSONValue { ["i", .string("\(value)")] }
}

/// An event of a tab's stream.
struct StudioEvent: Sendable {
  var name: String
  var id: String
  var data: JSONValue

  /// - Parameter text: The lines of the event; `nil` for a comment.
  init?(_ text: Substring) {
    var fields: [Substring: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, !parts[0].isEmpty else { continue }
      fields[parts[0]] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    guard let name = fields["event"], let data = fields["data"].flatMap({ try? JSONValue($0) })
    else { return nil }
    (self.name, id, self.data) = (name, fields["id"] ?? "", data)
  }
}

/// The stream of events of a tab, as a page reads it.
///
/// State: whether the stream is open, guarded by a mutex. A thread reads the socket, and closes it
/// when the stream has ended.
final class StudioEvents: Sendable {
  let tab: String
  private let socket: Mutex<LocalSocket?>
  private let events: AsyncStream<StudioEvent>

  /// Opens the stream of a tab, and waits until the studio answers.
  init(_ client: HTTPClient) async throws {
    tab = (0..<32).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined()
    let socket = try #require(LocalSocket.connected(toPort: client.port))
    let head = [
      "GET /api/events?tab=\(tab) HTTP/1.1", "Host: 127.0.0.1:\(client.port)",
      "Authorization: Bearer \(client.token)",
    ]
    self.socket = Mutex(socket)
    let (events, source) = AsyncStream.makeStream(of: StudioEvent.self)
    self.events = events
    let status = await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        socket.write(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        var reader = AnswerReader(socket)
        continuation.resume(returning: reader.head()?.status)
        Self.read(&reader, source)
        source.finish()
        self.socket.withLock { $0 = nil }
        socket.close()
      }
    }
    try #require(status == 200)
  }

  private static func read(
    _ reader: inout AnswerReader,
    _ source: AsyncStream<StudioEvent>.Continuation
  ) {
    var text = ""
    while let chunk = reader.chunk(), !chunk.isEmpty {
      text += String(decoding: chunk, as: UTF8.self)
      while let end = text.firstRange(of: "\n\n") {
        if let event = StudioEvent(text[..<end.lowerBound]) { source.yield(event) }
        text = String(text[end.upperBound...])
      }
    }
  }

  /// The next event that fits; others are passed over.
  func next(_ fits: (StudioEvent) -> Bool) async throws -> StudioEvent {
    for await event in events where fits(event) { return event }
    throw ConnectionClosed()
  }

  /// The next event of a subscription; changes of the schema are passed over.
  func next() async throws -> JSONValue { try await next { $0.name != "schema" }.data }

  /// Leaves, as a tab that is closed.
  func close() { socket.withLock { $0?.shutDown() } }
}
