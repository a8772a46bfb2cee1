import Foundation
import TestSockets

/// A tab of the studio as the server sees it: a stream of events over a socket.
struct RawTab {
  let id = (0..<32).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined()
  private let client: HTTPClient
  private let socket: LocalSocket
  private var reader: AnswerReader

  /// Opens the stream.
  init(port: UInt16, token: String) throws {
    client = HTTPClient(port: port, token: token)
    guard let socket = LocalSocket.connected(toPort: port) else { throw ConnectionClosed() }
    self.socket = socket
    let head = [
      "GET /api/events?tab=\(id) HTTP/1.1", "Host: 127.0.0.1:\(port)",
      "Authorization: Bearer \(token)",
    ]
    socket.write(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    reader = AnswerReader(socket)
    guard reader.head()?.status == 200 else { throw ConnectionClosed() }
  }

  /// Subscribes to 60 rows of the table, without waiting for the answer.
  func subscribe(sort: String? = nil, from first: Int = 0) throws {
    let order = sort.map { ",\"sort\":[{\"column\":\"\($0)\",\"descending\":false}]" } ?? ""
    let body = """
      {"subscription":"1","request":1,"table":"orders","first":\(first),"count":60\(order)}
      """
    guard let socket = LocalSocket.connected(toPort: client.port) else { throw ConnectionClosed() }
    let head = [
      "POST /api/tabs/\(id)/grid HTTP/1.1", "Host: 127.0.0.1:\(client.port)", "Connection: close",
      "Authorization: Bearer \(client.token)", "Content-Type: application/json",
      "Content-Length: \(body.utf8.count)",
    ]
    socket.write(Array((head.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))
    var answer = AnswerReader(socket)
    _ = answer.answer()
    socket.close()
  }

  /// Reads what has arrived; `nil` at the end.
  mutating func read() -> String? {
    guard let chunk = reader.chunk(), !chunk.isEmpty else { return nil }
    return String(decoding: chunk, as: UTF8.self)
  }

  func close() { socket.close() }
}

/// A process that acts as many clients, each of which follows the first rows of the table.
struct Clients {
  private let port: UInt16
  private let token: String
  private let count: Int

  init(_ arguments: ArraySlice<String>) throws {
    let words = Array(arguments)
    guard words.count == 3, let port = UInt16(words[0]), let count = Int(words[2]) else {
      throw ConnectionClosed()
    }
    (self.port, token, self.count) = (port, words[1], count)
  }

  /// Opens all clients, reports that, and reads until its input ends.
  func run() throws {
    for _ in 0..<count {
      var tab = try RawTab(port: port, token: token)
      try tab.subscribe()
      _ = tab.read()
      Thread.detachNewThread { [tab] in
        var tab = tab
        while tab.read() != nil {}
      }
    }
    FileHandle.standardOutput.write(Data("open\n".utf8))
    _ = try FileHandle.standardInput.readToEnd()
  }

  /// Starts the process, and waits until all clients are open.
  static func opened(_ count: Int, _ address: StudioAddress) throws -> (Process, Pipe) {
    let (output, input) = (Pipe(), Pipe())
    let process = try OtherProcess.start(
      ["clients", "\(address.port)", address.token, "\(count)"],
      output: output,
      input: input
    )
    _ = output.fileHandleForReading.availableData
    return (process, input)
  }
}

/// The parts of the address that a studio prints.
struct StudioAddress: Sendable {
  let port: UInt16
  let token: String

  init(_ address: String) throws {
    guard let url = URL(string: address), let port = url.port, let fragment = url.fragment else {
      throw ConnectionClosed()
    }
    (self.port, token) = (UInt16(port), String(fragment.dropFirst("token=".count)))
  }
}
