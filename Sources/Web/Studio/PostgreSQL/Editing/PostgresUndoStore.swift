import Synchronization

/// The studio's own changes on PostgreSQL, each with the changes that undo it.
///
/// The effects of triggers are not undone.
///
/// State: the changes by their names, guarded by a mutex.
final class PostgresUndoStore: Sendable {
  private struct State {
    var count = 0
    var names: [String] = []
    var changes: [String: [StagedChange]] = [:]
  }

  private static let limit = 200
  private let state = Mutex(State())

  /// Keeps the changes that undo others; the oldest are removed.
  ///
  /// - Returns: The name by which they can be undone.
  func add(_ changes: [StagedChange]) -> String {
    state.withLock { state in
      state.count += 1
      let name = "u\(state.count)"
      state.names.append(name)
      state.changes[name] = changes
      if state.names.count > Self.limit { state.changes[state.names.removeFirst()] = nil }
      return name
    }
  }

  /// The changes that undo others; `nil` if they were already undone or removed.
  func changes(_ name: String) -> [StagedChange]? { state.withLock { $0.changes[name] } }

  func remove(_ name: String) { state.withLock { $0.changes[name] = nil } }
}
