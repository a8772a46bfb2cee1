import DatabaseDependencies
import Observation
import Synchronization

/// Runs a closure, and runs it again when something observable that it read has changed.
///
/// ```swift
/// let token = observe { [weak self] in self?.label.text = "\(model.reminders.count)" }
/// ```
///
/// It runs on the main actor: the first time before this returns, later after what changed has changed. A token that is not
/// kept ends it at once, which the error reporter is told: ``observe(for:_:)`` needs none.
///
/// - Parameter apply: What to run.
/// - Returns: The token, which ends it when it is cancelled or let go.
@MainActor
public func observe(
  file: String = #fileID,
  line: Int = #line,
  _ apply: @escaping @MainActor @Sendable () -> Void
) -> ObserveToken {
  let token = ObserveToken(LostToken.Report(file, line))
  token.run(apply)
  return token
}

/// Runs a closure, and runs it again when something observable that it read has changed, until an object goes.
///
/// ```swift
/// observe(for: self) { screen in screen.title = "\(screen.model.reminders.count) reminders" }
/// ```
///
/// It runs on the main actor: the first time before this returns, later after what changed has changed. The closure gets the
/// object, which it should not capture: it would never go. What the closure captures is let go at the first change after the
/// object's end.
///
/// - Parameters:
///   - owner: The object, which is not kept.
///   - apply: What to run.
/// - Returns: The token, which ends it before that, when it is cancelled; it need not be kept.
@MainActor
@discardableResult
public func observe<Owner: AnyObject>(
  for owner: Owner,
  _ apply: @escaping @MainActor @Sendable (Owner) -> Void
) -> ObserveToken {
  let token = ObserveToken(isOwned: true)
  token.run { [weak owner, weak token] in
    guard let owner else {
      token?.cancel()
      return
    }
    apply(owner)
  }
  return token
}

/// Ends what ``observe(_:)`` began, when it is cancelled or let go.
public final class ObserveToken: Sendable {
  private let isEnded = Atomic<Bool>(false)
  /// Whether it is going to run again, and will see whatever changes until then.
  private let isScheduled = Atomic<Bool>(false)
  /// Whether the code that made it has gone on, so that somebody keeps it.
  private let isKept = Atomic<Bool>(false)
  /// Whether it goes on until an object goes, without being kept.
  private let isOwned: Bool
  private let report: LostToken.Report?

  init(_ report: LostToken.Report? = nil, isOwned: Bool = false) {
    self.report = report
    self.isOwned = isOwned
  }

  deinit {
    let wasEnded = isEnded.exchange(true, ordering: .relaxed)
    guard !wasEnded, !isKept.load(ordering: .relaxed) else { return }
    report?(
      "`observe` ended at once, since its token was not kept. Keep it in a property, or name the object that it belongs to: "
        + "`observe(for: self) { … }`."
    )
  }

  /// Ends it: the closure does not run any more.
  public func cancel() { isEnded.store(true, ordering: .relaxed) }

  @MainActor
  func run(_ apply: @escaping @MainActor @Sendable () -> Void) {
    guard !isEnded.load(ordering: .relaxed) else { return }
    if report != nil, !isKept.load(ordering: .relaxed) { noteKept() }
    let reads = ObservedReads()
    // Who belongs to an object is kept by what it reads.
    let kept = isOwned ? self : nil
    withObservationTracking {
      ObservedReads.$current.withValue(reads) { apply() }
    } onChange: { [weak self] in
      (kept ?? self)?.runSoon(apply)
    }
    if reads.areOutdated { runSoon(apply) }
  }

  /// Whoever still has it when the main actor goes on to something else keeps it.
  @MainActor
  private func noteKept() {
    // Ends at once.
    Task { @MainActor [weak self] in self?.isKept.store(true, ordering: .relaxed) }
  }

  private nonisolated func runSoon(_ apply: @escaping @MainActor @Sendable () -> Void) {
    guard !isScheduled.exchange(true, ordering: .sequentiallyConsistent) else { return }
    let kept = isOwned ? self : nil
    // Ends when the closure has run. What changes is told before it has changed, so that this comes later.
    Task { @MainActor [weak self] in
      guard let token = kept ?? self else { return }
      token.isScheduled.store(false, ordering: .sequentiallyConsistent)
      token.run(apply)
    }
  }
}
