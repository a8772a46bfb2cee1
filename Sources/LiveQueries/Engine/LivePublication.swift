import Synchronization

/// The results of one moment on their way to those who are told of them.
///
/// Made before the engine's lock is taken and let go after it, since it keeps alive whom it has told.
final class LivePublication {
  typealias Delivery = (sinks: [any LiveSink], event: LiveEvent)

  private var toWake: [any LiveSink] = []
  private var kept: [AnyObject] = []
  private var isForMainActor = false

  /// Stores what is new with those who want it at once, in one step; queues it for those on the main actor.
  func store(_ deliveries: [Delivery]) {
    var forMainActor: [(any LiveSink, LiveEvent)] = []
    var now: [(any LiveSink, LiveEvent)] = []
    for (sinks, event) in deliveries {
      for sink in sinks {
        if sink.delivery.isOnMainActor {
          forMainActor.append((sink, event))
        } else {
          now.append((sink, event))
        }
      }
    }
    if !forMainActor.isEmpty {
      isForMainActor = true
      LiveMainQueue.append(forMainActor)
    }
    kept += Self.store(now)
    toWake = now.map(\.0)
  }

  /// Wakes who waits, then calls a closure once all have been woken, also those on the main actor.
  func wake(then done: @escaping @Sendable () -> Void = {}) {
    for sink in toWake { sink.wake() }
    guard isForMainActor else { return done() }
    LiveMainQueue.drainSoon(then: done)
  }

  fileprivate static func store(_ stores: [(any LiveSink, LiveEvent)]) -> [AnyObject] {
    var kept: [AnyObject] = []
    LiveGate.pass {
      for (sink, event) in stores { if let object = sink.store(event) { kept.append(object) } }
    }
    return kept
  }
}

/// Results that become visible on the main actor, in their order.
enum LiveMainQueue {
  private struct State {
    var stores: [(any LiveSink, LiveEvent)] = []
    var isScheduled = false
    var done: [@Sendable () -> Void] = []
  }

  private static let state = Mutex(State())

  static func append(_ stores: [(any LiveSink, LiveEvent)]) {
    state.withLock { $0.stores += stores }
  }

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
    let kept = LivePublication.store(taken.stores)
    var woken: Set<ObjectIdentifier> = []
    for (sink, _) in taken.stores where woken.insert(ObjectIdentifier(sink)).inserted {
      if let perform = sink.delivery.performer { perform { sink.wake() } } else { sink.wake() }
    }
    for done in taken.done { done() }
    withExtendedLifetime(kept) {}
  }
}
