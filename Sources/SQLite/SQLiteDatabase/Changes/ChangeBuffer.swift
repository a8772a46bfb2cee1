import DatabaseTypes
import Synchronization

/// A buffer of change sets between the committing threads and the task that iterates over them.
///
/// Waking a task takes as long as a small commit. So a task that has caught up pauses briefly
/// before it suspends: of many commits in quick succession, only the first one wakes it, and the
/// others cost their writers next to nothing.
///
/// State: the change sets and the waiting tasks, guarded by a mutex. Waiting tasks are resumed
/// outside of it.
///
/// - Invariant: No task waits while there is a change set.
final class ChangeBuffer: Sendable {
  /// The duration for which a task that has caught up pauses.
  private static let pause = Duration.milliseconds(1)

  fileprivate typealias Waiting = CheckedContinuation<ChangeSet?, Never>

  fileprivate struct State {
    /// The change sets that were taken together, in reverse order.
    var taken: [ChangeSet] = []
    var added: [ChangeSet] = []
    var waiting: [Waiting] = []
    var isEnded = false
    var mayPause = false
  }

  private let state = Mutex(State())

  /// Adds a change set, and resumes the task if it is waiting.
  func add(_ changes: ChangeSet) {
    let waiting = state.withLock { state -> Waiting? in
      guard !state.isEnded else { return nil }
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.added.append(changes)
      return nil
    }
    waiting?.resume(returning: changes)
  }

  /// Ends the buffer: no change set is added anymore, but the existing ones can still be taken.
  func end() {
    let waiting = state.withLock { state in
      state.isEnded = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for task in waiting { task.resume(returning: nil) }
  }

  /// Returns the next change set, or `nil` after the last one or if the task is cancelled.
  func next() async -> ChangeSet? {
    if let next = take() { return next }
    if state.withLock({ $0.shouldPause() }) {
      try? await Task.sleep(for: Self.pause)
      if let next = take() { return next }
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0) }
    } onCancel: {
      end()
    }
  }

  private func take() -> ChangeSet? { state.withLock { $0.take() } }

  private func wait(_ task: Waiting) {
    let (isEnded, next) =
      state.withLock { state in
        if let next = state.take() { return (false, next) }
        if !state.isEnded { state.waiting.append(task) }
        return (state.isEnded, nil)
      } as (Bool, ChangeSet?)
    if isEnded || next != nil { task.resume(returning: next) }
  }
}

extension ChangeBuffer.State {
  /// Removes and returns the next change set, if there is one.
  fileprivate mutating func take() -> ChangeSet? {
    if taken.isEmpty {
      taken = added.reversed()
      added.removeAll(keepingCapacity: true)
    }
    guard let next = taken.popLast() else { return nil }
    mayPause = true
    return next
  }

  /// Returns whether change sets were taken since the last pause.
  fileprivate mutating func shouldPause() -> Bool {
    defer { mayPause = false }
    return mayPause && !isEnded
  }
}
