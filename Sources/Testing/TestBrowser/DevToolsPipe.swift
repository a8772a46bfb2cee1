import Foundation
import Synchronization
import TestSockets

/// A connection to a browser by its remote-debugging protocol, over two pipes.
///
/// Messages are JSON and end with a zero byte. https://chromedevtools.github.io/devtools-protocol
///
/// State: the commands that wait for an answer, and the listeners, guarded by a mutex. A separate
/// thread reads, and ends with the browser.
final class DevToolsPipe: Sendable {
  private struct State {
    var lastID = 0
    var waiting: [Int: CheckedContinuation<JSONValue, any Error>] = [:]
    var listeners: [String: @Sendable (String, JSONValue) -> Void] = [:]
    var hasEnded = false
  }

  private let process: BrowserProcess
  private let state = Mutex(State())
  private let writing = Mutex(())

  init(_ process: BrowserProcess) {
    self.process = process
    Thread.detachNewThread { [self] in readAll() }
  }

  /// Sends a command and waits for its answer.
  ///
  /// - Parameter session: The page that receives the command; `nil` for the browser.
  /// - Throws: `BrowserError` if the browser refuses it or has ended.
  @discardableResult
  func send(_ method: String, _ parameters: JSONValue = [:], session: String? = nil) async throws
    -> JSONValue
  {
    try await withCheckedThrowingContinuation { continuation in
      let id = state.withLock { state -> Int? in
        guard !state.hasEnded else { return nil }
        state.lastID += 1
        state.waiting[state.lastID] = continuation
        return state.lastID
      }
      guard let id else {
        continuation.resume(throwing: BrowserError("The browser has ended."))
        return
      }
      write(id, method, parameters, session)
    }
  }

  private func write(_ id: Int, _ method: String, _ parameters: JSONValue, _ session: String?) {
    var message: [String: JSONValue] = [
      "id": .number(Double(id)), "method": .string(method), "params": parameters,
    ]
    if let session { message["sessionId"] = .string(session) }
    let bytes = Array(JSONValue.object(message).text.utf8) + [0]
    if !writing.withLock({ _ in process.write(bytes) }) { end() }
  }

  /// Listens to the events of a page.
  func listen(to session: String, _ receive: @escaping @Sendable (String, JSONValue) -> Void) {
    state.withLock { $0.listeners[session] = receive }
  }

  func stopListening(to session: String) {
    state.withLock { _ = $0.listeners.removeValue(forKey: session) }
  }

  private func readAll() {
    var bytes: [UInt8] = []
    while true {
      let part = process.read()
      if part.isEmpty { break }
      bytes += part
      while let end = bytes.firstIndex(of: 0) {
        if let message = try? JSONValue(String(decoding: bytes[..<end], as: UTF8.self)) {
          receive(message)
        }
        bytes.removeFirst(end + 1)
      }
    }
    end()
  }

  private func receive(_ message: JSONValue) {
    if let id = message["id"].int {
      let continuation = state.withLock { $0.waiting.removeValue(forKey: id) }
      if let text = message["error"]["message"].string {
        continuation?.resume(throwing: BrowserError(text))
      } else {
        continuation?.resume(returning: message["result"])
      }
    } else if let session = message["sessionId"].string, let method = message["method"].string {
      state.withLock { $0.listeners[session] }?(method, message["params"])
    }
  }

  private func end() {
    let waiting = state.withLock { state in
      state.hasEnded = true
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for continuation in waiting {
      continuation.resume(throwing: BrowserError("The browser has ended."))
    }
  }

  /// Ends the browser.
  func close() {
    process.end()
    end()
  }
}
