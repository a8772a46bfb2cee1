public import DatabaseTypes
import IncrementalQueries
import Synchronization

/// A task that waits until live queries show everything committed before.
struct SyncPoint: Sendable {
  /// The queries that may be behind, each with the last commit reported before the wait.
  ///
  /// The commit is `nil` for a query whose tables were not known.
  var queries: [Int: Int?]
  let waiter: LoadWaiter
}

/// An error that reports live queries that did not catch up in time.
public struct LiveQueriesBehind: Sendable, Hashable, _SelfDescribingError {
  /// The SQL of the queries that have not been read, with `?` in place of values.
  ///
  /// It is empty if all have been read, but the main actor has not shown it.
  public let queries: [String]
  /// The time limit of the wait.
  public let limit: Duration

  /// The queries that did not catch up, and what to look for.
  public var description: String {
    let what =
      queries.isEmpty
      ? "All live queries were read, but the main actor was too busy to show the results: find out what blocks it."
      : "These live queries were not read: \(queries.joined(separator: "; ")). Find out what prevents reading "
        + "them: a slow query, or an access that does not end."
    return "The live queries did not catch up within \(limit). " + what
  }
}

// MARK: - Waiting

extension LiveQueryEngine {
  /// Waits until the live queries show all reported commits, and their subscribers have been
  /// notified.
  ///
  /// This includes subscribers on the main actor. A query that cannot be read counts as caught up
  /// once its error is shown, and a query that ends is not waited for.
  ///
  /// - Parameters:
  ///   - number: If given, of the queries that are marked to be read again, waits only for those
  ///     that commits with greater numbers touch.
  ///   - limit: The longest time to wait; unlimited by default.
  /// - Throws: ``LiveQueriesBehind``, or `CancellationError`.
  package func catchUp(after number: Int? = nil, within limit: Duration? = nil) async throws {
    let waiter = LoadWaiter()
    let (id, isCaughtUp, source) = state.withLock { state in
      let (id, isCaughtUp) = state.add(waiter, after: number)
      return (id, isCaughtUp, state.hasWork ? state.source : nil)
    }
    defer { _ = state.withLock { $0.syncPoints.removeValue(forKey: id) } }
    if isCaughtUp { wake([waiter]) }
    if !isCaughtUp, let source { refreshSoon(source, isUrgent: true) }
    // The task ends with the wait.
    let alarm = limit.map { limit in
      Task.detached { [weak self] in
        try await Task.sleep(for: max(limit.clamped, .zero))
        if let self { waiter.resume(.failure(self.behind(id, limit))) }
      }
    }
    defer { alarm?.cancel() }
    try await waiter.wait()
  }

  private func behind(_ id: Int, _ limit: Duration) -> LiveQueriesBehind {
    let cores = state.withLock { state in
      (state.syncPoints[id]?.queries ?? [:]).keys.sorted().compactMap { state.queries[$0]?.core }
    }
    return LiveQueriesBehind(queries: cores.map(\.text), limit: limit)
  }

  /// Handles that a publication's results have been delivered to all immediate subscribers.
  func didPublish(_ refreshes: [QueryRefresh]) {
    let caughtUp = state.withLock { state in
      state.publishing = []
      return state.takeCaughtUp(by: refreshes)
    }
    wake(caughtUp)
  }

  /// Wakes waiting tasks once subscribers on the main actor have been notified.
  func wake(_ waiters: [LoadWaiter]) {
    for waiter in waiters { publisher.whenNotified { waiter.resume(.success(())) } }
  }
}

// MARK: - Waiters

/// The progress of a query that somebody waits for.
private enum CatchUpProgress {
  case shown
  /// It may not show all commits up to a number yet; `nil` as long as it has not been read.
  case behind(Int?)
}

extension LiveQueryEngine.State {
  /// Adds a waiter for the queries that are to be read, are being read, or are being published.
  ///
  /// - Returns: The id of the waiter, and whether there is nothing to wait for except the main
  ///   actor.
  fileprivate mutating func add(_ waiter: LoadWaiter, after number: Int?) -> (Int, Bool) {
    markTouched()
    var queries: [Int: Int?] = [:]
    func note(_ id: Int) { queries[id] = .some(registry.contains(id) ? lastNumber : nil) }
    for (id, mark) in marked where isAwaited(id, mark, after: number) { note(id) }
    // A query that is being read may turn out to read more than is known, and is read again then.
    for run in running.values { note(run.id) }
    for run in publishing { note(run.id) }
    let id = nextID()
    if !queries.isEmpty { syncPoints[id] = SyncPoint(queries: queries, waiter: waiter) }
    return (id, queries.isEmpty)
  }

  /// Returns whether a waiter has to wait for a query, whose tables may not be known yet.
  private func isAwaited(_ id: Int, _ mark: LiveQueryMark, after number: Int?) -> Bool {
    guard let number else { return true }
    return mark.hasChanges(after: number) || mark.cause == .initial || !registry.contains(id)
  }

  /// Removes and returns the waiters that have waited for published results.
  fileprivate mutating func takeCaughtUp(by refreshes: [QueryRefresh]) -> [LoadWaiter] {
    if syncPoints.isEmpty { return [] }
    return takeCaughtUp { state, id, number in
      guard let refresh = refreshes.first(where: { $0.run.id == id }) else {
        return .behind(number)
      }
      return state.progress(of: refresh, upTo: number)
    }
  }

  /// Removes and returns the waiters that have waited for a query that no longer exists.
  mutating func takeCaughtUp(byEndOf query: Int) -> [LoadWaiter] {
    takeCaughtUp { _, id, number in id == query ? .shown : .behind(number) }
  }

  /// Removes and returns all waiters.
  mutating func takeAllSyncPoints() -> [LoadWaiter] {
    defer { syncPoints = [:] }
    return syncPoints.values.map(\.waiter)
  }

  private mutating func takeCaughtUp(
    _ progress: (_ state: Self, _ query: Int, _ number: Int?) -> CatchUpProgress
  ) -> [LoadWaiter] {
    var waiters: [LoadWaiter] = []
    for (id, catchUp) in syncPoints {
      var missing: [Int: Int?] = [:]
      for (query, number) in catchUp.queries {
        guard case .behind(let number) = progress(self, query, number) else { continue }
        missing[query] = .some(number)
      }
      syncPoints[id]?.queries = missing
      if missing.isEmpty, let done = syncPoints.removeValue(forKey: id) {
        waiters.append(done.waiter)
      }
    }
    return waiters
  }

  /// Returns whether a result shows all commits up to a number that touch the query.
  ///
  /// If the number is not known, it is that of the last commit reported before the query was read.
  /// What a result does not show remains as a mark. A failure counts as shown.
  private func progress(of refresh: QueryRefresh, upTo number: Int?) -> CatchUpProgress {
    let number = number ?? refresh.number
    if running[refresh.run.id] != nil { return .behind(number) }
    guard case .success = refresh.loaded, let mark = marked[refresh.run.id] else {
      return .shown
    }
    return refresh.number >= number && mark.isOnly(after: number) ? .shown : .behind(number)
  }
}
