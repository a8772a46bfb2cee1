import CMicroHTTPD
import Synchronization

/// The content of a response that is written bit by bit.
///
/// It keeps what the client has not taken yet: at most ``limit`` bytes, and the last piece. Whoever writes more waits.
///
/// State: the bytes, guarded by a mutex; the server's thread takes them, and one task writes. The server's connection is
/// suspended and resumed under the mutex, so that no wake-up is lost.
package final class WebStream: Sendable {
  /// The bytes that may wait for a client, after which writing waits.
  package static let limit = 65_536

  private struct State {
    var bytes: [UInt8] = []
    /// How many of the bytes have been taken.
    var taken = 0
    var end: End?
    /// Whether the server waits for bytes, and its connection is suspended.
    var isSuspended = false
    var hasLeft = false
    /// Who waits until the client has taken enough.
    var writers: [CheckedContinuation<Void, Never>] = []

    var unsent: Int { bytes.count - taken }
  }

  /// How the content ends.
  enum End { case whole, cut }

  private let state = Mutex(State())
  private let connection: ConnectionReference

  init(_ connection: ConnectionReference) { self.connection = connection }

  /// Writes bytes; waits while the client has too many to take.
  ///
  /// - Throws: ``WebServerError`` with `.clientLeft`, or `CancellationError`.
  package func write(_ bytes: some Collection<UInt8> & Sendable) async throws {
    try Task.checkCancellation()
    await withTaskCancellationHandler {
      await untilThereIsRoom()
    } onCancel: {
      release()
    }
    try Task.checkCancellation()
    let isOpen = state.withLock { state in
      if state.hasLeft || state.end != nil { return false }
      state.bytes.append(contentsOf: bytes)
      resume(&state)
      return true
    }
    if !isOpen { throw WebServerError(code: .clientLeft, message: "The client has left.") }
  }

  /// Writes text.
  ///
  /// - Throws: ``WebServerError`` with `.clientLeft`, or `CancellationError`.
  package func write(_ text: String) async throws { try await write(Array(text.utf8)) }

  /// How many bytes wait for the client.
  package var unsentCount: Int { state.withLock { $0.unsent } }

  private func untilThereIsRoom() async {
    await withCheckedContinuation { continuation in
      let waits = state.withLock { state in
        guard state.unsent >= Self.limit, !state.hasLeft, state.end == nil, !Task.isCancelled else {
          return false
        }
        state.writers.append(continuation)
        return true
      }
      if !waits { continuation.resume() }
    }
  }

  /// Lets all go on who wait.
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

  /// Whether the client has closed the connection, which the library itself notices only when it writes.
  var isLeft: Bool { state.withLock { $0.isSuspended && connection.isLeft } }

  /// Ends the content after what is there; `cut` has the client notice that something is missing.
  func end(_ end: End) {
    state.withLock { state in
      guard state.end == nil else { return }
      state.end = end
      resume(&state)
    }
    release()
  }

  /// The client takes nothing more.
  func leave() {
    state.withLock { state in
      state.hasLeft = true
      state.isSuspended = false
      state.bytes = []
      state.taken = 0
    }
    release()
  }

  /// Moves bytes to the server's buffer, on its thread.
  ///
  /// - Returns: How many; 0 where the connection is suspended until there are some.
  @safe
  func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let (count, writers) = state.withLock { state -> (Int, [CheckedContinuation<Void, Never>]) in
      let count = min(state.unsent, buffer.count)
      if count == 0 { return (waiting(&state), []) }
      unsafe buffer.copyBytes(from: state.bytes[state.taken..<state.taken + count])
      state.taken += count
      if state.taken >= Self.limit || state.unsent == 0 {
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
