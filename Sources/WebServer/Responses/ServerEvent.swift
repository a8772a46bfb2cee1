/// An event of a stream of server-sent events.
///
/// https://html.spec.whatwg.org/multipage/server-sent-events.html
package struct ServerEvent: Sendable, Hashable {
  /// What kind of event it is; it has no line feed.
  package var name: String
  /// What a client names that wants to go on after it; it has no line feed.
  package var id: String?
  package var data: String

  package init(_ name: String, id: String? = nil, data: String) {
    self.name = name
    self.id = id
    self.data = data
  }

  /// The event as it is sent: each line of the data with its name, and a blank line.
  package var text: String {
    var text = id.map { "id: \($0)\n" } ?? ""
    text += "event: \(name)\n"
    for line in data.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      text += "data: \(line)\n"
    }
    return text + "\n"
  }

  /// What keeps a connection from being closed, and says nothing.
  static let heartbeat = ":\n\n"
}

extension WebResponse {
  /// A stream of events, for as long as the client takes them.
  ///
  /// - Parameters:
  ///   - channel: The events; who has news for the client tells it.
  ///   - heartbeat: How often something is sent when there is nothing to say, so that a client that left is noticed.
  package static func events(
    _ channel: EventChannel,
    heartbeat: Duration = .seconds(15)
  ) -> WebResponse {
    WebResponse(
      contentType: "text/event-stream; charset=utf-8",
      headers: [("Cache-Control", "no-store"), ("X-Accel-Buffering", "no")],
      body: .stream { stream in
        defer { channel.close() }
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
          // The second ends when the channel is closed, the first never.
          try await group.next()
        }
      }
    )
  }
}
