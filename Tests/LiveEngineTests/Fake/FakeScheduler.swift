import LiveEngine
import Synchronization

/// A scheduler whose work runs when a test wants it to, in its own time.
///
/// State: the work, guarded by the mutex.
final class FakeScheduler: LiveScheduler {
  private struct State {
    var ready: [@Sendable () -> Void] = []
    var later: [(time: Duration, work: @Sendable () -> Void)] = []
    var now = Duration.zero
    var whileLingering: (@Sendable () -> Void)?
    var spins = true
  }

  private let state = Mutex(State())
  private let start = ContinuousClock.now

  /// The time of the test: it passes only when the scheduler waits for later work.
  var now: ContinuousClock.Instant { start + state.withLock(\.now) }

  func run(_ work: @escaping @Sendable () -> Void) { state.withLock { $0.ready.append(work) } }

  func run(after delay: Duration, _ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.later.append(($0.now + delay, work)) }
  }

  func shouldSpin(for event: AwaitedCommit) -> Bool { state.withLock(\.spins) }

  /// Sets whether the engine's thread may stay awake for a commit.
  func setSpins(_ spins: Bool) { state.withLock { $0.spins = spins } }

  /// Runs, once, the work that a test set for while the engine's thread stays awake.
  @discardableResult
  func spin(for event: AwaitedCommit, until condition: () -> Bool) -> Bool {
    let work = state.withLock { $0.whileLingering.take() }
    work?()
    return condition()
  }

  /// Sets work that runs while the engine's thread stays awake for the next commit.
  func setWhileLingering(_ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.whileLingering = work }
  }

  /// Whether that work has run.
  var hasLingered: Bool { state.withLock { $0.whileLingering == nil } }

  /// Runs the next piece of work.
  ///
  /// - Returns: Whether there was work that needed no waiting.
  @discardableResult
  func step() -> Bool {
    let work = state.withLock { $0.ready.isEmpty ? nil : $0.ready.removeFirst() }
    work?()
    return work != nil
  }

  /// Advances the time to the next piece of work, and runs it.
  ///
  /// - Returns: Whether there was any work.
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

  /// Runs all work, and advances the time for work that is due later.
  ///
  /// - Returns: Whether nothing is left; gives up on work that never ends.
  func settle() -> Bool {
    for _ in 0..<1_000 { if !step(), !wait() { return true } }
    return false
  }
}
