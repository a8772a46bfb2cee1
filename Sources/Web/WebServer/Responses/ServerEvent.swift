/// An event of a stream of server-sent events.
///
/// https://html.spec.whatwg.org/multipage/server-sent-events.html
package struct ServerEvent: Sendable, Hashable {
  /// The kind of the event, without line feeds.
  package var name: String
  /// The position that a client sends to continue after this event, without line feeds.
  package var id: String?
  package var data: String

  package init(_ name: String, id: String? = nil, data: String) {
    self.name = name
    self.id = id
    self.data = data
  }

  /// The event in the format of the stream: each line of the data with its field name, and a blank
  /// line.
  package var text: String {
    var text = id.map { "id: \($0)\n" } ?? ""
    text += "event: \(name)\n"
    // JSON, which most data is, contains no line feeds.
    guard data.utf8.contains(where: { $0 == 10 || $0 == 13 }) else {
      return text + "data: \(data)\n\n"
    }
    for line in data.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      text += "data: \(line)\n"
    }
    return text + "\n"
  }

  /// A comment that keeps the connection open.
  static let heartbeat = ":\n\n"
}

extension WebResponse {
  /// Returns a stream of events, which lasts for as long as the client takes them.
  ///
  /// The channel is closed when the stream ends. It is also closed when the response is dropped
  /// without being sent, for instance because the client has left or the server stops.
  ///
  /// - Parameters:
  ///   - channel: The events, which is notified of news for the client.
  ///   - heartbeat: The interval of heartbeats when there are no events, which reveal that a client
  ///     has left.
  ///   - ended: Called once, after the channel was closed by the end of the stream or of the
  ///     response.
  package static func events(
    _ channel: EventChannel,
    heartbeat: Duration = .seconds(15),
    ended: @escaping @Sendable () -> Void = {}
  ) -> WebResponse {
    let end = StreamEnd {
      channel.close()
      ended()
    }
    return WebResponse(
      contentType: "text/event-stream; charset=utf-8",
      headers: [("Cache-Control", "no-store"), ("X-Accel-Buffering", "no")],
      body: .stream { stream in
        defer {
          channel.close()
          withExtendedLifetime(end) {}
        }
        try await stream.write("retry: 1000\n\n")
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            while true {
              try await Task.sleep(for: heartbeat)
              try await stream.write(ServerEvent.heartbeat)
            }
          }
          group.addTask {
            while let event = await channel.next() { try await stream.write(event.text) }
          }
          defer { group.cancelAll() }
          // The second task ends when the channel is closed, the first one never.
          try await group.next()
        }
      }
    )
  }
}
