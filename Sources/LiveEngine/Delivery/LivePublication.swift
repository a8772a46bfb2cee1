import Synchronization

/// The results of one moment on their way to those who are told of them.
///
/// Made before the engine's turn is taken and let go after it, since it keeps alive whom it has told, and what is shown no
/// more.
final class LivePublication {
  /// The news of one query.
  struct Delivery: Sendable {
    /// The query.
    let id: Int
    /// What the cells do not show yet; `nil` where they show all.
    var change: (any ShownChange)?
    let sinks: [any AnyLiveSink]
    let event: LiveEvent

    fileprivate var show: GateStep? {
      guard case .result(let stamp, _) = event, let change else { return nil }
      return .show(change, version: stamp.version, query: id)
    }
  }

  private let stage: LiveStage
  private var toWake: [any AnyLiveSink] = []
  private var kept: [AnyObject] = []
  private var released: [any Sendable] = []
  private var isForMainActor = false
  private var failures: [FailedPatch] = []

  init(_ stage: LiveStage) { self.stage = stage }

  /// Has a result for the main actor where somebody is told there, and none where nobody is.
  func apply(_ uses: [MainActorUse]) {
    for use in uses {
      if let old = use.core.setIsUsedOnMainActor(use.isUsed) { released.append(old) }
    }
  }

  /// Makes visible what is new for those who want it at once, in one step; queues it for those on the main actor.
  func store(_ deliveries: [Delivery]) {
    var forMainActor: [GateStep] = []
    var now: [GateStep] = []
    for delivery in deliveries {
      let show = delivery.show
      if let show { now.append(show) }
      var tells: [GateStep] = []
      for sink in delivery.sinks {
        if sink.delivery.isOnMainActor {
          tells.append(.tell(sink, delivery.event, query: delivery.id))
        } else {
          now.append(.tell(sink, delivery.event, query: delivery.id))
          toWake.append(sink)
        }
      }
      if let show, !tells.isEmpty { forMainActor.append(show) }
      forMainActor += tells
    }
    let passed = stage.run(now, onMainActor: false)
    kept += passed.kept
    released += passed.released
    failures += passed.failures
    // What did not fit here does not fit there.
    forMainActor.removeAll { step in passed.failures.contains { $0.isOf(step) } }
    if !forMainActor.isEmpty {
      isForMainActor = true
      stage.append(forMainActor)
    }
  }

  /// Wakes who waits, then calls a closure once all have been woken, also those on the main actor.
  func wake(then done: @escaping @Sendable () -> Void = {}) {
    for sink in toWake { sink.wake() }
    stage.tell(failures)
    guard isForMainActor else { return done() }
    stage.drainSoon(then: done)
  }
}

/// Whether anybody is told of a query on the main actor.
struct MainActorUse: Sendable {
  let core: any AnyLiveQueryCore
  let isUsed: Bool
}

/// A patch that did not fit the result that it was to change.
struct FailedPatch: Sendable {
  let query: Int
  let version: Int
  let isOnMainActor: Bool
  let error: any Error

  /// Whether a step shows that result, or tells of it.
  fileprivate func isOf(_ step: GateStep) -> Bool {
    switch step {
    case .show(_, let version, let query): query == self.query && version == self.version
    case .tell(_, .result(let stamp, _), let query):
      query == self.query && stamp.version == version
    case .tell: false
    }
  }
}

/// One thing to do while the gate is closed.
private enum GateStep: Sendable {
  case show(any ShownChange, version: Int, query: Int)
  case tell(any AnyLiveSink, LiveEvent, query: Int)
}

/// The place where the results of an engine become visible: at once, or on the main actor in their order.
///
/// State: what waits for the main actor, guarded by a mutex.
final class LiveStage: Sendable {
  private struct State {
    var steps: [GateStep] = []
    var isScheduled = false
    /// How many have begun to tell what they have taken, and have not ended.
    var drainCount = 0
    var done: [@Sendable () -> Void] = []
  }

  let gate = LiveGate()
  private let state = Mutex(State())
  private let failed: @Sendable (FailedPatch) -> Void

  /// - Parameter failed: Called with the gate open for each patch that did not fit.
  init(whenPatchFails failed: @escaping @Sendable (FailedPatch) -> Void = { _ in }) {
    self.failed = failed
  }

  fileprivate func tell(_ failures: [FailedPatch]) { for failure in failures { failed(failure) } }

  fileprivate func append(_ steps: [GateStep]) { state.withLock { $0.steps += steps } }

  fileprivate func drainSoon(then done: @escaping @Sendable () -> Void) {
    let isNeeded = state.withLock { state in
      state.done.append(done)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    // Ends when the queue is empty.
    if isNeeded { Task { @MainActor in drain() } }
  }

  /// Calls a closure once all have been told that are to be told on the main actor of what has been stored; at once where
  /// there is nothing to tell.
  func whenTold(_ done: @escaping @Sendable () -> Void) {
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
    for case .tell(let sink, _, _) in taken.steps
    where woken.insert(ObjectIdentifier(sink)).inserted {
      if let perform = sink.delivery.performer { perform { sink.wake() } } else { sink.wake() }
    }
    tell(passed.failures)
    state.withLock { $0.drainCount -= 1 }
    for done in taken.done { done() }
    withExtendedLifetime(passed.kept) {}
    letGo(passed.released)
  }

  /// Lets results go, which takes as long as they have rows, while the main actor does other things.
  private func letGo(_ released: [any Sendable]) {
    if released.isEmpty { return }
    // Ends when they are gone.
    Task.detached(priority: .utility) { withExtendedLifetime(released) {} }
  }

  /// Makes results visible in one step.
  ///
  /// Where a patch does not fit, the result stays, and nobody is told of the new one.
  fileprivate func run(_ steps: [GateStep], onMainActor: Bool) -> PassedGate {
    for case .show(let change, let version, _) in steps {
      change.prepare(version: version, onMainActor: onMainActor)
    }
    var passed = PassedGate()
    gate.pass { for step in steps { passed.take(step, onMainActor: onMainActor) } }
    return passed
  }
}

/// What came of steps while the gate was closed.
private struct PassedGate {
  /// Whom it has told, who must not be let go meanwhile.
  var kept: [AnyObject] = []
  /// Results that are shown no more.
  var released: [any Sendable] = []
  /// What did not fit.
  var failures: [FailedPatch] = []

  mutating func take(_ step: GateStep, onMainActor: Bool) {
    switch step {
    case .show(let change, let version, let query):
      do {
        if let old = try change.show(version: version, onMainActor: onMainActor) {
          released.append(old)
        }
      } catch {
        failures.append(
          FailedPatch(query: query, version: version, isOnMainActor: onMainActor, error: error)
        )
      }
    case .tell(let sink, let event, _):
      if failures.contains(where: { $0.isOf(step) }) { return }
      if let object = sink.store(event) { kept.append(object) }
    }
  }
}
