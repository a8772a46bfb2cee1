public import Dispatch
public import SQLiteDatabase
import Synchronization

/// The time during which a shared observation observes the database.
public enum SharedValueObservationExtent: Sendable, Hashable {
  /// From the first observer until the shared observation is released, which its tokens retain.
  case observationLifetime
  /// As long as there is an observer; the next one begins with a new fetch.
  case whileObserved
}

extension ValueObservation {
  /// Returns an observation that several observers share, so that each value is fetched once.
  ///
  /// ```swift
  /// let shared = ValueObservation.tracking { db in try Player.fetchCount(db) }
  ///   .shared(in: database, extent: .whileObserved)
  /// let cancellable = shared.start { error in … } onChange: { count in … }
  /// ```
  ///
  /// Nothing is fetched before the first observer starts. Equal queries of one database share
  /// their work anyway; this is for closures.
  ///
  /// - Parameters:
  ///   - database: The database to observe.
  ///   - scheduler: The scheduler that delivers values. It has to keep the order of its actions.
  ///   - extent: How long the database is observed.
  public func shared(
    in database: any DatabaseReader,
    scheduling scheduler: some ValueObservationScheduler = .async(onQueue: .main),
    extent: SharedValueObservationExtent = .observationLifetime
  ) -> SharedValueObservation<Value> {
    SharedValueObservation(self, database, AnyValueObservationScheduler(scheduler), extent)
  }

  /// Returns an observation that several observers share, and that delivers on the main thread.
  ///
  /// With `.immediate`, call its `start` on the main thread: it fetches the first value, and
  /// delivers it before it returns.
  public func shared(
    in database: any DatabaseReader,
    scheduling scheduler: ValueObservationMainActorScheduler,
    extent: SharedValueObservationExtent = .observationLifetime
  ) -> SharedValueObservation<Value> {
    let main = AnyValueObservationScheduler.async(onQueue: .main)
    return SharedValueObservation(
      self,
      database,
      scheduler.isImmediate ? .immediate(then: main) : main,
      extent
    )
  }
}

/// An observation whose values several observers receive, although each is fetched once.
///
/// `observation.shared(in: database)` creates one. An observer that starts later receives the
/// newest value first; if a commit comes at this moment, it may receive a value twice. After an
/// error, which all observers receive, the next observer begins a new observation.
///
/// State: the observers, the newest value and the token of the observation, guarded by one mutex.
/// Closures run outside of it.
public final class SharedValueObservation<Value: Sendable>: Sendable {
  private let observation: ValueObservation<Value>
  private let database: any DatabaseReader
  private let scheduler: AnyValueObservationScheduler
  private let extent: SharedValueObservationExtent
  private let state = Mutex(State())

  private struct State {
    var observers: [Int: SharedObserver<Value>] = [:]
    var nextID = 0
    /// The number of the observation that runs, or ran last.
    var run = 0
    var isRunning = false
    var newest: Value?
    var token: AnyDatabaseCancellable?

    /// Ends the observation, and returns its token, which is to be cancelled.
    mutating func end() -> AnyDatabaseCancellable? {
      defer { token = nil }
      isRunning = false
      newest = nil
      return token
    }
  }

  init(
    _ observation: ValueObservation<Value>,
    _ database: any DatabaseReader,
    _ scheduler: AnyValueObservationScheduler,
    _ extent: SharedValueObservationExtent
  ) {
    self.observation = observation
    self.database = database
    self.scheduler = scheduler
    self.extent = extent
  }

  deinit { state.withLock { $0.end() }?.cancel() }

  /// Observes until the token is cancelled or released.
  ///
  /// - Parameters:
  ///   - onError: Called with the error if the fetch fails; nothing comes after it.
  ///   - onChange: Called with each value.
  /// - Returns: The token that keeps the observer, and this object.
  public func start(
    onError: @escaping @Sendable (any Error) -> Void,
    onChange: @escaping @Sendable (Value) -> Void
  ) -> AnyDatabaseCancellable {
    let observer = SharedObserver(onError: onError, onChange: onChange)
    let (id, begun) = state.withLock { state -> (Int, Int?) in
      let id = state.nextID
      state.nextID += 1
      state.observers[id] = observer
      guard !state.isRunning else { return (id, nil) }
      state.isRunning = true
      state.run += 1
      return (id, state.run)
    }
    if let begun {
      begin(begun)
    } else if scheduler.immediateInitialValue() {
      deliverNewest(to: observer)
    } else {
      scheduler.schedule { self.deliverNewest(to: observer) }
    }
    return AnyDatabaseCancellable {
      observer.end()
      self.remove(id)
    }
  }

  /// Returns the values as a sequence: the newest first, then each later one.
  ///
  /// The observer starts at once, and ends with the sequence's task. A slow loop gets the newest
  /// value. The sequence throws if the fetch fails.
  public func values() -> AsyncThrowingStream<Value, any Error> {
    AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let token = start {
        continuation.finish(throwing: $0)
      } onChange: {
        continuation.yield($0)
      }
      continuation.onTermination = { _ in token.cancel() }
    }
  }

  private func begin(_ run: Int) {
    // The observation must not retain this object, whose end ends it.
    let token = observation.start(in: database, scheduling: scheduler) { [weak self] error in
      self?.fail(error, run)
    } onChange: { [weak self] value in
      self?.receive(value, run)
    }
    // It may have failed already, or its only observer may be gone.
    let isCurrent = state.withLock { state in
      guard state.isRunning, state.run == run else { return false }
      state.token = token
      return true
    }
    if !isCurrent { token.cancel() }
  }

  private func receive(_ value: Value, _ run: Int) {
    let observers = state.withLock { state -> [SharedObserver<Value>] in
      guard state.isRunning, state.run == run else { return [] }
      state.newest = value
      return state.observers.sorted { $0.key < $1.key }.map(\.value)
    }
    for observer in observers { observer.receive(value) }
  }

  private func fail(_ error: any Error, _ run: Int) {
    let (observers, token) = state.withLock {
      state -> ([SharedObserver<Value>], AnyDatabaseCancellable?) in
      guard state.isRunning, state.run == run else { return ([], nil) }
      let observers = state.observers.sorted { $0.key < $1.key }.map(\.value)
      state.observers = [:]
      return (observers, state.end())
    }
    token?.cancel()
    for observer in observers { observer.fail(error) }
  }

  private func deliverNewest(to observer: SharedObserver<Value>) {
    guard let value = state.withLock(\.newest) else { return }
    observer.receive(value)
  }

  private func remove(_ id: Int) {
    let token = state.withLock { state -> AnyDatabaseCancellable? in
      guard state.observers.removeValue(forKey: id) != nil, state.observers.isEmpty,
        extent == .whileObserved
      else { return nil }
      return state.end()
    }
    token?.cancel()
  }
}

/// The closures of one observer, until it is cancelled.
///
/// State: whether it was cancelled, which only ever becomes true.
private final class SharedObserver<Value: Sendable>: Sendable {
  private let onError: @Sendable (any Error) -> Void
  private let onChange: @Sendable (Value) -> Void
  private let isOver = Atomic<Bool>(false)

  init(
    onError: @escaping @Sendable (any Error) -> Void,
    onChange: @escaping @Sendable (Value) -> Void
  ) {
    self.onError = onError
    self.onChange = onChange
  }

  func receive(_ value: Value) { if !isOver.load(ordering: .acquiring) { onChange(value) } }
  func fail(_ error: any Error) { if !isOver.load(ordering: .acquiring) { onError(error) } }
  func end() { isOver.store(true, ordering: .releasing) }
}
