import Foundation
import TestSockets
import Testing
import WebServer

/// An answer as it came over a socket.
struct HTTPAnswer: Sendable {
  var status: Int
  /// The headers; names in lower case, of several of a name the last.
  var headers: [String: String]
  var body: [UInt8]
  /// Whether the content came to its end.
  var isWhole: Bool

  var text: String { String(decoding: body, as: UTF8.self) }
}

/// A client that speaks to one server.
struct HTTPClient: Sendable {
  let port: UInt16
  let token: AccessToken

  /// Sends a request and reads its answer, on a thread of its own.
  ///
  /// - Parameters:
  ///   - line: The method and the path.
  ///   - headers: The headers besides `Host` and the token.
  ///   - body: The content, which gets its length.
  func ask(
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

  /// Sends bytes as they are, and reads an answer.
  func raw(_ bytes: [UInt8], hasContent: Bool = true) async throws -> HTTPAnswer {
    try #require(await rawIfAny(bytes, hasContent: hasContent), "The server closed the connection.")
  }

  /// The same; `nil` where the server closes the connection without a word.
  func rawIfAny(_ bytes: [UInt8], hasContent: Bool = true) async -> HTTPAnswer? {
    await onThread {
      guard let socket = LocalSocket.connected(toPort: port) else { return nil }
      defer { socket.close() }
      socket.write(bytes)
      var reader = AnswerReader(socket)
      return reader.answer(hasContent: hasContent)
    }
  }
}

/// Runs what blocks on a thread of its own, so that tasks go on.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}

/// Suspends until the task is cancelled, and throws then.
func untilCancelled() async throws {
  let (nothing, source) = AsyncStream.makeStream(of: Void.self)
  for await _ in nothing {}
  withExtendedLifetime(source) {}
  try Task.checkCancellation()
}

/// Reads answers from a socket.
struct AnswerReader {
  private let socket: LocalSocket
  private var bytes: [UInt8] = []

  init(_ socket: LocalSocket) { self.socket = socket }

  /// Reads an answer to its end; `nil` where none comes.
  mutating func answer(hasContent: Bool = true) -> HTTPAnswer? {
    guard var answer = head() else { return nil }
    guard hasContent, answer.status != 204, answer.status != 304 else { return answer }
    if let length = answer.headers["content-length"].flatMap({ Int($0) }) {
      while bytes.count < length, readMore() {}
      answer.body = Array(bytes.prefix(length))
      answer.isWhole = bytes.count >= length
      bytes.removeFirst(answer.body.count)
    } else {
      answer.isWhole = false
      while let chunk = chunk() {
        if chunk.isEmpty {
          answer.isWhole = true
          break
        }
        answer.body += chunk
      }
    }
    return answer
  }

  /// Reads the status and the headers.
  mutating func head() -> HTTPAnswer? {
    guard let line = line() else { return nil }
    let words = line.split(separator: " ")
    guard words.count >= 2, let status = Int(words[1]) else { return nil }
    var headers: [String: String] = [:]
    while let line = self.line(), !line.isEmpty {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    return HTTPAnswer(status: status, headers: headers, body: [], isWhole: true)
  }

  /// Reads a chunk; empty at the end of the content, `nil` where the connection ends before.
  mutating func chunk() -> [UInt8]? {
    guard let size = line().flatMap({ Int($0, radix: 16) }) else { return nil }
    while bytes.count < size + 2 { if !readMore() { return nil } }
    defer { bytes.removeFirst(size + 2) }
    return Array(bytes.prefix(size))
  }

  private mutating func line() -> String? {
    while true {
      if let end = bytes.firstIndex(of: 10) {
        let line = String(decoding: bytes[..<end], as: UTF8.self)
        bytes.removeFirst(end + 1)
        return line.last == "\r" ? String(line.dropLast()) : line
      }
      if !readMore() { return nil }
    }
  }

  private mutating func readMore() -> Bool {
    let part = socket.read()
    bytes += part
    return !part.isEmpty
  }
}
