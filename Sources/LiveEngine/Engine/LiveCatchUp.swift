public import DatabaseTypes
import IncrementalQueries
import Synchronization

/// Somebody who waits until live queries show what was committed before.
struct LiveCatchUp: Sendable {
  /// The queries that may not show it yet, each with the last commit that was told before; `nil` for a query of which it was not
  /// known what touches it.
  var queries: [Int: Int?]
  let waiter: LoadWaiter
}

/// Live queries that did not show in time what was committed.
public struct LiveQueriesBehind: Sendable, Hashable, _DescribedError {
  /// The SQL of those that have not been read, with `?` in place of values; none where all have been, but the main actor has
  /// not told it.
  public let queries: [String]
  /// How long was waited.
  public let limit: Duration

  /// What did not catch up, and what to look for.
  public var description: String {
    let what =
      queries.isEmpty
      ? "All live queries were read, but the main actor was too busy to show it: look for what blocks it."
      : "These live queries were not read: \(queries.joined(separator: "; ")). Look for what keeps them from being read: "
        + "a slow query, or an access that does not end."
    return "The live queries did not show within \(limit) what was committed. " + what
  }
}

// MARK: - Waiting

extension LiveQueryEngine {
  /// Returns when the live queries show what has been told so far, and all have been told of that, also on the main actor.
  ///
  /// A query that cannot be read has shown that, and one that ends is not waited for.
  ///
  /// - Parameters:
  ///   - number: Of the queries that wait to be read again, waits for those alone that commits with greater numbers touch.
  ///   - limit: How long to wait; for as long as it takes unless given.
  /// - Throws: ``LiveQueriesBehind``, or `CancellationError`.
  package func catchUp(after number: Int? = nil, within limit: Duration? = nil) async throws {
    let waiter = LoadWaiter()
    let (id, isCaughtUp, source) = state.withLock { state in
      let (id, isCaughtUp) = state.add(waiter, after: number)
      return (id, isCaughtUp, state.hasWork ? state.source : nil)
    }
    defer { _ = state.withLock { $0.catchUps.removeValue(forKey: id) } }
    if isCaughtUp { tell([waiter]) }
    if !isCaughtUp, let source { refreshSoon(source, isUrgent: true) }
    // Ends with the wait.
    let alarm = limit.map { limit in
      Task.detached { [weak self] in
        try await Task.sleep(for: limit)
        if let self { waiter.resume(.failure(self.behind(id, limit))) }
      }
    }
    defer { alarm?.cancel() }
    try await waiter.wait()
  }

  private func behind(_ id: Int, _ limit: Duration) -> LiveQueriesBehind {
    let cores = state.withLock { state in
      (state.catchUps[id]?.queries ?? [:]).keys.sorted().compactMap { state.queries[$0]?.core }
    }
    return LiveQueriesBehind(queries: cores.map(\.text), limit: limit)
  }

  /// The results of a publication have been told to all who are told at once.
  func didPublish(_ results: [LiveQueryResult]) {
    let caughtUp = state.withLock { state in
      state.publishing = []
      return state.takeCaughtUp(by: results)
    }
    tell(caughtUp)
  }

  /// Wakes those who have waited, once all have been told that are told on the main actor.
  func tell(_ waiters: [LoadWaiter]) {
    for waiter in waiters { stage.whenTold { waiter.resume(.success(())) } }
  }
}

// MARK: - What is waited for

/// How far a query is that somebody waits for.
private enum CatchUpProgress {
  case shown
  /// It may not show all commits up to a number yet, which is `nil` as long as it has not been read.
  case behind(Int?)
}

extension LiveQueryEngine.State {
  /// Notes who waits, and for which queries: those that are to be read, are being read, or are being told of.
  ///
  /// - Returns: The number of who waits, and whether there is nothing to wait for but the main actor.
  fileprivate mutating func add(_ waiter: LoadWaiter, after number: Int?) -> (Int, Bool) {
    markTouched()
    var queries: [Int: Int?] = [:]
    func note(_ id: Int) { queries[id] = .some(registry.contains(id) ? lastNumber : nil) }
    for (id, mark) in marked where isAwaited(id, mark, after: number) { note(id) }
    // What is being read may turn out to read more than it is known to, and is read again then.
    for run in running.values { note(run.id) }
    for run in publishing { note(run.id) }
    let id = nextID()
    if !queries.isEmpty { catchUps[id] = LiveCatchUp(queries: queries, waiter: waiter) }
    return (id, queries.isEmpty)
  }

  /// Whether somebody waits for a query, of which it may not be known yet what touches it.
  private func isAwaited(_ id: Int, _ mark: LiveQueryMark, after number: Int?) -> Bool {
    guard let number else { return true }
    return mark.hasChanges(after: number) || mark.cause == .initial || !registry.contains(id)
  }

  /// Takes out who has waited for results that have been published.
  fileprivate mutating func takeCaughtUp(by results: [LiveQueryResult]) -> [LoadWaiter] {
    if catchUps.isEmpty { return [] }
    return takeCaughtUp { state, id, number in
      guard let result = results.first(where: { $0.run.id == id }) else { return .behind(number) }
      return state.progress(of: result, upTo: number)
    }
  }

  /// Takes out who has waited for a query that is there no more.
  mutating func takeCaughtUp(byEndOf query: Int) -> [LoadWaiter] {
    takeCaughtUp { _, id, number in id == query ? .shown : .behind(number) }
  }

  /// Takes out all who wait.
  mutating func takeAllCatchUps() -> [LoadWaiter] {
    defer { catchUps = [:] }
    return catchUps.values.map(\.waiter)
  }

  private mutating func takeCaughtUp(
    _ progress: (_ state: Self, _ query: Int, _ number: Int?) -> CatchUpProgress
  ) -> [LoadWaiter] {
    var waiters: [LoadWaiter] = []
    for (id, catchUp) in catchUps {
      var missing: [Int: Int?] = [:]
      for (query, number) in catchUp.queries {
        guard case .behind(let number) = progress(self, query, number) else { continue }
        missing[query] = .some(number)
      }
      catchUps[id]?.queries = missing
      if missing.isEmpty, let done = catchUps.removeValue(forKey: id) {
        waiters.append(done.waiter)
      }
    }
    return waiters
  }

  /// Whether a result shows all commits up to a number, as far as they touch the query; where that is not known, up to the last one
  /// that was told before it was read.
  ///
  /// What it does not show is left as a mark. A failure shows that it failed.
  private func progress(of result: LiveQueryResult, upTo number: Int?) -> CatchUpProgress {
    let number = number ?? result.number
    if running[result.run.id] != nil { return .behind(number) }
    guard case .success = result.outcome.loaded, let mark = marked[result.run.id] else {
      return .shown
    }
    return result.number >= number && mark.isOnly(after: number) ? .shown : .behind(number)
  }
}
