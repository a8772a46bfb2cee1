import LiveEngine
import Synchronization

/// Work that a test does when it wants to, in a time of its own.
///
/// State: the work, guarded by the mutex.
final class FakeScheduler: LiveScheduler {
  private struct State {
    var ready: [@Sendable () -> Void] = []
    var later: [(time: Duration, work: @Sendable () -> Void)] = []
    var now = Duration.zero
    var whileLingering: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  func run(_ work: @escaping @Sendable () -> Void) { state.withLock { $0.ready.append(work) } }

  func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.later.append(($0.now + delay, work)) }
  }

  /// What a test wants to come while the thread of an engine stays awake comes, once.
  func lingers(until condition: () -> Bool) -> Bool {
    let work = state.withLock { $0.whileLingering.take() }
    work?()
    return condition()
  }

  /// Sets what comes while the thread of an engine stays awake for the next commit.
  func setWhileLingering(_ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.whileLingering = work }
  }

  /// Whether that has come.
  var hasLingered: Bool { state.withLock { $0.whileLingering == nil } }

  /// Does the next thing.
  ///
  /// - Returns: Whether there was anything to do without waiting.
  @discardableResult
  func step() -> Bool {
    let work = state.withLock { $0.ready.isEmpty ? nil : $0.ready.removeFirst() }
    work?()
    return work != nil
  }

  /// Lets time pass until the next thing is to be done, and does it.
  ///
  /// - Returns: Whether there was anything.
  @discardableResult
  func wait() -> Bool {
    let work = state.withLock { state -> (@Sendable () -> Void)? in
      guard let next = state.later.indices.min(by: { state.later[$0].time < state.later[$1].time })
      else { return nil }
      let item = state.later.remove(at: next)
      state.now = max(state.now, item.time)
      return item.work
    }
    work?()
    return work != nil
  }

  /// Does all there is to do, and lets time pass for what is to be done later.
  ///
  /// - Returns: Whether nothing is left; what goes on for ever is given up.
  func settle() -> Bool {
    for _ in 0..<1_000 { if !step(), !wait() { return true } }
    return false
  }
}
