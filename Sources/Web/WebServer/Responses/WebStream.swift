import CMicroHTTPD
import Synchronization

/// The content of a response that is written in pieces.
///
/// It buffers what the client has not taken yet: at most ``limit`` bytes. A writer with more waits,
/// in the middle of its bytes if need be; then other writers wait for it.
///
/// State: the bytes, guarded by a mutex; the server's thread takes them, and tasks write. The
/// server's connection is suspended and resumed under the mutex, so that no wake-up is lost.
package final class WebStream: Sendable {
  /// The number of buffered bytes above which writing waits.
  package static let limit = 65_536

  private struct State {
    var bytes: [UInt8] = []
    /// The number of bytes that have been taken.
    var taken = 0
    var end: End?
    /// Whether the server waits for bytes, and its connection is suspended.
    var isSuspended = false
    var hasLeft = false
    /// Whether a writer has written only a part of its bytes, so that others have to wait.
    var isWriting = false
    /// The writers that wait until the client has taken enough, or for another writer.
    var writers: [CheckedContinuation<Void, Never>] = []

    var unsent: Int { bytes.count - taken }
    var isOver: Bool { hasLeft || end != nil }
  }

  /// The ways in which the content ends.
  enum End { case whole, cut }

  private let state = Mutex(State())
  private let connection: ConnectionReference

  init(_ connection: ConnectionReference) { self.connection = connection }

  /// Writes bytes; waits while too many are buffered.
  ///
  /// - Throws: ``WebServerError`` with `.clientLeft`, or `CancellationError`.
  package func write(_ bytes: some Collection<UInt8> & Sendable) async throws {
    try await wait { !$0.isWriting }
    defer { finish() }
    var rest = bytes[...]
    repeat {
      try await wait { $0.isWriting && $0.unsent < Self.limit }
      rest = rest.dropFirst(state.withLock { append(rest, to: &$0) })
    } while !rest.isEmpty
  }

  /// Waits until a condition holds and, if it is one's turn, begins to write.
  ///
  /// - Throws: ``WebServerError`` with `.clientLeft`, or `CancellationError`.
  private func wait(until isMet: @escaping @Sendable (State) -> Bool) async throws {
    while true {
      try Task.checkCancellation()
      let (isOver, isReady) = state.withLock { state in
        let isReady = !state.isOver && isMet(state)
        if isReady { state.isWriting = true }
        return (state.isOver, isReady)
      }
      if isOver { throw WebServerError(code: .clientLeft, message: "The client has left.") }
      if isReady { return }
      await withTaskCancellationHandler {
        await untilNews(isMet)
      } onCancel: {
        release()
      }
    }
  }

  /// Appends as many bytes as there is room for.
  ///
  /// - Returns: Their number.
  private func append(_ bytes: some Collection<UInt8>, to state: inout State) -> Int {
    let count = min(max(0, Self.limit - state.unsent), bytes.count)
    state.bytes.append(contentsOf: bytes.prefix(count))
    resume(&state)
    return count
  }

  /// Lets other writers write.
  private func finish() {
    state.withLock { $0.isWriting = false }
    release()
  }

  /// Writes text.
  ///
  /// - Throws: ``WebServerError`` with `.clientLeft`, or `CancellationError`.
  package func write(_ text: String) async throws { try await write(Array(text.utf8)) }

  /// The number of bytes that the client has not taken yet.
  package var unsentCount: Int { state.withLock { $0.unsent } }

  private func untilNews(_ isMet: @escaping @Sendable (State) -> Bool) async {
    await withCheckedContinuation { continuation in
      let waits = state.withLock { state in
        guard !isMet(state), !state.isOver, !Task.isCancelled else { return false }
        state.writers.append(continuation)
        return true
      }
      if !waits { continuation.resume() }
    }
  }

  /// Resumes all waiting writers.
  private func release() {
    let writers = state.withLock { state in
      defer { state.writers = [] }
      return state.writers
    }
    for writer in writers { writer.resume() }
  }

  private func resume(_ state: inout State) {
    guard state.isSuspended else { return }
    state.isSuspended = false
    connection.resume()
  }

  /// Whether the client has closed the connection, which the library itself notices only when it
  /// writes.
  var isLeft: Bool { state.withLock { $0.isSuspended && connection.isLeft } }

  /// Ends the content after the buffered bytes; with `cut`, the client notices that something is
  /// missing.
  func end(_ end: End) {
    state.withLock { state in
      guard state.end == nil else { return }
      state.end = end
      resume(&state)
    }
    release()
  }

  /// Records that the client takes nothing more.
  func leave() {
    state.withLock { state in
      state.hasLeft = true
      state.isSuspended = false
      state.bytes = []
      state.taken = 0
    }
    release()
  }

  /// Copies bytes to the server's buffer, on its thread.
  ///
  /// - Returns: The number of bytes; 0 if the connection is suspended until there are some.
  @safe
  func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let (count, writers) = state.withLock { state -> (Int, [CheckedContinuation<Void, Never>]) in
      let count = min(state.unsent, buffer.count)
      if count == 0 { return (waiting(&state), []) }
      unsafe buffer.copyBytes(from: state.bytes[state.taken..<state.taken + count])
      state.taken += count
      if state.unsent == 0 {
        // An idle client keeps no memory for a long event that it has taken.
        (state.bytes, state.taken) = ([], 0)
      } else if state.taken >= Self.limit {
        state.bytes.removeFirst(state.taken)
        state.taken = 0
      }
      guard state.unsent < Self.limit else { return (count, []) }
      defer { state.writers = [] }
      return (count, state.writers)
    }
    for writer in writers { writer.resume() }
    return count
  }

  private func waiting(_ state: inout State) -> Int {
    switch state.end {
    case .whole: return Int(LIVESQL_MHD_END_OF_STREAM)
    case .cut: return Int(LIVESQL_MHD_END_WITH_ERROR)
    case nil:
      state.isSuspended = true
      connection.suspend()
      return 0
    }
  }
}
