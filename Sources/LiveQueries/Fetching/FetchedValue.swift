import DatabaseDependencies
import DatabaseTypes
import LiveEngine
public import Observation
import SQLiteDatabase
import Synchronization

/// The value of a property that is fetched from a database: what `@FetchAll`, `@FetchOne` and `@Fetch` hold.
///
/// Reading it is observed: by `withObservationTracking`, `observe { }` and views. Its subscription ends when it is let go.
///
/// State: the value with what is known of it, guarded by one mutex; observers are told outside of it. Results of a request
/// that was replaced are told apart by their link.
public final class FetchedValue<Value: Sendable>: Sendable, Observable, ChangeCounting {
  typealias Reading = LiveReading<Value>

  struct State: CellHolding {
    /// The value while no cell has one: the default, or what was fetched before.
    var kept: Reading
    /// Where the value is, which is changed in place as long as nobody else holds it.
    var cell: LiveCell<Value>?
    var isLoading = false
    var loadError: (any Error)?
    /// What is known of what was fetched last; `nil` while the value is the default.
    var stamp: ResultStamp?
    var request: QueryRequest<Value>?
    var link: FetchLink<Value>?
    /// Whether the value is one that the request had, though nothing has come of watching it yet.
    var isKnown = false
    /// Whether the database was closed.
    var isEnded = false
    var isPaused = false
    var subscription: LiveSubscription?
    var followers: [ObjectIdentifier: LiveMailbox<Value>] = [:]
    /// What observers have not been told of yet.
    var changed: FetchedProperties = []
  }

  let state: Mutex<State>
  private let changes = Atomic<Int>(0)
  /// Whether the request is not watched before the first use.
  private let waitsForUse: Atomic<Bool>
  /// The default.
  private let placeholder: Reading
  private let registrar = ObservationRegistrar()
  // A key path of a generic type is looked up each time that it is written.
  private let valuePath: any KeyPath<FetchedValue, Value> & Sendable = \FetchedValue.value
  private let isLoadingPath: any KeyPath<FetchedValue, Bool> & Sendable = \FetchedValue.isLoading
  private let loadErrorPath: any KeyPath<FetchedValue, (any Error)?> & Sendable =
    \FetchedValue.loadError

  init(
    _ value: Value,
    _ request: QueryRequest<Value>?,
    from source: FetchSource,
    delivery: FetchDelivery
  ) {
    placeholder = Reading(value: value)
    state = Mutex(State(kept: Reading(value: value), request: request))
    waitsForUse = Atomic(request != nil && delivery.beginsOnUse)
    guard let request else { return }
    if delivery.beginsOnUse {
      waitForUse(source, delivery)
    } else {
      let isKnown = delivery.fetchesAtOnce && fetchAtOnce(request, from: source)
      _ = try? start(request, from: source, delivery.live, isKnown: isKnown)
    }
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
    access(valuePath)
    return read { $0.reading.value }
  }

  /// The value and what is known of its rows; it is observed as the value is.
  var reading: LiveReading<Value> {
    access(valuePath)
    return read { $0.reading }
  }

  /// Whether the first result of the query is on its way, or it is loaded again.
  public var isLoading: Bool {
    access(isLoadingPath)
    return read { $0.isLoading }
  }

  /// Why the newest value could not be fetched; `nil` once it could.
  public var loadError: (any Error)? {
    access(loadErrorPath)
    return read { $0.loadError }
  }

  /// How often observers have been told of a change.
  var changeCount: Int { changes.load(ordering: .sequentiallyConsistent) }

  private func access<Property>(_ property: KeyPath<FetchedValue, Property>) {
    ObservedReads.current?.note(self)
    registrar.access(self, keyPath: property)
  }

  private func read<Property>(_ property: (State) -> Property) -> Property {
    state.withOpenGate { property($0) }
  }

  /// Tells observers of what has changed.
  func tellObservers() {
    let (changed, followers) = state.withLock { state in
      defer { state.changed = [] }
      return (state.changed, Array(state.followers.values))
    }
    if !changed.isEmpty { changes.add(1, ordering: .sequentiallyConsistent) }
    if changed.contains(.value) { tell(valuePath) }
    if changed.contains(.isLoading) { tell(isLoadingPath) }
    if changed.contains(.loadError) { tell(loadErrorPath) }
    for follower in followers { follower.wake() }
  }

  private func tell<Property>(_ property: KeyPath<FetchedValue, Property>) {
    registrar.willSet(self, keyPath: property)
    registrar.didSet(self, keyPath: property)
  }
}

// MARK: - Fetching

extension FetchedValue {
  /// Itself, for use: a request that waits for that is watched from now on.
  var used: FetchedValue {
    if waitsForUse.load(ordering: .relaxed) { begin() }
    return self
  }

  /// Remembers where its request is to be watched once it is used.
  private func waitForUse(_ source: FetchSource, _ delivery: FetchDelivery) {
    let link = FetchLink(
      self,
      source,
      delivery.live,
      placeholder: placeholder,
      fetchesAtOnce: delivery.fetchesAtOnce
    )
    state.withLock { state in
      state.link = link
      state.isLoading = true
    }
  }

  private func begin() {
    guard waitsForUse.exchange(false, ordering: .sequentiallyConsistent) else { return }
    let (request, link) = state.withLock { ($0.request, $0.link) }
    guard let request, let link else { return }
    let isKnown = link.fetchesAtOnce && fetchAtOnce(request, from: link.source)
    // An error is the load error.
    _ = try? start(request, from: link.source, link.delivery, isKnown: isKnown)
  }

  /// Watches another request; the value stays until its first result is there.
  ///
  /// - Parameter isKnown: Whether the value is the request's already.
  /// - Returns: The subscription.
  /// - Throws: `DefaultDatabaseError`, which is the load error too.
  @discardableResult
  func start(
    _ request: QueryRequest<Value>,
    from source: FetchSource,
    _ delivery: LiveDelivery,
    isKnown: Bool = false
  ) throws -> LiveSubscription {
    let link = FetchLink(self, source, delivery, placeholder: placeholder)
    let old = state.withOpenGate { state in
      state.keepValue()
      state.request = request
      state.link = link
      state.isKnown = isKnown
      state.isLoading = !isKnown
      state.isEnded = false
      state.isPaused = false
      state.changed.insert(.isLoading)
      return state.takeSubscription()
    }
    old?.cancel()
    do {
      let subscription = try source.database().subscribe(request, link)
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
  ///
  /// - Returns: Whether the value is that of the request.
  private func fetchAtOnce(
    _ request: QueryRequest<Value>,
    from source: FetchSource
  ) -> Bool {
    do {
      let reading = try source.database().read(request)
      state.withLock { $0.kept = reading }
      return true
    } catch let error as DatabaseError where error.code == .nestedAccess || error.code == .misuse {
      // Within another access one cannot wait for the database; the live query tells of any other misuse.
    } catch {
      state.withLock { $0.loadError = error }
    }
    return false
  }

  /// Reads the query again, and returns when the value is there.
  func load() async throws {
    let (request, link, subscription) = state.withLock { state in
      if state.subscription != nil {
        state.isLoading = true
        state.changed.insert(.isLoading)
      }
      return (state.request, state.link, state.subscription)
    }
    guard let request else { return }
    if let subscription {
      tellObservers()
      return try await subscription.reload()
    }
    let source = link?.source ?? FetchSource(nil)
    try await start(request, from: source, link?.delivery ?? LiveDelivery()).reload()
  }

  /// Watches another request, and returns when its first result is there.
  func load(
    _ request: QueryRequest<Value>,
    _ database: (any LiveDatabase)?,
    _ delivery: FetchDelivery?
  ) async throws -> FetchSubscription {
    let current = state.withLock { $0.link }
    let subscription = try start(
      request,
      from: database.map { FetchSource($0) } ?? current?.source ?? FetchSource(nil),
      delivery?.live ?? current?.delivery ?? FetchDelivery.automatic.live
    )
    let link = state.withLock { $0.link }
    let end = FetchSubscription(link?.end ?? FetchEnd()) { [weak self, weak link] in
      guard let link else { return }
      self?.stop(link)
    }
    do { try await subscription.reload() } catch let error as CancellationError {
      // Whoever is cancelled before the first result is there has nothing to end it with later.
      end.cancel()
      throw error
    }
    return end
  }

  /// Ends the subscription until ``resume()``; the value stays.
  func pause() {
    let subscription = state.withOpenGate { state -> LiveSubscription? in
      guard state.subscription != nil else { return nil }
      state.keepValue()
      state.isPaused = true
      return state.takeSubscription()
    }
    subscription?.cancel()
  }

  /// Watches again what was watched before ``pause()``.
  func resume() {
    let (isPaused, request, link) = state.withLock { state in
      defer { state.isPaused = false }
      return (state.isPaused, state.request, state.link)
    }
    guard isPaused, let request, let link else { return }
    // An error is the load error.
    _ = try? start(request, from: link.source, link.delivery)
  }

  /// Watches what another property watches.
  func adopt(_ other: FetchedValue) {
    guard other !== self else { return }
    let (request, link, known) = other.state.withOpenGate { ($0.request, $0.link, $0.known) }
    guard let link else { return }
    if let known { show(known) }
    guard let request else { return stop() }
    _ = try? start(request, from: link.source, link.delivery, isKnown: known != nil)
  }

  /// Shows what another property has fetched already, until the first result is there.
  private func show(_ reading: Reading) {
    state.withOpenGate { state in
      state.keepValue()
      if !state.isSame(state.kept, reading) { state.changed.insert(.value) }
      state.kept = reading
    }
  }

  /// Ends the subscription, unless another request is watched by now; the value stays, and nothing is watched any more.
  ///
  /// - Parameter link: That of the subscription; whichever there is unless given.
  func stop(_ link: FetchLink<Value>? = nil) {
    let subscription = state.withOpenGate { state -> LiveSubscription? in
      guard link == nil || state.link === link else { return nil }
      state.keepValue()
      state.request = nil
      if state.isLoading { state.changed.insert(.isLoading) }
      state.isLoading = false
      return state.takeSubscription()
    }
    subscription?.cancel()
    tellObservers()
  }
}

// MARK: - Results

extension FetchedValue {
  /// Stores what the live query tells; observers are told later.
  func store(_ event: LiveEvent, from link: FetchLink<Value>) -> AnyObject {
    state.withLock { state in
      guard state.link === link, !state.isPaused, state.request != nil else { return }
      state.store(event, from: link)
      for follower in state.followers.values { _ = follower.store(event) }
    }
    return self
  }

  /// Tells a mailbox of what is fetched, beginning with the newest value that was.
  func add(_ follower: LiveMailbox<Value>) {
    state.withOpenGate { state in
      state.followers[ObjectIdentifier(follower)] = follower
      if let cell = state.cell, let stamp = state.stamp {
        follower.attach(cell)
        _ = follower.store(.result(stamp, nil))
      }
      if state.isEnded { _ = follower.store(.end) }
    }
    follower.wake()
  }

  func remove(_ follower: LiveMailbox<Value>) {
    _ = state.withLock { $0.followers.removeValue(forKey: ObjectIdentifier(follower)) }
  }
}

extension FetchedValue.State {
  /// The value and what is known of its rows.
  fileprivate var reading: LiveReading<Value> { cell?.reading ?? kept }

  /// The value, if it is one that the request had.
  fileprivate var known: LiveReading<Value>? {
    isKnown || cell != nil ? reading : nil
  }

  /// Keeps the value as it is, whatever becomes of the query.
  fileprivate mutating func keepValue() {
    guard let cell, let reading = cell.reading else { return }
    kept = reading
    isKnown = true
    self.cell = nil
    for follower in followers.values { follower.keepTaken(reading) }
  }

  fileprivate mutating func takeSubscription() -> LiveSubscription? {
    defer { subscription = nil }
    return subscription
  }

  fileprivate mutating func store(_ event: LiveEvent, from link: FetchLink<Value>) {
    if isLoading { changed.insert(.isLoading) }
    isLoading = false
    switch event {
    case .result(let stamp, _):
      receive(stamp, from: link)
      tell(nil)
    case .failure(let error): tell(error)
    case .end:
      isEnded = true
      tell(DatabaseError(code: .closed, message: "The database was closed."))
    }
  }

  private mutating func receive(_ stamp: ResultStamp, from link: FetchLink<Value>) {
    if let cell, cell === link.cell {
      if self.stamp?.version != stamp.version { changed.insert(.value) }
    } else if let shown = link.cell, let new = shown.reading {
      if !isSame(kept, new) { changed.insert(.value) }
      cell = shown
      // So that there is one reference to what is changed.
      kept = link.placeholder
      for follower in followers.values { follower.attach(shown) }
    }
    self.stamp = stamp
  }

  fileprivate func isSame(_ old: LiveReading<Value>, _ new: LiveReading<Value>) -> Bool {
    old.sections == new.sections
      && (request?.live.isSame(old, new) == true || areEqual(old.value, new.value))
  }

  private mutating func tell(_ error: (any Error)?) {
    if error != nil || loadError != nil { changed.insert(.loadError) }
    loadError = error
  }
}

/// Joins a property and a live query, without keeping the property.
///
/// State: the cell, set once by the engine, guarded by a mutex.
final class FetchLink<Value: Sendable>: LiveSink {
  private weak let property: FetchedValue<Value>?
  let source: FetchSource
  let delivery: LiveDelivery
  /// Whether the first value is fetched at the first use.
  let fetchesAtOnce: Bool
  /// A value that takes no room, for a property that has its value in the cell.
  let placeholder: LiveReading<Value>
  private let attached = Mutex<LiveCell<Value>?>(nil)
  /// When the property watches another request, or is gone.
  let end = FetchEnd()

  deinit { end.come() }

  init(
    _ property: FetchedValue<Value>,
    _ source: FetchSource,
    _ delivery: LiveDelivery,
    placeholder: LiveReading<Value>,
    fetchesAtOnce: Bool = false
  ) {
    self.property = property
    self.fetchesAtOnce = fetchesAtOnce
    self.source = source
    self.delivery = delivery
    self.placeholder = placeholder
  }

  /// Where results are; `nil` before the engine knows of it.
  var cell: LiveCell<Value>? { attached.withLock { $0 } }

  func attach(_ cell: LiveCell<Value>) { attached.withLock { $0 = cell } }

  func store(_ event: LiveEvent) -> AnyObject? { property?.store(event, from: self) }

  func wake() {
    guard let schedule = delivery.schedule else {
      property?.tellObservers()
      return
    }
    schedule { [weak property] in property?.tellObservers() }
  }
}
