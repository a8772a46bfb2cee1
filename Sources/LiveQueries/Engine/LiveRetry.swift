import Dispatch
import SQLiteDatabase
import Synchronization

/// When a live query that could not be read is read again, though nothing has changed.
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

  /// Whether what caused an error may be over without a commit.
  static func canHelp(after error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return error is CancellationError }
    return passing.contains(error.code)
  }

  private static let passing: Set<DatabaseError.Code> = [
    .busy, .locked, .interrupted, .inputOutput, .outOfMemory, .full, .cannotOpen, .permission,
    .schemaChanged, .transactionAborted, .corrupt, .notADatabase, .other,
  ]
}

// MARK: - Planning

extension LiveQueryEngine {
  /// Plans to read queries again that could not be read.
  ///
  /// - Parameter failures: The queries, with how many failures in a row they have had.
  func planRetry(of failures: [Int: Int]) {
    guard let count = failures.values.min() else { return }
    let ids = Array(failures.keys)
    let delay = DispatchTimeInterval.microseconds(
      LiveRetry.delay(afterFailures: count).microseconds
    )
    queue.asyncAfter(deadline: .now() + delay) { [weak self] in
      self?.retry(ids)
    }
  }

  /// Reads the queries again that have not been read since.
  private func retry(_ ids: [Int]) {
    let database = state.withLock { state -> (any DatabaseWriter)? in
      for id in ids {
        guard let cause = state.queries[id]?.takeRetry() else { continue }
        if state.marked[id] == nil, state.running[id] == nil {
          state.marked[id] = LiveQueryMark(retryAfter: cause)
        }
      }
      return state.database
    }
    if let database { refreshSoon(database) }
  }
}
