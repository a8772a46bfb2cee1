import Foundation

/// A reader of HTTP answers from a socket.
package struct AnswerReader {
  private let socket: LocalSocket
  private var bytes: [UInt8] = []

  package init(_ socket: LocalSocket) { self.socket = socket }

  /// Reads a whole answer; `nil` if none arrives.
  package mutating func answer(hasContent: Bool = true) -> HTTPAnswer? {
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
  package mutating func head() -> HTTPAnswer? {
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

  /// Reads a chunk; empty at the end of the content, `nil` if the connection ends before.
  package mutating func chunk() -> [UInt8]? {
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
