import Synchronization

/// A buffer that passes rows from the thread of a connection to a task.
///
/// State: the buffered rows, how reading ended, and the waiters, guarded by a mutex. The waiters to
/// wake are determined under the mutex and woken outside of it.
package final class RowBuffer<Element: Sendable>: Sendable {
  /// The number of rows that are read in advance.
  let limit: Int

  private struct State {
    var rows: [Element] = []
    var end: Result<Void, any Error>?
    var isAbandoned = false
    var consumer: CheckedContinuation<Void, Never>?
    var producer: BlockedThread<Void>?
  }

  private let state = Mutex(State())

  package init(limit: Int) { self.limit = limit }

  /// Adds a row on the connection's thread, which waits while the buffer is full.
  ///
  /// - Parameter isWanted: Returns whether an access waits for the connection. The remaining rows
  ///   are then buffered, since the consumer may be the one who waits.
  /// - Returns: Whether more rows are wanted.
  package func add(_ row: Element, isWanted: () -> Bool) throws -> Bool {
    let (consumer, isFull) = state.withLock { state in
      state.rows.append(row)
      return (state.consumer.take(), state.rows.count >= limit)
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
      guard state.rows.count >= limit, !state.isAbandoned else { return nil }
      let thread = BlockedThread<Void>()
      state.producer = thread
      return thread
    }
  }

  /// Records how reading ended.
  package func end(_ result: Result<Void, any Error>) {
    let consumer = state.withLock { state in
      state.end = result
      return state.consumer.take()
    }
    consumer?.resume()
  }

  /// Takes all buffered rows, waiting until there is one.
  ///
  /// - Returns: No rows at the end.
  package func take() async throws -> [Element] {
    while true {
      if let rows = try takeImmediately() { return rows }
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

  private func takeImmediately() throws -> [Element]? {
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

  /// Records that no one wants the rows anymore.
  package func abandon() {
    let (consumer, producer) = state.withLock { state in
      state.isAbandoned = true
      state.rows = []
      return (state.consumer.take(), state.producer.take())
    }
    consumer?.resume()
    producer?.resume(.success(()))
  }
}
