import DatabaseDependencies
public import Observation
import SQLiteDatabase
import Synchronization

/// The value of a property that is fetched from a database: what `@FetchAll`, `@FetchOne` and `@Fetch` hold.
///
/// Reading it is observed: by `withObservationTracking`, `observe { }` and views. Its subscription ends when it is let go.
///
/// State: the value with what is known of it, guarded by one mutex; observers are told outside of it. Results of a request
/// that was replaced are told apart by their link.
public final class FetchedValue<Value: Sendable>: Sendable, Observable {
  typealias Reading = LiveReading<Value>

  struct State {
    var reading: Reading
    var isLoading = false
    var loadError: (any Error)?
    /// What was fetched last; `nil` while the value is the default.
    var snapshot: LiveSnapshot?
    var request: LiveRequest<Value>?
    var link: FetchLink<Value>?
    /// Whether the database was closed.
    var isEnded = false
    var subscription: LiveSubscription?
    var followers: [ObjectIdentifier: LiveMailbox<Value>] = [:]
    /// What observers have not been told of yet.
    var changed: FetchedProperties = []
  }

  let state: Mutex<State>
  private let registrar = ObservationRegistrar()

  init(
    _ value: Value,
    _ request: LiveRequest<Value>?,
    from source: FetchSource,
    delivery: FetchDelivery
  ) {
    state = Mutex(State(reading: Reading(value: value), request: request))
    guard let request else { return }
    if delivery.fetchesAtOnce { fetchAtOnce(request, from: source) }
    _ = try? start(request, from: source, delivery.live)
  }
}

/// Properties that observers can be told of.
struct FetchedProperties: OptionSet, Sendable {
  let rawValue: UInt8
  static let value = FetchedProperties(rawValue: 1)
  static let isLoading = FetchedProperties(rawValue: 2)
  static let loadError = FetchedProperties(rawValue: 4)
}

// MARK: - Reading

extension FetchedValue {
  /// The value: the default until the first one has been fetched.
  public var value: Value {
    registrar.access(self, keyPath: \.value)
    return read { $0.reading.value }
  }

  /// Whether the first result of the query is on its way, or it is loaded again.
  public var isLoading: Bool {
    registrar.access(self, keyPath: \.isLoading)
    return read(\.isLoading)
  }

  /// Why the newest value could not be fetched; `nil` once it could.
  public var loadError: (any Error)? {
    registrar.access(self, keyPath: \.loadError)
    return read(\.loadError)
  }

  private func read<Property>(_ property: (State) -> Property) -> Property {
    var found: Property?
    LiveGate.pass { found = state.withLock { Optional(property($0)) } }
    return found ?? state.withLock { property($0) }
  }

  /// Tells observers of what has changed.
  func tellObservers() {
    let (changed, followers) = state.withLock { state in
      defer { state.changed = [] }
      return (state.changed, Array(state.followers.values))
    }
    if changed.contains(.value) { tell(\.value) }
    if changed.contains(.isLoading) { tell(\.isLoading) }
    if changed.contains(.loadError) { tell(\.loadError) }
    for follower in followers { follower.wake() }
  }

  private func tell<Property>(_ property: KeyPath<FetchedValue, Property>) {
    registrar.willSet(self, keyPath: property)
    registrar.didSet(self, keyPath: property)
  }
}

// MARK: - Fetching

extension FetchedValue {
  /// Watches another request; the value stays until its first result is there.
  ///
  /// - Returns: The subscription.
  /// - Throws: `DefaultDatabaseError`, which is the load error too.
  @discardableResult
  func start(
    _ request: LiveRequest<Value>,
    from source: FetchSource,
    _ delivery: LiveDelivery
  ) throws -> LiveSubscription {
    let link = FetchLink(self, source, delivery)
    let old = state.withLock { state in
      defer { state.subscription = nil }
      state.request = request
      state.link = link
      state.isLoading = true
      state.isEnded = false
      state.changed.insert(.isLoading)
      return state.subscription
    }
    old?.cancel()
    do {
      let database = try source.database()
      let engine = LiveQueryEngine.engine(of: database)
      let subscription = engine.subscribe(request, in: database, link)
      state.withLock { state in
        if state.link === link { state.subscription = subscription }
      }
      tellObservers()
      return subscription
    } catch {
      _ = store(.failure(error), from: link)
      tellObservers()
      throw error
    }
  }

  /// Fetches on this thread.
  private func fetchAtOnce(_ request: LiveRequest<Value>, from source: FetchSource) {
    do {
      let reading = try source.database().read { db in try request.read(db) }
      state.withLock { $0.reading = reading }
    } catch {
      state.withLock { $0.loadError = error }
    }
  }

  /// Reads the query again, and returns when the value is there.
  func load() async throws {
    let (request, link, subscription) = state.withLock { ($0.request, $0.link, $0.subscription) }
    guard let request else { return }
    if let subscription {
      state.withLock { state in
        state.isLoading = true
        state.changed.insert(.isLoading)
      }
      tellObservers()
      return try await subscription.reload()
    }
    let source = link?.source ?? FetchSource(nil)
    try await start(request, from: source, link?.delivery ?? LiveDelivery()).reload()
  }

  /// Watches another request, and returns when its first result is there.
  func load(
    _ request: LiveRequest<Value>,
    _ database: (any DatabaseReader)?,
    _ delivery: FetchDelivery?
  ) async throws -> FetchSubscription {
    let current = state.withLock { $0.link }
    let subscription = try start(
      request,
      from: database.map { FetchSource($0) } ?? current?.source ?? FetchSource(nil),
      delivery?.live ?? current?.delivery ?? FetchDelivery.automatic.live
    )
    let link = state.withLock { $0.link }
    let end = FetchSubscription { [weak self, weak link] in
      guard let link else { return }
      self?.stop(link)
    }
    try await subscription.reload()
    return end
  }

  /// Watches what another property watches.
  func adopt(_ other: FetchedValue) {
    guard other !== self else { return }
    let (request, link) = other.state.withLock { ($0.request, $0.link) }
    guard let request, let link else { return }
    _ = try? start(request, from: link.source, link.delivery)
  }

  /// Ends the subscription, unless another request is watched by now; the value stays.
  func stop(_ link: FetchLink<Value>) {
    let subscription = state.withLock { state -> LiveSubscription? in
      guard state.link === link else { return nil }
      defer { state.subscription = nil }
      return state.subscription
    }
    subscription?.cancel()
  }
}

// MARK: - Results

extension FetchedValue {
  /// Stores what the live query tells; observers are told later.
  func store(_ event: LiveEvent, from link: FetchLink<Value>) -> AnyObject {
    state.withLock { state in
      guard state.link === link else { return }
      state.store(event)
      for follower in state.followers.values { _ = follower.store(event) }
    }
    return self
  }

  /// Tells a mailbox of what is fetched, beginning with the newest value that was.
  func add(_ follower: LiveMailbox<Value>) {
    state.withLock { state in
      state.followers[ObjectIdentifier(follower)] = follower
      if let snapshot = state.snapshot { _ = follower.store(.result(snapshot)) }
      if state.isEnded { _ = follower.store(.end) }
    }
    follower.wake()
  }

  func remove(_ follower: LiveMailbox<Value>) {
    _ = state.withLock { $0.followers.removeValue(forKey: ObjectIdentifier(follower)) }
  }
}

extension FetchedValue.State {
  fileprivate mutating func store(_ event: LiveEvent) {
    if isLoading { changed.insert(.isLoading) }
    isLoading = false
    switch event {
    case .result(let snapshot):
      guard let new = snapshot.reading as? FetchedValue.Reading else { return }
      if request?.isSame(reading, new) != true { changed.insert(.value) }
      reading = new
      self.snapshot = snapshot
      tell(nil)
    case .failure(let error): tell(error)
    case .end:
      isEnded = true
      tell(DatabaseError(code: .closed, message: "The database was closed."))
    }
  }

  private mutating func tell(_ error: (any Error)?) {
    if error != nil || loadError != nil { changed.insert(.loadError) }
    loadError = error
  }
}

/// Joins a property and a live query, without keeping the property.
final class FetchLink<Value: Sendable>: LiveSink {
  private weak let property: FetchedValue<Value>?
  let source: FetchSource
  let delivery: LiveDelivery

  init(_ property: FetchedValue<Value>, _ source: FetchSource, _ delivery: LiveDelivery) {
    self.property = property
    self.source = source
    self.delivery = delivery
  }

  func store(_ event: LiveEvent) -> AnyObject? { property?.store(event, from: self) }

  func wake() { property?.tellObservers() }
}
