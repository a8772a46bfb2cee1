import Synchronization

/// The results of one moment on their way to those who are told of them.
///
/// Made before the engine's lock is taken and let go after it, since it keeps alive whom it has told.
final class LivePublication {
  /// What a query tells.
  struct Delivery: Sendable {
    let core: any AnyLiveQueryCore
    let sinks: [any LiveSink]
    let event: LiveEvent

    /// What the cells do not show yet.
    fileprivate var show: GateStep? {
      guard case .result(let snapshot, let change?) = event else { return nil }
      return .show(core, change, version: snapshot.version)
    }
  }

  private let stage: LiveStage
  private var toWake: [any LiveSink] = []
  private var kept: [AnyObject] = []
  private var isForMainActor = false

  init(_ stage: LiveStage) { self.stage = stage }

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
          tells.append(.tell(sink, delivery.event))
        } else {
          now.append(.tell(sink, delivery.event))
          toWake.append(sink)
        }
      }
      if let show, !tells.isEmpty { forMainActor.append(show) }
      forMainActor += tells
    }
    if !forMainActor.isEmpty {
      isForMainActor = true
      stage.append(forMainActor)
    }
    kept += stage.run(now, onMainActor: false)
  }

  /// Wakes who waits, then calls a closure once all have been woken, also those on the main actor.
  func wake(then done: @escaping @Sendable () -> Void = {}) {
    for sink in toWake { sink.wake() }
    guard isForMainActor else { return done() }
    stage.drainSoon(then: done)
  }
}

/// One thing to do while the gate is closed.
fileprivate enum GateStep: Sendable {
  case show(any AnyLiveQueryCore, any Sendable, version: Int)
  case tell(any LiveSink, LiveEvent)
}

/// Where the results of an engine become visible: at once, or on the main actor in their order.
///
/// State: what waits for the main actor, guarded by a mutex.
final class LiveStage: Sendable {
  private struct State {
    var steps: [GateStep] = []
    var isScheduled = false
    var done: [@Sendable () -> Void] = []
  }

  let gate = LiveGate()
  private let state = Mutex(State())

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

  @MainActor
  private func drain() {
    let taken = state.withLock { state in
      defer { state = State() }
      return state
    }
    let kept = run(taken.steps, onMainActor: true)
    var woken: Set<ObjectIdentifier> = []
    for case .tell(let sink, _) in taken.steps
    where woken.insert(ObjectIdentifier(sink)).inserted {
      if let perform = sink.delivery.performer { perform { sink.wake() } } else { sink.wake() }
    }
    for done in taken.done { done() }
    withExtendedLifetime(kept) {}
  }

  /// Makes results visible in one step.
  ///
  /// - Returns: What must not be let go under the engine's lock.
  fileprivate func run(_ steps: [GateStep], onMainActor: Bool) -> [AnyObject] {
    var kept: [AnyObject] = []
    gate.pass {
      for step in steps {
        switch step {
        case .show(let core, let change, let version):
          core.show(change, version: version, onMainActor: onMainActor)
        case .tell(let sink, let event):
          if let object = sink.store(event) { kept.append(object) }
        }
      }
    }
    return kept
  }
}
