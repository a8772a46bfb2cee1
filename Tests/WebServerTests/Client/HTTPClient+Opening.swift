import TestSockets
import Testing

extension HTTPClient {
  /// Sends a request, and returns the socket without reading the answer.
  func open(_ path: String, _ headers: [String] = []) throws -> LocalSocket {
    let socket = try #require(LocalSocket.connected(toPort: port))
    var lines = [
      "GET \(path) HTTP/1.1", "Host: localhost:\(port)", "Authorization: Bearer \(token)",
    ]
    lines += headers
    socket.write(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    return socket
  }
}
