import DatabaseDependencies
import Observation
import Synchronization

/// Runs a closure, and runs it again after each change of something observable that it read.
///
/// ```swift
/// let token = observe { [weak self] in self?.label.text = "\(model.reminders.count)" }
/// ```
///
/// The closure runs on the main actor: first before this returns, later after the change has been
/// made. If the token is not kept, the observation ends at once, which is reported to the error
/// reporter; ``observe(for:_:)`` does not need its token kept.
///
/// - Parameter apply: The closure to run.
/// - Returns: The token, which ends the observation when it is cancelled or released.
@MainActor
public func observe(
  file: String = #fileID,
  line: Int = #line,
  _ apply: @escaping @MainActor @Sendable () -> Void
) -> ObserveToken {
  let token = ObserveToken(UnretainedToken.Report(file, line))
  token.run(apply)
  return token
}

/// Runs a closure, and again after each change of an observable it read, for an object's lifetime.
///
/// ```swift
/// observe(for: self) { screen in screen.title = "\(screen.model.reminders.count) reminders" }
/// ```
///
/// The closure runs on the main actor: first before this returns, later after the change has been
/// made. It receives the object and should not capture it, or the object would never be released.
/// What the closure captures is released at the first change after the object's end.
///
/// - Parameters:
///   - owner: The object, which is not retained.
///   - apply: The closure to run.
/// - Returns: The token, which ends the observation earlier when it is cancelled; it need not be
///   kept.
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

/// A token that ends the observation begun by `observe` when it is cancelled or released.
public final class ObserveToken: Sendable {
  private let isEnded = Atomic<Bool>(false)
  /// Whether another run is scheduled, which will see all changes made until then.
  private let isScheduled = Atomic<Bool>(false)
  /// Whether the caller has moved on while the token was still alive, so somebody keeps it.
  private let isRetained = Atomic<Bool>(false)
  /// Whether the observation lasts for an object's lifetime, without the token being kept.
  private let isOwned: Bool
  private let report: UnretainedToken.Report?

  init(_ report: UnretainedToken.Report? = nil, isOwned: Bool = false) {
    self.report = report
    self.isOwned = isOwned
  }

  deinit {
    let wasEnded = isEnded.exchange(true, ordering: .relaxed)
    guard !wasEnded, !isRetained.load(ordering: .relaxed) else { return }
    report?(
      "`observe` ended immediately because its token was not kept. Keep the token in a property, or tie it to "
        + "an object: "
        + "`observe(for: self) { … }`."
    )
  }

  /// Ends the observation: the closure does not run again.
  public func cancel() { isEnded.store(true, ordering: .relaxed) }

  @MainActor
  func run(_ apply: @escaping @MainActor @Sendable () -> Void) {
    guard !isEnded.load(ordering: .relaxed) else { return }
    if report != nil, !isRetained.load(ordering: .relaxed) { noteRetained() }
    let reads = ObservedReads()
    // A token that belongs to an object is retained by the observables it reads.
    let retained = isOwned ? self : nil
    withObservationTracking {
      ObservedReads.$current.withValue(reads) { apply() }
    } onChange: { [weak self] in
      (retained ?? self)?.runSoon(apply)
    }
    if reads.areOutdated { runSoon(apply) }
  }

  /// Marks the token as kept if it is still alive when the main actor gets to its next work.
  @MainActor
  private func noteRetained() {
    // The task ends at once.
    Task { @MainActor [weak self] in self?.isRetained.store(true, ordering: .relaxed) }
  }

  private nonisolated func runSoon(_ apply: @escaping @MainActor @Sendable () -> Void) {
    guard !isScheduled.exchange(true, ordering: .sequentiallyConsistent) else { return }
    let retained = isOwned ? self : nil
    // The task ends when the closure has run. Observation reports a change before it is made, so
    // the closure must run later.
    Task { @MainActor [weak self] in
      guard let token = retained ?? self else { return }
      token.isScheduled.store(false, ordering: .sequentiallyConsistent)
      token.run(apply)
    }
  }
}
