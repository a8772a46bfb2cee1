import Observation
import Synchronization

/// Runs a closure, and runs it again when something observable that it read has changed.
///
/// ```swift
/// let token = observe { [weak self] in self?.label.text = "\(model.reminders.count)" }
/// ```
///
/// It runs on the main actor: the first time before this returns, later after what changed has changed.
///
/// - Parameter apply: What to run.
/// - Returns: The token, which ends it when it is cancelled or let go.
@MainActor
public func observe(_ apply: @escaping @MainActor @Sendable () -> Void) -> ObserveToken {
  let token = ObserveToken()
  token.run(apply)
  return token
}

/// Ends what ``observe(_:)`` began, when it is cancelled or let go.
public final class ObserveToken: Sendable {
  private let isEnded = Atomic<Bool>(false)
  /// Whether it is going to run again, and will see whatever changes until then.
  private let isScheduled = Atomic<Bool>(false)

  init() {}

  deinit { cancel() }

  /// Ends it: the closure does not run any more.
  public func cancel() { isEnded.store(true, ordering: .relaxed) }

  @MainActor
  func run(_ apply: @escaping @MainActor @Sendable () -> Void) {
    guard !isEnded.load(ordering: .relaxed) else { return }
    let reads = ObservedReads()
    withObservationTracking {
      ObservedReads.$current.withValue(reads) { apply() }
    } onChange: { [weak self] in
      self?.runSoon(apply)
    }
    if reads.areOutdated { runSoon(apply) }
  }

  private nonisolated func runSoon(_ apply: @escaping @MainActor @Sendable () -> Void) {
    guard !isScheduled.exchange(true, ordering: .sequentiallyConsistent) else { return }
    // Ends when the closure has run. What changes is told before it has changed, so that this comes later.
    Task { @MainActor [weak self] in
      self?.isScheduled.store(false, ordering: .sequentiallyConsistent)
      self?.run(apply)
    }
  }
}
