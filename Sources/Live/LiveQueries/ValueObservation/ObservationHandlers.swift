import LiveEngine

/// The closures that follow an observation's events, called in the order in which they were added.
struct ObservationHandlers<Value: Sendable>: Sendable {
  var willStart: [@Sendable () -> Void] = []
  var didReceive: [@Sendable (LiveReading<Value>) -> Void] = []
  var didFail: [@Sendable (any Error) -> Void] = []
  var didCancel: [@Sendable () -> Void] = []

  /// Returns the same handlers for an observation whose values are computed from these.
  func mapped<Other: Sendable>() -> ObservationHandlers<Other> {
    ObservationHandlers<Other>(
      willStart: willStart,
      didReceive: didReceive.map { receive in
        { @Sendable reading in
          if let base = reading.basis as? LiveReading<Value> { receive(base) }
        }
      },
      didFail: didFail,
      didCancel: didCancel
    )
  }
}

/// One run of an observation, which reports its end to the handlers once.
///
/// State: whether it has ended, in ``ObservationEnd``.
final class ObservationRun<Value: Sendable>: Sendable {
  private let handlers: ObservationHandlers<Value>
  private let end = ObservationEnd()

  init(_ handlers: ObservationHandlers<Value>) { self.handlers = handlers }

  deinit { cancel() }

  func start() { for handler in handlers.willStart { handler() } }

  func receive(_ reading: LiveReading<Value>) {
    for handler in handlers.didReceive { handler(reading) }
  }

  func fail(_ error: any Error) {
    guard end.isFirst() else { return }
    for handler in handlers.didFail { handler(error) }
  }

  func cancel() {
    guard end.isFirst() else { return }
    for handler in handlers.didCancel { handler() }
  }

  /// Ends the run without an event: the database was closed or can yield no other value.
  func finish() { _ = end.isFirst() }
}
