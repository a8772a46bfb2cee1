import Synchronization

/// The times at which a live query that could not be read is read again without a commit.
///
/// Another connection's lock, an interruption, a failing file system or a shortage of memory may be
/// over a moment later. So such a query is read again soon, and then less and less often; other
/// errors stay until a commit fixes them.
enum RetryDelay {
  private static let first = Duration.milliseconds(10)
  private static let maxDoublings = 9

  /// Returns the delay after a number of consecutive failures: 10 ms after the first, at most 5.12
  /// s.
  static func delay(afterFailures count: Int) -> Duration {
    first * (1 << min(max(count - 1, 0), maxDoublings))
  }
}

// MARK: - Planning

extension LiveQueryEngine {
  /// Schedules reading queries again that could not be read.
  ///
  /// - Parameter failures: The queries, with their numbers of consecutive failures.
  func planRetry(of failures: [Int: Int]) {
    guard let count = failures.values.min() else { return }
    let ids = Array(failures.keys)
    scheduler.run(after: RetryDelay.delay(afterFailures: count)) { [weak self] in
      self?.retry(ids)
    }
  }

  /// Reads the queries that have not been read since.
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
