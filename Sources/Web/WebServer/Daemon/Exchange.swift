import Foundation
import Synchronization

/// A request and its answer.
///
/// State: the progress, guarded by a mutex. The server's thread delivers the request and takes the
/// answer; a separate task handles it. The connection is suspended and resumed under the mutex, so
/// that no wake-up is lost.
final class Exchange: Sendable {
  private enum Phase {
    case receiving
    /// A task handles the request.
    case working
    /// The response exists, but has not been passed to the library.
    case answering(WebResponse)
    /// The response was passed to the library.
    case answered
  }

  private struct State {
    var phase = Phase.receiving
    var body: [UInt8] = []
    var isTooLong = false
    /// The number of bytes received of a body that is too long.
    var received = 0
    /// Whether the connection is suspended until there is a response.
    var isSuspended = false
    /// The task that handles the request.
    var handling: Task<Void, Never>?
    /// The task that writes the content of the response.
    var writing: Task<Void, Never>?
    var stream: WebStream?
    var deadline: ContinuousClock.Instant?
    var hasEnded = false
    /// Whether the server stops: nothing may be suspended any longer.
    var isStopped = false

    var tasks: [Task<Void, Never>] { [handling, writing].compactMap(\.self) }
  }

  private let connection: ConnectionReference
  private let head: RequestHead
  private let verdict: RequestGuard.Verdict
  private let errorPage: (@Sendable (Int, String) -> WebResponse)?
  private let countStream: @Sendable (_ begins: Bool) -> Bool
  private let state = Mutex(State())

  /// - Parameters:
  ///   - errorPage: Returns the page that shows an error in a browser.
  /// - countStream: Counts a stream that begins or ends, and returns whether there may be another
  ///   one.
  init(
    _ connection: ConnectionReference,
    _ head: RequestHead,
    _ verdict: RequestGuard.Verdict,
    errorPage: (@Sendable (Int, String) -> WebResponse)?,
    countStream: @escaping @Sendable (_ begins: Bool) -> Bool
  ) {
    self.connection = connection
    self.head = head
    self.verdict = verdict
    self.errorPage = errorPage
    self.countStream = countStream
  }
}

// MARK: - On the server's thread

extension Exchange {
  /// The answer that is given before the body is read; `nil` if the body is needed.
  var refusal: WebResponse? {
    if case .refused(let response) = verdict { response } else { nil }
  }

  /// Takes a piece of the body.
  ///
  /// - Returns: Whether the client may send more: it is cut off after four times the limit.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard case .allowed(let route, _) = verdict else { return false }
    return state.withLock { state in
      let count = state.body.count + bytes.count
      if state.isTooLong || count > route.bodyLimit {
        // The library answers only after it has read everything, so the rest is counted and
        // discarded.
        state.isTooLong = true
        state.body.removeAll()
        state.received += bytes.count
        return state.received <= 4 * max(route.bodyLimit, 65_536)
      }
      unsafe state.body.append(contentsOf: bytes)
      return true
    }
  }

  /// The response to pass to the library now; `nil` while a task handles the request.
  func respond() -> WebResponse? {
    state.withLock { state in
      switch state.phase {
      case .receiving:
        if state.isStopped { return answered(.error(503, "The server stops."), &state) }
        if state.isTooLong { return answered(.error(413, "The content is too long."), &state) }
        state.phase = .working
        state.deadline = timeLimit.map { ContinuousClock.now + $0 }
        state.handling = Task { [self, body = state.body] in
          await work(on: body)
          // A task that has ended keeps its memory for as long as there is a reference to it, and
          // a stream may last for hours.
          self.state.withLock { $0.handling = nil }
        }
        state.body = []
        suspend(&state)
        return nil
      case .working:
        suspend(&state)
        return nil
      case .answering(let response): return answered(response, &state)
      case .answered: return nil
      }
    }
  }

  private func answered(_ response: WebResponse, _ state: inout State) -> WebResponse {
    state.phase = .answered
    return response
  }

  private func suspend(_ state: inout State) {
    state.isSuspended = true
    connection.suspend()
  }

  /// Passes a response to the library.
  ///
  /// - Returns: Whether the library accepted it.
  func send(_ response: WebResponse, _ common: [(name: String, value: String)]) -> Bool {
    let response = shown(response)
    let headers = response.headers + common
    switch response.body {
    case .bytes(let bytes): return connection.answer(response.status, headers, bytes)
    case .stream(let write):
      guard countStream(true) else {
        let busy = WebResponse.error(
          503,
          "Too many pages are connected to this server. Close some."
        )
        return send(busy, common)
      }
      return connection.answer(response.status, headers, begin(write))
    }
  }

  /// Converts an error response to a page if the client is a browser that opens a page.
  private func shown(_ response: WebResponse) -> WebResponse {
    guard let message = response.errorMessage, let errorPage, head.wantsPage else {
      return response
    }
    var page = errorPage(response.status, message)
    let names = Set(page.headers.map(\.name))
    page.headers += response.headers.filter { !names.contains($0.name) }
    return page
  }

  private func begin(_ write: @escaping @Sendable (WebStream) async throws -> Void) -> StreamReader
  {
    let stream = WebStream(connection)
    state.withLock { state in
      state.stream = stream
      if state.isStopped { stream.end(.cut) }
      state.writing = Task {
        do {
          try await write(stream)
          stream.end(.whole)
        } catch { stream.end(.cut) }
      }
    }
    return StreamReader(stream) { [self] in
      stream.leave()
      state.withLock { $0.writing }?.cancel()
      _ = countStream(false)
    }
  }

  /// Records that the library no longer uses it, and drops a response that was not sent.
  func complete() {
    let (tasks, dropped) = state.withLock { state in
      state.hasEnded = true
      defer { state.phase = .answered }
      return (state.tasks, state.phase)
    }
    for task in tasks { task.cancel() }
    // The last reference to a stream ends it, which must not happen under the mutex.
    withExtendedLifetime(dropped) {}
  }
}

// MARK: - Helpers

extension Exchange {
  private var timeLimit: Duration? {
    if case .allowed(let route, _) = verdict { route.timeLimit } else { nil }
  }

  private func work(on body: [UInt8]) async {
    guard case .allowed(let route, let parameters) = verdict else { return }
    let request = WebRequest(head: head, parameters: parameters, body: body)
    do { finish(try await route.handler(request)) } catch let error as RequestError {
      finish(.error(error.status, error.message))
    } catch is CancellationError {
      finish(.error(503, "The request was cancelled."))
    } catch {
      finish(.error(500, "The server failed to answer; its log has the reason."))
    }
  }

  /// Makes a response the answer, unless the client already has another one; then it is dropped.
  private func finish(_ response: WebResponse) {
    state.withLock { state in
      guard case .working = state.phase else { return }
      state.phase = .answering(response)
      resume(&state)
    }
  }

  private func resume(_ state: inout State) {
    guard state.isSuspended, !state.hasEnded else { return }
    state.isSuspended = false
    connection.resume()
  }

  /// Cancels the work if its client has left or its time is over.
  func watch(now: ContinuousClock.Instant) {
    let task = state.withLock { state -> Task<Void, Never>? in
      guard case .working = state.phase, state.isSuspended, !state.hasEnded else {
        if let stream = state.stream, !state.hasEnded, stream.isLeft { return state.writing }
        return nil
      }
      if connection.isLeft { return state.handling }
      guard let deadline = state.deadline, now >= deadline else { return nil }
      state.phase = .answering(.error(503, "The request took too long and was cancelled."))
      resume(&state)
      return state.handling
    }
    task?.cancel()
  }

  /// Ends the exchange, since the server stops.
  func stop() {
    let (stream, tasks) = state.withLock { state in
      state.isStopped = true
      if case .working = state.phase {
        state.phase = .answering(.error(503, "The server stops."))
        resume(&state)
      }
      return (state.stream, state.tasks)
    }
    stream?.end(.cut)
    for task in tasks { task.cancel() }
  }

  /// Waits for the end of all tasks, which only the server's thread begins.
  func untilTasksEnd() async { for task in state.withLock({ $0.tasks }) { await task.value } }
}
