import Dispatch
import Synchronization

/// Wakes who waits for something to happen.
///
/// State: how often it rang and who waits, guarded by a mutex; those who wait are woken outside of it.
final class FuzzBell: Sendable {
  private struct State {
    var count = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  init() { ringLater() }

  /// Rings now and then, so that who waits for too long finds out.
  private func ringLater() {
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { [weak self] in
      self?.ring()
      self?.ringLater()
    }
  }

  func ring() {
    let waiters = state.withLock { state in
      state.count += 1
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until all is well.
  ///
  /// - Parameters:
  ///   - patience: How long.
  ///   - complaint: Tells what is not well yet.
  /// - Returns: What has not become well.
  func wait(
    _ patience: Duration,
    for complaint: () -> String?
  ) async -> String? {
    let deadline = ContinuousClock.now + patience
    while true {
      let heard = state.withLock { $0.count }
      guard let found = complaint() else { return nil }
      if ContinuousClock.now >= deadline { return found }
      await waitForRing(after: heard)
    }
  }

  private func waitForRing(after heard: Int) async {
    await withCheckedContinuation { continuation in
      let hasRung = state.withLock { state in
        guard state.count == heard else { return true }
        state.waiters.append(continuation)
        return false
      }
      if hasRung { continuation.resume() }
    }
  }
}
