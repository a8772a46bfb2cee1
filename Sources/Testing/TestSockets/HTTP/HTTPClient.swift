import Foundation

/// An answer as received over a socket.
package struct HTTPAnswer: Sendable {
  package var status: Int
  /// The headers; names are in lower case, and of several with the same name, the last one counts.
  package var headers: [String: String]
  package var body: [UInt8]
  /// Whether the content arrived completely.
  package var isWhole: Bool

  package var text: String { String(decoding: body, as: UTF8.self) }
}

/// A client of one server.
package struct HTTPClient: Sendable {
  package let port: UInt16
  package let token: String

  package init(port: UInt16, token: String) { (self.port, self.token) = (port, token) }

  /// Sends a request and reads its answer, on a separate thread.
  ///
  /// - Parameters:
  ///   - line: The method and the path.
  ///   - headers: The headers in addition to `Host` and the token.
  ///   - body: The content, whose length is sent with it.
  package func ask(
    _ line: String,
    _ headers: [String] = [],
    isTrusted: Bool = true,
    body: String? = nil
  ) async throws -> HTTPAnswer {
    var head = ["\(line) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Connection: close"] + headers
    if isTrusted { head.append("Authorization: Bearer \(token)") }
    if let body {
      head.append("Content-Length: \(body.utf8.count)")
      if !headers.contains(where: { $0.hasPrefix("Content-Type") }) {
        head.append("Content-Type: application/json")
      }
    }
    let text = head.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
    return try await raw(Array(text.utf8), hasContent: !line.hasPrefix("HEAD"))
  }

  /// Sends bytes unchanged, and reads an answer.
  package func raw(_ bytes: [UInt8], hasContent: Bool = true) async throws -> HTTPAnswer {
    guard let answer = await rawIfAny(bytes, hasContent: hasContent) else {
      throw ConnectionClosed()
    }
    return answer
  }

  /// Sends bytes unchanged; returns `nil` if the server closes the connection without an answer.
  package func rawIfAny(_ bytes: [UInt8], hasContent: Bool = true) async -> HTTPAnswer? {
    await onThread {
      guard let socket = LocalSocket.connected(toPort: port) else { return nil }
      defer { socket.close() }
      socket.write(bytes)
      var reader = AnswerReader(socket)
      return reader.answer(hasContent: hasContent)
    }
  }
}

/// Suspends until the task is cancelled, and then throws.
package func untilCancelled() async throws {
  let (nothing, source) = AsyncStream.makeStream(of: Void.self)
  for await _ in nothing {}
  withExtendedLifetime(source) {}
  try Task.checkCancellation()
}

/// An error that reports that the server closed the connection without an answer.
package struct ConnectionClosed: Error {
  package init() {}
}
