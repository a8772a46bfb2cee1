import PostgreSQLLive
import Synchronization

/// The commits that readers see.
///
/// The change stream reports a commit before readers see it. What is read in between is the state
/// before the commit, and no later report says so.
///
/// State: the tasks that wait for a commit, and the last commit that is known to be visible,
/// guarded by a mutex. While tasks wait, one task asks the server.
final class ShownCommits: Sendable {
  private struct State {
    var shown = 0
    var waiting: [(number: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var isAsking = false
  }

  private let queries: PostgresTextQueries
  private let state = Mutex(State())

  init(_ queries: PostgresTextQueries) { self.queries = queries }

  /// Waits until readers see a commit and all that were reported before it, or the server does not
  /// answer.
  func wait(for number: Int) async {
    await withCheckedContinuation { continuation in
      let (isShown, begins) = state.withLock { state in
        if number <= state.shown { return (true, false) }
        state.waiting.append((number, continuation))
        defer { state.isAsking = true }
        return (false, !state.isAsking)
      }
      if isShown { continuation.resume() }
      if begins { Task { await self.ask() } }
    }
  }

  private func ask() async {
    while true {
      let number = await queries.blocking { try? $0.shownNumber() }
      let (ready, isDone) = state.withLock { state in
        state.shown = max(state.shown, number ?? 0)
        let ready = state.waiting.filter { number == nil || $0.number <= state.shown }
        state.waiting.removeAll { number == nil || $0.number <= state.shown }
        state.isAsking = !state.waiting.isEmpty
        return (ready, state.waiting.isEmpty)
      }
      for waiting in ready { waiting.continuation.resume() }
      if isDone { return }
      try? await Task.sleep(for: .milliseconds(1))
    }
  }
}
