import Synchronization

/// The counts of rows that pages of the same rows share.
///
/// Counting the rows of a big table reads all of an index, and many pages may show the same table.
/// So one count runs at a time for a statement, with pauses that leave most of the time to other
/// work. A page that asks during a count gets the next one, because the running one may not see the
/// newest commit. A count is cancelled when all pages that wait for it have left.
///
/// State: the counts by statement, guarded by a mutex.
final class SharedCounts: Sendable {
  /// A number of rows, and the time that counting them took.
  typealias Count = (total: GridTotal, duration: Duration)

  /// A count that runs, or will run.
  private struct Run {
    let id: Int
    let task: Task<Count, any Error>
    /// The number of pages that wait for it.
    var waiting = 1
  }

  private struct Runs {
    /// The count that runs, or the last one.
    var current: Run?
    /// The count that begins after the current one and a pause.
    var next: Run?
    var earliest = ContinuousClock.now
  }

  private struct State {
    var statements: [String: Runs] = [:]
    var lastID = 0
  }

  private let state = Mutex(State())
  /// The pause after a count, as a multiple of the count's duration.
  private static let pause = 20

  /// Returns the number of rows that a statement has, as of this call or later.
  func count(
    _ statement: String,
    _ count: @escaping @Sendable () async throws -> GridTotal
  ) async throws -> Count {
    let run = join(statement, count)
    return try await withTaskCancellationHandler {
      try await run.task.value
    } onCancel: {
      leave(run.id, statement)
    }
  }

  /// The number of pages that wait for the next count of a statement, for tests.
  func waitingCount(_ statement: String) -> Int {
    state.withLock { $0.statements[statement]?.next?.waiting ?? 0 }
  }

  private func join(
    _ statement: String,
    _ count: @escaping @Sendable () async throws -> GridTotal
  ) -> Run {
    state.withLock { state in
      if let next = state.statements[statement]?.next {
        state.statements[statement]?.next?.waiting += 1
        return next
      }
      state.lastID += 1
      let (id, current) = (state.lastID, state.statements[statement]?.current)
      let task = Task {
        _ = await current?.task.result
        try await Task.sleep(until: self.earliest(statement))
        return try await self.run(id, statement, count)
      }
      let run = Run(id: id, task: task)
      state.statements[statement, default: Runs()].next = run
      return run
    }
  }

  private func leave(_ id: Int, _ statement: String) {
    state.withLock { state -> Task<Count, any Error>? in
      guard var runs = state.statements[statement] else { return nil }
      defer { state.statements[statement] = runs }
      if let next = runs.next, next.id == id {
        runs.next?.waiting -= 1
        guard next.waiting == 1 else { return nil }
        runs.next = nil
        return next.task
      }
      guard let current = runs.current, current.id == id else { return nil }
      runs.current?.waiting -= 1
      return current.waiting == 1 ? current.task : nil
    }?.cancel()
  }

  private func earliest(_ statement: String) -> ContinuousClock.Instant {
    state.withLock { $0.statements[statement]?.earliest ?? .now }
  }

  private func run(
    _ id: Int,
    _ statement: String,
    _ count: @Sendable () async throws -> GridTotal
  ) async throws -> Count {
    try begin(id, statement)
    let begin = ContinuousClock.now
    defer { end(statement, after: .now - begin) }
    let total = try await count()
    return (total, .now - begin)
  }

  /// Makes a count the current one: a page that asks from now on gets another one.
  ///
  /// - Throws: `CancellationError` if nobody waits for it any longer.
  private func begin(_ id: Int, _ statement: String) throws {
    try state.withLock { state in
      guard var runs = state.statements[statement], runs.next?.id == id else {
        throw CancellationError()
      }
      (runs.current, runs.next) = (runs.next, nil)
      state.statements[statement] = runs
    }
  }

  private func end(_ statement: String, after duration: Duration) {
    let now = ContinuousClock.now
    state.withLock { state in
      state.statements[statement]?.earliest = now + max(GridFeed.frame, duration * Self.pause)
      guard state.statements.count > 100 else { return }
      let remaining = state.statements.filter { $0.value.next != nil || $0.value.earliest > now }
      state.statements = remaining
    }
  }
}
