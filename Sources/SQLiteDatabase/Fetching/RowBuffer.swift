import Synchronization

/// Rows on their way from the thread of a connection to a task.
///
/// A state guarded by a mutex: what is buffered, how the reading ended, and who waits. Whoever is to be woken is decided
/// under the mutex and woken outside of it.
final class RowBuffer<Element: Sendable>: Sendable {
  /// How many rows are read before somebody wants them.
  static var limit: Int { 256 }

  private struct State {
    var rows: [Element] = []
    var end: Result<Void, any Error>?
    var isAbandoned = false
    var consumer: CheckedContinuation<Void, Never>?
    var producer: BlockedThread<Void>?
  }

  private let state = Mutex(State())

  /// Adds a row, on the connection's thread, which waits while there are many.
  ///
  /// - Parameter isWanted: Whether somebody waits for the connection: then the rows that are left are buffered, since who
  ///   takes them may be who waits.
  /// - Returns: Whether more rows are wanted.
  func add(_ row: Element, isWanted: () -> Bool) throws -> Bool {
    let (consumer, isFull) = state.withLock { state in
      state.rows.append(row)
      return (state.consumer.take(), state.rows.count >= Self.limit)
    }
    consumer?.resume()
    while isFull, let thread = enterAsProducer(), !isWanted() {
      if try thread.wait(for: .milliseconds(10)) != nil { break }
    }
    return state.withLock { state in
      state.producer = nil
      return !state.isAbandoned
    }
  }

  private func enterAsProducer() -> BlockedThread<Void>? {
    state.withLock { state in
      guard state.rows.count >= Self.limit, !state.isAbandoned else { return nil }
      let thread = BlockedThread<Void>()
      state.producer = thread
      return thread
    }
  }

  /// Tells how the reading ended.
  func end(_ result: Result<Void, any Error>) {
    let consumer = state.withLock { state in
      state.end = result
      return state.consumer.take()
    }
    consumer?.resume()
  }

  /// Takes all rows that are buffered; waits until there is one.
  ///
  /// - Returns: No rows at the end.
  func take() async throws -> [Element] {
    while true {
      if let rows = try takeAtOnce() { return rows }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isReady = state.withLock { state in
            if !state.rows.isEmpty || state.end != nil || state.isAbandoned { return true }
            state.consumer = continuation
            return false
          }
          if isReady { continuation.resume() }
        }
      } onCancel: {
        abandon()
      }
    }
  }

  private func takeAtOnce() throws -> [Element]? {
    let (taken, producer) = try state.withLock { state -> ([Element]?, BlockedThread<Void>?) in
      if state.isAbandoned { throw CancellationError() }
      if state.rows.isEmpty {
        try state.end?.get()
        return (state.end == nil ? nil : [], nil)
      }
      defer { state.rows = [] }
      return (state.rows, state.producer.take())
    }
    producer?.resume(.success(()))
    return taken
  }

  /// Tells that nobody wants the rows any more.
  func abandon() {
    let (consumer, producer) = state.withLock { state in
      state.isAbandoned = true
      state.rows = []
      return (state.consumer.take(), state.producer.take())
    }
    consumer?.resume()
    producer?.resume(.success(()))
  }
}
