import Synchronization

/// The times at which a live query that could not be read is read again, though nothing has changed.
///
/// Another connection's lock, an interruption, a file system that fails and memory that is short may be over a moment later.
/// So such a query is read again soon, and then less and less often; other errors stay until a commit mends them.
enum LiveRetry {
  private static let first = Duration.milliseconds(10)
  private static let mostDoublings = 9

  /// How long to wait after some number of failures in a row: 10 ms after the first one, at most 5.12 s.
  static func delay(afterFailures count: Int) -> Duration {
    first * (1 << min(max(count - 1, 0), mostDoublings))
  }
}

// MARK: - Planning

extension LiveQueryEngine {
  /// Plans to read queries again that could not be read.
  ///
  /// - Parameter failures: The queries, with how many failures in a row they have had.
  func planRetry(of failures: [Int: Int]) {
    guard let count = failures.values.min() else { return }
    let ids = Array(failures.keys)
    scheduler.run(after: LiveRetry.delay(afterFailures: count)) { [weak self] in
      self?.retry(ids)
    }
  }

  /// Reads the queries again that have not been read since.
  private func retry(_ ids: [Int]) {
    let source = state.withLock { state -> Source? in
      for id in ids {
        guard let cause = state.queries[id]?.takeRetry() else { continue }
        if state.marked[id] == nil, state.running[id] == nil {
          state.marked[id] = LiveQueryMark(retryAfter: cause)
        }
      }
      return state.source
    }
    if let source { refreshSoon(source) }
  }
}
