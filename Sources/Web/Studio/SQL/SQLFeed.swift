import Synchronization
import WebServer

/// The results of an SQL text: first of each statement, one after another, then the changes of the
/// live results.
///
/// State: the notification closure and the tasks, guarded by a mutex. The tasks end
/// when it is stopped.
final class SQLFeed: TabFeed {
  private struct State {
    var notify: @Sendable () -> Void = {}
    /// The task that runs the statements.
    var run: Task<Void, Never>?
    /// The tasks that follow the commits, one for each query.
    var following: [Task<Void, Never>] = []
    var hasStopped = false
  }

  private let request: SQLRequest
  private let statements: any StatementRun
  private let epoch: String
  private let backlog = EventBacklog()
  private let cached = CachedResults()
  private let state = Mutex(State())

  /// - Parameter statements: The statements of the request's text.
  init(_ request: SQLRequest, _ statements: any StatementRun, epoch: String) {
    (self.request, self.statements, self.epoch) = (request, statements, epoch)
  }

  func start(notify: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.notify = notify
      guard !state.hasStopped else { return }
      state.run = Task { [self] in follow(await statements.run(output)) }
    }
  }

  func cancel() { state.withLock { $0.run }?.cancel() }

  func stop() {
    let tasks = state.withLock { state in
      state.hasStopped = true
      state.notify = {}
      defer { (state.run, state.following) = (nil, []) }
      return [state.run].compactMap(\.self) + state.following
    }
    for task in tasks { task.cancel() }
    backlog.end()
  }

  func nextEvent(number: Int) async -> ServerEvent? {
    guard let (members, hasMore) = backlog.take() else { return nil }
    if hasMore { notify() }
    let name = request.subscription
    return ServerEvent(
      "result",
      id: "\(epoch)-\(name)-\(number)",
      data: "{\"s\":\(JSONText.string(name)),\"at\":\(number),\(members)}"
    )
  }

  private func notify() { state.withLock { $0.notify }() }

  private var output: StatementOutput {
    StatementOutput(request: request, backlog: backlog, cached: cached) { [weak self] in
      self?.notify()
    }
  }

  /// The whole value at a place of a result that the page has.
  ///
  /// - Throws: `RequestError` if it is not kept, or the page does not have the newest rows.
  func cell(_ place: CachedResults.Place) throws(RequestError) -> WireCell {
    try cached.cell(place)
  }
}

// MARK: - Following

extension SQLFeed {
  private func follow(_ queries: [any FollowedQuery]) {
    state.withLock { state in
      state.run = nil
      guard !state.hasStopped else { return }
      state.following = queries.map { query in Task { [self] in await follow(query) } }
    }
  }

  private func follow(_ query: any FollowedQuery) async {
    var query = query
    await query.follow { [self] members, statement in
      let number = output.send(members, showing: statement.rows, of: statement.index)
      // The commits in the meantime are one difference.
      await backlog.untilTaken(number)
      try await Task.sleep(for: .milliseconds(16))
    }
  }
}
