import LiveEngine
import Synchronization

/// A link between a property and a live query that does not retain the property.
///
/// State: the cell, set once by the engine, guarded by a mutex.
final class FetchLink<Value: Sendable>: LiveSink {
  private weak let property: FetchedValue<Value>?
  let source: FetchSource
  let delivery: LiveDelivery
  /// Whether the first value is fetched on the first use, blocking the thread.
  let fetchesImmediately: Bool
  /// A small value for a property whose value is in the cell.
  let placeholder: LiveReading<Value>
  private let attached = Mutex<LiveCell<Value>?>(nil)
  /// The time in which the request is watched, with pauses.
  let lifetime: FetchLifetime

  init(
    _ property: FetchedValue<Value>,
    _ source: FetchSource,
    _ delivery: LiveDelivery,
    placeholder: LiveReading<Value>,
    fetchesImmediately: Bool = false,
    lifetime: FetchLifetime = FetchLifetime()
  ) {
    self.property = property
    self.lifetime = lifetime
    self.fetchesImmediately = fetchesImmediately
    self.source = source
    self.delivery = delivery
    self.placeholder = placeholder
  }

  /// The cell that holds the results; `nil` until the engine has attached it.
  var cell: LiveCell<Value>? { attached.withLock { $0 } }

  func attach(_ cell: LiveCell<Value>) { attached.withLock { $0 = cell } }

  func store(_ event: LiveEvent) -> AnyObject? { property?.store(event, from: self) }

  func wake() {
    guard let schedule = delivery.schedule else {
      property?.notifyObservers()
      return
    }
    schedule { [weak property] in property?.notifyObservers() }
  }
}

/// The time in which a property watches a request.
///
/// The links that follow one another while the request is paused and resumed share it.
final class FetchLifetime: Sendable {
  /// The end: another request is watched, or the property was released.
  let end = SubscriptionEnd()

  deinit { end.end() }
}
