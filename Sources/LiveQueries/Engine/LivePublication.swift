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
    /// Whether the cells do not show it yet.
    var isNew = false
  }

  private var toWake: [any LiveSink] = []
  private var kept: [AnyObject] = []
  private var isForMainActor = false

  /// Makes visible what is new for those who want it at once, in one step; queues it for those on the main actor.
  func store(_ deliveries: [Delivery]) {
    var forMainActor: [GateStep] = []
    var now: [GateStep] = []
    for delivery in deliveries {
      let mainSinks = delivery.sinks.filter(\.delivery.isOnMainActor)
      if delivery.isNew, case .result(let snapshot) = delivery.event {
        now.append(.show(delivery.core, snapshot))
        if !mainSinks.isEmpty { forMainActor.append(.show(delivery.core, snapshot)) }
      }
      for sink in delivery.sinks where !sink.delivery.isOnMainActor {
        now.append(.tell(sink, delivery.event))
        toWake.append(sink)
      }
      for sink in mainSinks { forMainActor.append(.tell(sink, delivery.event)) }
    }
    if !forMainActor.isEmpty {
      isForMainActor = true
      LiveMainQueue.append(forMainActor)
    }
    kept += Self.run(now, onMainActor: false)
  }

  /// Wakes who waits, then calls a closure once all have been woken, also those on the main actor.
  func wake(then done: @escaping @Sendable () -> Void = {}) {
    for sink in toWake { sink.wake() }
    guard isForMainActor else { return done() }
    LiveMainQueue.drainSoon(then: done)
  }

  fileprivate static func run(_ steps: [GateStep], onMainActor: Bool) -> [AnyObject] {
    var kept: [AnyObject] = []
    LiveGate.pass {
      for step in steps {
        switch step {
        case .show(let core, let snapshot):
          guard let change = snapshot.change else { continue }
          core.show(change, version: snapshot.version, onMainActor: onMainActor)
        case .tell(let sink, let event):
          if let object = sink.store(event) { kept.append(object) }
        }
      }
    }
    return kept
  }
}

/// One thing to do while the gate is closed.
private enum GateStep: Sendable {
  case show(any AnyLiveQueryCore, LiveSnapshot)
  case tell(any LiveSink, LiveEvent)
}

/// Results that become visible on the main actor, in their order.
private enum LiveMainQueue {
  private struct State {
    var steps: [GateStep] = []
    var isScheduled = false
    var done: [@Sendable () -> Void] = []
  }

  private static let state = Mutex(State())

  static func append(_ steps: [GateStep]) { state.withLock { $0.steps += steps } }

  static func drainSoon(then done: @escaping @Sendable () -> Void) {
    let isNeeded = state.withLock { state in
      state.done.append(done)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    // Ends when the queue is empty.
    if isNeeded { Task { @MainActor in drain() } }
  }

  @MainActor
  private static func drain() {
    let taken = state.withLock { state in
      defer { state = State() }
      return state
    }
    let kept = LivePublication.run(taken.steps, onMainActor: true)
    var woken: Set<ObjectIdentifier> = []
    for case .tell(let sink, _) in taken.steps
    where woken.insert(ObjectIdentifier(sink)).inserted {
      if let perform = sink.delivery.performer { perform { sink.wake() } } else { sink.wake() }
    }
    for done in taken.done { done() }
    withExtendedLifetime(kept) {}
  }
}
