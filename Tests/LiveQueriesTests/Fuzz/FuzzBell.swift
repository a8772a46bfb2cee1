import Dispatch
import LiveSQLTestSupport
import Synchronization

/// A bell that wakes those who wait for something to happen.
///
/// State: the number of rings and the waiters, guarded by a mutex; waiters are woken outside of it.
final class FuzzBell: Sendable {
  private struct State {
    var count = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  init() { ringLater() }

  /// Rings now and then, so that a waiter notices that it has waited too long.
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

  /// Waits until there is no complaint.
  ///
  /// - Parameters:
  ///   - patience: How long to wait.
  ///   - complaint: Returns what is still wrong.
  /// - Returns: The last complaint, if it has not gone away in time.
  func wait(
    _ patience: FuzzPatience,
    for complaint: () -> String?
  ) async -> String? {
    switch patience {
    case .hang: await waitAsTestsDo(for: complaint)
    case .beats(let metronome, let count): await metronome.wait(count, for: complaint)
    }
  }

  private func waitAsTestsDo(for complaint: () -> String?) async -> String? {
    let deadline = ContinuousClock.now + .hang
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
