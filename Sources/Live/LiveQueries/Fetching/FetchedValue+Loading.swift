import DatabaseDependencies
import DatabaseTypes
import LiveEngine
import SQLiteDatabase
import Synchronization

extension FetchedValue {
  /// This value, in use: a request that was waiting for its first use is watched from now on.
  var used: FetchedValue {
    if isDeferredUntilUse.load(ordering: .relaxed) { begin() }
    return self
  }

  /// Records how to watch the request once the property is used.
  func deferUntilUse(_ source: FetchSource, _ delivery: FetchDelivery) {
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
    try? startAgain(isKnown: isKnown) { $0.link === link }
  }

  /// Watches another request; the value stays until its first result is there.
  ///
  /// - Parameter isKnown: Whether the value is already a result of the request.
  /// - Returns: The link by which its results are recognised.
  /// - Throws: `DefaultDatabaseError`, which also becomes the load error.
  @discardableResult
  func start(
    _ request: QueryRequest<Value>,
    from source: FetchSource,
    _ delivery: LiveDelivery,
    isKnown: Bool = false
  ) throws -> FetchLink<Value> {
    let link = FetchLink(self, source, delivery, placeholder: placeholder)
    let (number, replaced) = state.withPublicationLock { $0.begin(request, link, isKnown: isKnown) }
    try subscribe(request, link, as: number, replacing: replaced)
    return link
  }

  /// Watches the current request again if a condition holds, unless it was stopped meanwhile.
  private func startAgain(isKnown: Bool = false, if condition: (inout State) -> Bool) throws {
    let begun = state.withPublicationLock { state -> State.Beginning? in
      guard condition(&state), let request = state.request else { return nil }
      let link = FetchLink(
        self,
        state.link?.source ?? FetchSource(nil),
        state.link?.delivery ?? LiveDelivery(),
        placeholder: placeholder,
        lifetime: state.link?.lifetime ?? FetchLifetime()
      )
      let (number, replaced) = state.begin(request, link, isKnown: isKnown)
      return State.Beginning(request: request, link: link, number: number, replaced: replaced)
    }
    guard let begun else { return }
    try subscribe(begun.request, begun.link, as: begun.number, replacing: begun.replaced)
  }

  /// Makes the subscription of a start.
  private func subscribe(
    _ request: QueryRequest<Value>,
    _ link: FetchLink<Value>,
    as number: Int,
    replacing replaced: LiveSubscription?
  ) throws {
    // Only afterwards, so that a load that awaits the replaced one finds the new one in its place.
    defer { replaced?.cancel() }
    do {
      let subscription = try link.source.database().subscribe(request, link)
      let (isRetained, woken) = state.withLock { $0.watch.subscribed(subscription, as: number) }
      if !isRetained { subscription.cancel() }
      for waiter in woken { waiter.resume(.success(())) }
      notifyObservers()
    } catch {
      _ = store(.failure(error), from: link)
      let woken = state.withLock { $0.watch.failed(error, as: number) }
      for waiter in woken { waiter.resume(.success(())) }
      notifyObservers()
      throw error
    }
  }

  /// Fetches on the calling thread.
  ///
  /// - Returns: Whether the value is now a result of the request.
  func fetchImmediately(
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
    let (hasRequest, isActive) = state.withLock { state in
      if state.watch.isActive {
        state.isLoading = true
        state.changed.insert(.isLoading)
      }
      return (state.request != nil, state.watch.isActive)
    }
    guard hasRequest else { return }
    if isActive {
      notifyObservers()
    } else {
      try startAgain { !$0.watch.isActive }
    }
    try await awaitResult()
  }

  /// Waits for the result of what is watched, also if another load replaces it.
  ///
  /// - Throws: The error of the query, or of the load that replaced it; `CancellationError` if the
  ///   task is cancelled, or nothing is watched any more.
  private func awaitResult() async throws {
    var last: State.Watch.Attempt?
    while true {
      let waiter = LoadWaiter()
      switch state.withLock({ $0.next(after: last, waiter) }) {
      case .wait: try await waiter.wait()
      case .read(let subscription, let number):
        last = .init(number: number)
        do { try await subscription.reload() } catch {
          if Task.isCancelled { throw error }
          last?.error = error
        }
      case .finish: return
      case .fail(let error): throw error
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
    let link = try start(
      request,
      from: database.map { FetchSource($0) } ?? current?.source ?? FetchSource(nil),
      delivery?.live ?? current?.delivery ?? FetchDelivery.automatic.live
    )
    // Another load may have replaced this one already, whose query must not end with this one.
    let end = FetchSubscription(link.lifetime.end) { [weak self, weak lifetime = link.lifetime] in
      guard let lifetime else { return }
      self?.stop(lifetime)
    }
    do { try await awaitResult() } catch {
      // A caller that is cancelled before the first result cannot end the subscription later.
      if Task.isCancelled { end.cancel() }
      throw error
    }
    return end
  }

  /// Ends the subscription until ``resume()``; the value stays.
  func pause() {
    let end = state.withPublicationLock { state in
      let end = state.watch.pause()
      if end != nil { state.keepValue() }
      return end
    }
    if let end { finish(end) }
  }

  /// Watches again what was watched before ``pause()``.
  func resume() {
    // An error becomes the load error.
    try? startAgain { $0.watch.endPause() }
  }

  /// Watches what another property watches.
  func adopt(_ other: FetchedValue) {
    guard other !== self else { return }
    let (request, link, known) = other.state.withPublicationLock { ($0.request, $0.link, $0.known) }
    guard let link else { return }
    if let known { show(known) }
    guard let request else { return stop() }
    _ = try? start(request, from: link.source, link.delivery, isKnown: known != nil)
  }

  /// Shows the result that another property already has, until the first result is there.
  private func show(_ reading: Reading) {
    state.withPublicationLock { state in
      state.keepValue()
      if !state.isSame(state.lastReading, reading) { state.changed.insert(.value) }
      state.lastReading = reading
    }
  }

  /// Stops watching, unless another request has replaced the given one; the value stays.
  ///
  /// - Parameter lifetime: That of the request to end; by default the current one.
  func stop(_ lifetime: FetchLifetime? = nil) {
    let end = state.withPublicationLock { state -> State.Watch.End? in
      guard lifetime == nil || state.link?.lifetime === lifetime else { return nil }
      state.keepValue()
      state.request = nil
      if state.isLoading { state.changed.insert(.isLoading) }
      state.isLoading = false
      return state.watch.stop()
    }
    if let end { finish(end) }
    notifyObservers()
  }

  /// Cancels what is no longer watched, and wakes the loads that waited for it.
  private func finish(_ end: State.Watch.End) {
    end.subscription?.cancel()
    for waiter in end.woken { waiter.resume(.success(())) }
  }
}

extension FetchedValue.State {
  typealias Watch = FetchWatch<LiveSubscription, LoadWaiter>

  /// A request whose subscription is to be made.
  fileprivate struct Beginning {
    let request: QueryRequest<Value>
    let link: FetchLink<Value>
    let number: Int
    /// The subscription that it replaces.
    let replaced: LiveSubscription?
  }

  /// Replaces what is watched by another request, whose subscription is made afterwards.
  fileprivate mutating func begin(
    _ request: QueryRequest<Value>,
    _ link: FetchLink<Value>,
    isKnown: Bool
  ) -> (number: Int, replaced: LiveSubscription?) {
    keepValue()
    self.request = request
    self.link = link
    self.isKnown = isKnown
    isLoading = !isKnown
    isEnded = false
    changed.insert(.isLoading)
    return watch.begin()
  }

  /// Returns what a load does next.
  fileprivate mutating func next(after last: Watch.Attempt?, _ waiter: LoadWaiter) -> Watch.Step {
    let step = watch.next(after: last, waiter)
    // Closing the database ends the queries of all loads, which nobody cancelled.
    if isEnded, case .fail(is CancellationError) = step, let loadError { return .fail(loadError) }
    return step
  }
}
