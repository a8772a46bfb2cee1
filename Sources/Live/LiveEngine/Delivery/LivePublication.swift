import Synchronization

/// The results of one snapshot on their way to their subscribers.
///
/// It is created before the engine's turn is taken and released after it, since it retains the
/// objects that it notifies and the results that are no longer shown.
final class LivePublication {
  private let publisher: LivePublisher
  private var toWake: [any AnyLiveSink] = []
  private var retained: [AnyObject] = []
  private var released: [any Sendable] = []
  private var isForMainActor = false
  private var failures: [FailedPatch] = []

  init(_ publisher: LivePublisher) { self.publisher = publisher }

  /// Creates results for the main actor for queries with subscribers there, and drops them for
  /// others.
  func apply(_ uses: [MainActorUse]) {
    for use in uses {
      if let old = use.core.setIsUsedOnMainActor(use.isUsed) { released.append(old) }
    }
  }

  /// Makes new results visible to immediate subscribers in one step, and queues them for the main
  /// actor.
  func store(_ steps: [PublicationStep]) {
    var forMainActor: [PublicationStep] = []
    var now: [PublicationStep] = []
    for step in steps {
      let onMainActor = step.sinks.filter { $0.delivery.isOnMainActor }
      if !onMainActor.isEmpty { forMainActor.append(step.notifying(onMainActor)) }
      let immediate =
        onMainActor.isEmpty
        ? step : step.notifying(step.sinks.filter { !$0.delivery.isOnMainActor })
      if immediate.change != nil || !immediate.sinks.isEmpty { now.append(immediate) }
      toWake += immediate.sinks
    }
    let passed = publisher.run(now, onMainActor: false)
    retained += passed.retained
    released += passed.released
    failures += passed.failures
    // A change that did not fit here does not fit there either.
    forMainActor.removeAll { step in passed.failures.contains { $0.isOf(step) } }
    if !forMainActor.isEmpty {
      isForMainActor = true
      publisher.append(forMainActor)
    }
  }

  /// Wakes subscribers, then calls a closure once all are woken, including those on the main actor.
  func wake(then done: @escaping @Sendable () -> Void = {}) {
    for sink in toWake { sink.wake() }
    publisher.report(failures)
    guard isForMainActor else { return done() }
    publisher.drainSoon(then: done)
  }
}

/// A change of whether a query has subscribers on the main actor.
struct MainActorUse: Sendable {
  let core: any AnyLiveQueryCore
  let isUsed: Bool
}

/// A patch that did not fit the result that it was meant to change.
struct FailedPatch: Sendable {
  let query: Int
  let version: Int
  let isOnMainActor: Bool
  let error: any Error

  /// Returns whether a step shows that result, or reports it.
  fileprivate func isOf(_ step: PublicationStep) -> Bool {
    guard case .result(let stamp, _) = step.event else { return false }
    return step.query == query && stamp.version == version
  }
}

/// The place where an engine's results become visible: at once, or in order on the main actor.
///
/// State: the steps that wait for the main actor, guarded by a mutex.
final class LivePublisher: Sendable {
  private struct State {
    var steps: [PublicationStep] = []
    var isScheduled = false
    /// The number of drains that have taken steps and not finished reporting them.
    var drainCount = 0
    var done: [@Sendable () -> Void] = []
  }

  let publicationLock = PublicationLock()
  private let state = Mutex(State())
  private let failed: @Sendable (FailedPatch) -> Void

  /// - Parameter failed: Called outside of the lock, for each patch that did not fit.
  init(whenPatchFails failed: @escaping @Sendable (FailedPatch) -> Void = { _ in }) {
    self.failed = failed
  }

  fileprivate func report(_ failures: [FailedPatch]) { for failure in failures { failed(failure) } }

  fileprivate func append(_ steps: [PublicationStep]) { state.withLock { $0.steps += steps } }

  fileprivate func drainSoon(then done: @escaping @Sendable () -> Void) {
    let isNeeded = state.withLock { state in
      state.done.append(done)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    // The task ends when the queue is empty.
    if isNeeded { Task { @MainActor in drain() } }
  }

  /// Calls a closure once everything stored so far has been reported on the main actor.
  ///
  /// If there is nothing to report, it is called at once.
  func whenNotified(_ done: @escaping @Sendable () -> Void) {
    let isIdle = state.withLock { $0.steps.isEmpty && !$0.isScheduled && $0.drainCount == 0 }
    if isIdle { done() } else { drainSoon(then: done) }
  }

  @MainActor
  private func drain() {
    let taken = state.withLock { state in
      defer { state = State(drainCount: state.drainCount + 1) }
      return state
    }
    let passed = run(taken.steps, onMainActor: true)
    var woken: Set<ObjectIdentifier> = []
    for step in taken.steps {
      for sink in step.sinks where woken.insert(ObjectIdentifier(sink)).inserted {
        if let perform = sink.delivery.performer { perform { sink.wake() } } else { sink.wake() }
      }
    }
    report(passed.failures)
    state.withLock { $0.drainCount -= 1 }
    for done in taken.done { done() }
    withExtendedLifetime(passed.retained) {}
    releaseInBackground(passed.released)
  }

  /// Releases results off the main actor, since that takes time proportional to their rows.
  private func releaseInBackground(_ released: [any Sendable]) {
    if released.isEmpty { return }
    // The task ends when they are released.
    Task.detached(priority: .utility) { withExtendedLifetime(released) {} }
  }

  /// Makes results visible in one step.
  ///
  /// If a patch does not fit, the old result stays, and the new one is not reported.
  fileprivate func run(_ steps: [PublicationStep], onMainActor: Bool) -> PublishedSteps {
    for step in steps {
      if let (change, version) = step.shown {
        change.prepare(version: version, onMainActor: onMainActor)
      }
    }
    var passed = PublishedSteps()
    publicationLock.pass { for step in steps { passed.take(step, onMainActor: onMainActor) } }
    return passed
  }
}

/// The outcome of steps that ran under the publication lock.
private struct PublishedSteps {
  /// The notified objects, which must not be released under the lock.
  var retained: [AnyObject] = []
  /// The results that are no longer shown.
  var released: [any Sendable] = []
  /// The patches that did not fit.
  var failures: [FailedPatch] = []

  mutating func take(_ step: PublicationStep, onMainActor: Bool) {
    if let (change, version) = step.shown {
      do {
        if let old = try change.show(version: version, onMainActor: onMainActor) {
          released.append(old)
        }
      } catch {
        failures.append(
          FailedPatch(query: step.query, version: version, isOnMainActor: onMainActor, error: error)
        )
      }
    }
    if failures.contains(where: { $0.isOf(step) }) { return }
    for sink in step.sinks {
      if let object = sink.store(step.event) { retained.append(object) }
    }
  }
}
