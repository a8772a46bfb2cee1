import DatabaseDependencies
import DatabaseTypes
import LiveEngine
public import Observation
import SQLiteDatabase
import Synchronization

/// The value of a fetched property: the storage of `@FetchAll`, `@FetchOne` and `@Fetch`.
///
/// Reading it is observed by `withObservationTracking`, `observe { }` and views. Its subscription
/// ends when it is released.
///
/// State: the value and what is known about it, guarded by one mutex; observers are notified
/// outside of it. Results of a replaced request are recognised by their link.
public final class FetchedValue<Value: Sendable>: Sendable, Observable, ChangeCounting {
  typealias Reading = LiveReading<Value>

  struct State: LiveCellHolder {
    /// The value while there is no cell: the default, or an earlier result.
    var lastReading: Reading
    /// The cell that holds the value; it is changed in place while nobody else retains the value.
    var cell: LiveCell<Value>?
    var isLoading = false
    var loadError: (any Error)?
    /// The stamp of the latest result; `nil` while the value is the default.
    var stamp: ResultStamp?
    var request: QueryRequest<Value>?
    var link: FetchLink<Value>?
    /// Whether the value is already a result of the request, though watching it has yielded none
    /// yet.
    var isKnown = false
    /// Whether the database was closed.
    var isEnded = false
    var isPaused = false
    var subscription: LiveSubscription?
    var followers: [ObjectIdentifier: LiveMailbox<Value>] = [:]
    /// The properties whose changes have not been reported to observers yet.
    var changed: FetchedProperties = []
  }

  let state: Mutex<State>
  private let changes = Atomic<Int>(0)
  /// Whether the request waits to be watched until the first use.
  private let isDeferredUntilUse: Atomic<Bool>
  /// The default value.
  private let placeholder: Reading
  private let registrar = ObservationRegistrar()
  // Stored, because a key path of a generic type is looked up wherever it is written.
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
    state = Mutex(State(lastReading: Reading(value: value), request: request))
    isDeferredUntilUse = Atomic(request != nil && delivery.beginsOnUse)
    guard let request else { return }
    if delivery.beginsOnUse {
      deferUntilUse(source, delivery)
    } else {
      let isKnown = delivery.fetchesImmediately && fetchImmediately(request, from: source)
      _ = try? start(request, from: source, delivery.live, isKnown: isKnown)
    }
  }
}

/// The properties whose changes are reported to observers.
struct FetchedProperties: OptionSet, Sendable {
  let rawValue: UInt8
  static let value = FetchedProperties(rawValue: 1)
  static let isLoading = FetchedProperties(rawValue: 2)
  static let loadError = FetchedProperties(rawValue: 4)
}

// MARK: - Reading

extension FetchedValue {
  /// The fetched value, or the default until the first one has been fetched.
  public var value: Value {
    access(valuePath)
    return read { $0.reading.value }
  }

  /// The value and what is known about its rows; reading it is observed as reading the value is.
  var reading: LiveReading<Value> {
    access(valuePath)
    return read { $0.reading }
  }

  /// Whether the first result of the query is still awaited, or the query is being loaded again.
  public var isLoading: Bool {
    access(isLoadingPath)
    return read { $0.isLoading }
  }

  /// The error of the latest fetch; `nil` once a fetch has succeeded.
  public var loadError: (any Error)? {
    access(loadErrorPath)
    return read { $0.loadError }
  }

  /// The number of changes that have been reported to observers.
  var changeCount: Int { changes.load(ordering: .sequentiallyConsistent) }

  private func access<Property>(_ property: KeyPath<FetchedValue, Property>) {
    ObservedReads.current?.note(self)
    registrar.access(self, keyPath: property)
  }

  private func read<Property>(_ property: (State) -> Property) -> Property {
    state.withOpenGate { property($0) }
  }

  /// Notifies observers of the changes since the last call.
  func notifyObservers() {
    let (changed, followers) = state.withLock { state in
      defer { state.changed = [] }
      return (state.changed, Array(state.followers.values))
    }
    if !changed.isEmpty { changes.add(1, ordering: .sequentiallyConsistent) }
    if changed.contains(.value) { notify(valuePath) }
    if changed.contains(.isLoading) { notify(isLoadingPath) }
    if changed.contains(.loadError) { notify(loadErrorPath) }
    for follower in followers { follower.wake() }
  }

  private func notify<Property>(_ property: KeyPath<FetchedValue, Property>) {
    registrar.willSet(self, keyPath: property)
    registrar.didSet(self, keyPath: property)
  }
}

// MARK: - Fetching

extension FetchedValue {
  /// This value, in use: a request that was waiting for its first use is watched from now on.
  var used: FetchedValue {
    if isDeferredUntilUse.load(ordering: .relaxed) { begin() }
    return self
  }

  /// Records how to watch the request once the property is used.
  private func deferUntilUse(_ source: FetchSource, _ delivery: FetchDelivery) {
    let link = FetchLink(
      self,
      source,
      delivery.live,
      placeholder: placeholder,
      fetchesImmediately: delivery.fetchesImmediately
    )
    state.withLock { state in
      state.link = link
      state.isLoading = true
    }
  }

  private func begin() {
    guard isDeferredUntilUse.exchange(false, ordering: .sequentiallyConsistent) else { return }
    let (request, link) = state.withLock { ($0.request, $0.link) }
    guard let request, let link else { return }
    let isKnown = link.fetchesImmediately && fetchImmediately(request, from: link.source)
    // An error becomes the load error.
    _ = try? start(request, from: link.source, link.delivery, isKnown: isKnown)
  }

  /// Watches another request; the value stays until its first result is there.
  ///
  /// - Parameter isKnown: Whether the value is already a result of the request.
  /// - Returns: The subscription, and the link by which its results are recognised.
  /// - Throws: `DefaultDatabaseError`, which also becomes the load error.
  @discardableResult
  func start(
    _ request: QueryRequest<Value>,
    from source: FetchSource,
    _ delivery: LiveDelivery,
    isKnown: Bool = false
  ) throws -> (subscription: LiveSubscription, link: FetchLink<Value>) {
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
    // Only afterwards, so that a load that awaits the old one finds the new one in its place.
    defer { old?.cancel() }
    do {
      let subscription = try source.database().subscribe(request, link)
      let isReplaced = state.withLock { state in
        if state.link === link { state.subscription = subscription }
        return state.link !== link
      }
      if isReplaced { subscription.cancel() }
      notifyObservers()
      return (subscription, link)
    } catch {
      _ = store(.failure(error), from: link)
      notifyObservers()
      throw error
    }
  }

  /// Fetches on the calling thread.
  ///
  /// - Returns: Whether the value is now a result of the request.
  private func fetchImmediately(
    _ request: QueryRequest<Value>,
    from source: FetchSource
  ) -> Bool {
    do {
      let reading = try source.database().read(request)
      state.withLock { $0.lastReading = reading }
      return true
    } catch let error as DatabaseError where error.code == .nestedAccess || error.code == .misuse {
      // Inside another access we cannot wait for the database, and the live query reports any other
      // misuse.
    } catch {
      state.withLock { $0.loadError = error }
    }
    return false
  }

  /// Reads the query again, and returns once the value is there.
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
      notifyObservers()
      return try await awaitResult(of: subscription)
    }
    let source = link?.source ?? FetchSource(nil)
    let started = try start(request, from: source, link?.delivery ?? LiveDelivery())
    try await awaitResult(of: started.subscription)
  }

  /// Waits for the result of a subscription, or of the one by which another load replaces it.
  ///
  /// - Throws: `CancellationError` if the task is cancelled, or nothing is watched any more.
  private func awaitResult(of subscription: LiveSubscription) async throws {
    var awaited = subscription
    while true {
      do { return try await awaited.reload() } catch let error as CancellationError {
        let current = state.withLock { $0.subscription }
        guard !Task.isCancelled, let current, current !== awaited else { throw error }
        awaited = current
      }
    }
  }

  /// Watches another request, and returns once its first result is there.
  func load(
    _ request: QueryRequest<Value>,
    _ database: (any LiveDatabase)?,
    _ delivery: FetchDelivery?
  ) async throws -> FetchSubscription {
    let current = state.withLock { $0.link }
    let (subscription, link) = try start(
      request,
      from: database.map { FetchSource($0) } ?? current?.source ?? FetchSource(nil),
      delivery?.live ?? current?.delivery ?? FetchDelivery.automatic.live
    )
    // Another load may have replaced this one already, whose query must not end with this one.
    let end = FetchSubscription(link.end) { [weak self, weak link] in
      guard let link else { return }
      self?.stop(link)
    }
    do { try await awaitResult(of: subscription) } catch let error as CancellationError {
      // A caller that is cancelled before the first result cannot end the subscription later.
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
    // An error becomes the load error.
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

  /// Shows the result that another property already has, until the first result is there.
  private func show(_ reading: Reading) {
    state.withOpenGate { state in
      state.keepValue()
      if !state.isSame(state.lastReading, reading) { state.changed.insert(.value) }
      state.lastReading = reading
    }
  }

  /// Stops watching, unless another request has replaced the given one; the value stays.
  ///
  /// - Parameter link: The link of the subscription to end; by default the current one.
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
    notifyObservers()
  }
}

// MARK: - Results

extension FetchedValue {
  /// Stores an event of the live query; observers are notified later.
  func store(_ event: LiveEvent, from link: FetchLink<Value>) -> AnyObject {
    state.withLock { state in
      guard state.link === link, !state.isPaused, state.request != nil else { return }
      state.store(event, from: link)
      for follower in state.followers.values { _ = follower.store(event) }
    }
    return self
  }

  /// Delivers results to a mailbox, starting with the newest one that was fetched.
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
  /// The value and what is known about its rows.
  fileprivate var reading: LiveReading<Value> { cell?.reading ?? lastReading }

  /// The value, if it is a result of the request.
  fileprivate var known: LiveReading<Value>? {
    isKnown || cell != nil ? reading : nil
  }

  /// Keeps the value as it is, whatever happens to the query.
  fileprivate mutating func keepValue() {
    guard let cell, let reading = cell.reading else { return }
    lastReading = reading
    isKnown = true
    self.cell = nil
    for follower in followers.values { follower.keepLastTaken(reading) }
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
      notify(nil)
    case .failure(let error): notify(error)
    case .end:
      isEnded = true
      notify(DatabaseError(code: .closed, message: "The database was closed."))
    }
  }

  private mutating func receive(_ stamp: ResultStamp, from link: FetchLink<Value>) {
    if let cell, cell === link.cell {
      if self.stamp?.version != stamp.version { changed.insert(.value) }
    } else if let shown = link.cell, let new = shown.reading {
      if !isSame(lastReading, new) { changed.insert(.value) }
      cell = shown
      // Release our reference, so that the value can be changed in place.
      lastReading = link.placeholder
      for follower in followers.values { follower.attach(shown) }
    }
    self.stamp = stamp
  }

  fileprivate func isSame(_ old: LiveReading<Value>, _ new: LiveReading<Value>) -> Bool {
    old.sections == new.sections
      && (request?.live.isSame(old, new) == true || areEqual(old.value, new.value))
  }

  private mutating func notify(_ error: (any Error)?) {
    if error != nil || loadError != nil { changed.insert(.loadError) }
    loadError = error
  }
}

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
  /// The end of the subscription: another request is watched, or the property was released.
  let end = SubscriptionEnd()

  deinit { end.end() }

  init(
    _ property: FetchedValue<Value>,
    _ source: FetchSource,
    _ delivery: LiveDelivery,
    placeholder: LiveReading<Value>,
    fetchesImmediately: Bool = false
  ) {
    self.property = property
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
