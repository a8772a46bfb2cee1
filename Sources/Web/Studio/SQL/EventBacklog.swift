import Synchronization

/// The events of a feed that its client has not taken yet, in order; none is lost.
///
/// State: the events and the waiting tasks, guarded by a mutex.
final class EventBacklog: Sendable {
  private struct State {
    /// The members of the events' JSON.
    var events: [String] = []
    var unsentBytes = 0
    /// The number of events that were taken.
    var takenCount = 0
    var hasEnded = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  /// The number of waiting bytes from which on the producer waits.
  static let limit = 65_536
  private let state = Mutex(State())

  /// Adds an event.
  ///
  /// - Parameter members: The members of its JSON.
  /// - Returns: Its number.
  @discardableResult
  func add(_ members: String) -> Int {
    state.withLock { state in
      guard !state.hasEnded else { return state.takenCount }
      state.events.append(members)
      state.unsentBytes += members.utf8.count
      return state.takenCount + state.events.count - 1
    }
  }

  /// Takes the first event; `nil` if there is none.
  func take() -> (members: String, hasMore: Bool)? {
    let (event, waiters) = state.withLock { state in
      guard !state.events.isEmpty else {
        return (nil as (String, Bool)?, [] as [CheckedContinuation<Void, Never>])
      }
      let members = state.events.removeFirst()
      state.unsentBytes -= members.utf8.count
      state.takenCount += 1
      return ((members, !state.events.isEmpty), Self.takeWaiters(&state))
    }
    for waiter in waiters { waiter.resume() }
    return event
  }

  /// Waits until an event was taken, the task is cancelled, or the backlog is closed.
  func untilTaken(_ number: Int) async { await wait { $0.takenCount > number } }

  /// Waits until few bytes wait for the client; not if the task is cancelled, or nothing is sent
  /// any more.
  func untilThereIsRoom() async { await wait { $0.unsentBytes < Self.limit } }

  /// The number of tasks that wait, for tests.
  var waiterCount: Int { state.withLock { $0.waiters.count } }

  /// Removes all events, because nobody takes them.
  func end() {
    state.withLock { state in
      state.hasEnded = true
      state.events = []
      state.unsentBytes = 0
    }
    wake()
  }

  private static func takeWaiters(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
    defer { state.waiters = [] }
    return state.waiters
  }

  private func wake() {
    let waiters = state.withLock { Self.takeWaiters(&$0) }
    for waiter in waiters { waiter.resume() }
  }

  private func wait(until isMet: @escaping @Sendable (borrowing State) -> Bool) async {
    while !Task.isCancelled, !state.withLock({ $0.hasEnded || isMet($0) }) {
      await withTaskCancellationHandler {
        await untilNews(isMet)
      } onCancel: {
        wake()
      }
    }
  }

  private func untilNews(_ isMet: @escaping @Sendable (borrowing State) -> Bool) async {
    await withCheckedContinuation { continuation in
      let waits = state.withLock { state in
        guard !state.hasEnded, !isMet(state), !Task.isCancelled else { return false }
        state.waiters.append(continuation)
        return true
      }
      if !waits { continuation.resume() }
    }
  }
}
