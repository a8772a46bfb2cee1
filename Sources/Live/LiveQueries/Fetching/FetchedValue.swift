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
/// State: the value, what is known about it and what is watched, guarded by one mutex; observers
/// are notified outside of it. Results of a replaced request are recognised by their link.
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
    var stamp: ResultVersion?
    var request: QueryRequest<Value>?
    var link: FetchLink<Value>?
    /// Whether the value is already a result of the request, though watching it has yielded none
    /// yet.
    var isKnown = false
    /// Whether the database was closed.
    var isEnded = false
    var watch = FetchWatch<LiveSubscription, LoadWaiter>()
    var followers: [ObjectIdentifier: LiveMailbox<Value>] = [:]
    /// The properties whose changes have not been reported to observers yet.
    var changed: FetchedProperties = []
  }

  let state: Mutex<State>
  private let changes = Atomic<Int>(0)
  /// Whether the request waits to be watched until the first use.
  let isDeferredUntilUse: Atomic<Bool>
  /// The default value.
  let placeholder: Reading
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
    state.withPublicationLock { property($0) }
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

// MARK: - Results

extension FetchedValue {
  /// Stores an event of the live query; observers are notified later.
  func store(_ event: LiveEvent, from link: FetchLink<Value>) -> AnyObject {
    state.withLock { state in
      guard state.link === link, !state.watch.isPaused, state.request != nil else { return }
      state.store(event, from: link)
      for follower in state.followers.values { _ = follower.store(event) }
    }
    return self
  }

  /// Delivers results to a mailbox, starting with the newest one that was fetched.
  func add(_ follower: LiveMailbox<Value>) {
    state.withPublicationLock { state in
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
  var reading: LiveReading<Value> { cell?.reading ?? lastReading }

  /// The value, if it is a result of the request.
  var known: LiveReading<Value>? {
    isKnown || cell != nil ? reading : nil
  }

  /// Keeps the value as it is, whatever happens to the query.
  mutating func keepValue() {
    guard let cell, let reading = cell.reading else { return }
    lastReading = reading
    isKnown = true
    self.cell = nil
    for follower in followers.values { follower.keepLastTaken(reading) }
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

  private mutating func receive(_ stamp: ResultVersion, from link: FetchLink<Value>) {
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

  func isSame(_ old: LiveReading<Value>, _ new: LiveReading<Value>) -> Bool {
    guard old.sections == new.sections else { return false }
    guard let live = request?.live else { return areEqual(old.value, new.value) }
    // Rows of different statements may look the same, though their digests differ.
    return live.isSame(old, new)
      || live.isSame(LiveReading(value: old.value), LiveReading(value: new.value))
  }

  private mutating func notify(_ error: (any Error)?) {
    if error != nil || loadError != nil { changed.insert(.loadError) }
    loadError = error
  }
}
