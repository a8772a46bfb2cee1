import DatabaseTypes
import Synchronization

/// The commits of all processes with their numbers, for the feeds of all tabs.
///
/// A hidden tab closes its stream. Commits are counted for an hour after the last stream that
/// listed them, so that a page that comes back can say how many it has missed.
///
/// State: the count, the receivers, and the subscription to the database, guarded by a mutex. A
/// task ends the subscription an hour after the last receiver; a new one cancels it.
final class CommitCounter: Sendable {
  typealias Receiver = @Sendable (_ changes: ListedChanges, _ count: Int) -> Void

  /// The count when a receiver was added.
  struct Beginning: Sendable, Hashable {
    /// The number of commits so far.
    var count: Int
    /// The count since which no commit was missed; earlier ones may not have been counted.
    var completeSince: Int
  }

  private struct State {
    var beginning = Beginning(count: 0, completeSince: 0)
    var receivers: [Int: Receiver] = [:]
    var lastID = 0
    /// The subscription to the database; it is made outside of the mutex.
    var source: (any Sendable)?
    var isCounting = false
    /// The number of the subscription, which may be replaced before it is made.
    var generation = 0
    var ending: Task<Void, Never>?
    var isClosed = false
  }

  private let patience: Duration
  private let subscribe: @Sendable (@escaping @Sendable (ChangeSet) -> Void) -> any Sendable
  private let state = Mutex(State())

  /// - Parameters:
  ///   - patience: The time for which commits are counted after the last receiver.
  ///   - subscribe: Calls a closure with each commit, in order, until the returned token is
  ///     released.
  init(
    patience: Duration = .seconds(3_600),
    _ subscribe: @escaping @Sendable (@escaping @Sendable (ChangeSet) -> Void) -> any Sendable
  ) {
    (self.patience, self.subscribe) = (patience, subscribe)
  }

  /// Calls a closure with each commit from now on, until the returned token is released.
  ///
  /// - Returns: The token, and the number of commits before the first one that it gets.
  func add(_ receive: @escaping Receiver) -> (token: any Sendable, beginning: Beginning) {
    let (id, beginning, generation) = state.withLock { state -> (Int, Beginning, Int?) in
      state.ending?.cancel()
      state.ending = nil
      state.lastID += 1
      state.receivers[state.lastID] = receive
      let begins = !state.isCounting && !state.isClosed
      if begins {
        state.isCounting = true
        state.generation += 1
        state.beginning.completeSince = state.beginning.count
      }
      return (state.lastID, state.beginning, begins ? state.generation : nil)
    }
    if let generation { begin(generation) }
    return (Receiving(counter: self, id: id), beginning)
  }

  private func begin(_ generation: Int) {
    let source = subscribe { [weak self] changes in self?.receive(changes) }
    state.withLock { state in
      // It may have been ended in the meantime.
      if state.isCounting, state.generation == generation { state.source = source }
    }
  }

  private func receive(_ changes: ChangeSet) {
    let (receivers, count) = state.withLock { state in
      state.beginning.count += 1
      return (Array(state.receivers.values), state.beginning.count)
    }
    if receivers.isEmpty { return }
    let listed = ListedChanges(changes)
    for receiver in receivers { receiver(listed, count) }
  }

  private func remove(_ id: Int) {
    state.withLock { state in
      state.receivers[id] = nil
      guard state.receivers.isEmpty, state.isCounting else { return }
      state.ending = Task { [weak self, patience] in
        try? await Task.sleep(for: patience)
        self?.end()
      }
    }
  }

  /// Ends the subscription, unless there is a new receiver.
  private func end() {
    let source = state.withLock { state -> (any Sendable)? in
      guard state.receivers.isEmpty, !Task.isCancelled else { return nil }
      return Self.takeSource(&state)
    }
    // Releasing it ends the subscription, which may wait for a call of the closure.
    withExtendedLifetime(source) {}
  }

  /// Ends the subscription for good.
  func close() {
    let source = state.withLock { state -> (any Sendable)? in
      state.isClosed = true
      state.ending?.cancel()
      return Self.takeSource(&state)
    }
    withExtendedLifetime(source) {}
  }

  /// Whether commits are counted.
  var isCounting: Bool { state.withLock { $0.isCounting } }

  private static func takeSource(_ state: inout State) -> (any Sendable)? {
    defer { (state.source, state.isCounting, state.ending) = (nil, false, nil) }
    return state.source
  }

  /// The reference to a receiver.
  private final class Receiving: Sendable {
    let counter: CommitCounter
    let id: Int

    init(counter: CommitCounter, id: Int) { (self.counter, self.id) = (counter, id) }

    deinit { counter.remove(id) }
  }
}
