import LiveEngine
public import SQLiteDatabase

extension ValueObservation {
  /// Observes on the main actor until the token is cancelled or released.
  ///
  /// - Parameters:
  ///   - database: The database to observe.
  ///   - scheduler: Whether the first value is delivered at once.
  ///   - onError: Called with the error if the fetch fails; nothing comes after it.
  ///   - onChange: Called with each value.
  /// - Returns: The token that keeps the observation alive. Releasing it before the first value
  ///   comes is reported as an error.
  @MainActor
  public func start(
    in database: any DatabaseReader,
    scheduling scheduler: ValueObservationMainActorScheduler = .mainActor,
    file: String = #fileID,
    line: Int = #line,
    onError: @escaping @MainActor @Sendable (any Error) -> Void,
    onChange: @escaping @MainActor @Sendable (Value) -> Void
  ) -> AnyDatabaseCancellable {
    let started = StartedObservation(UnretainedToken.Report(file, line))
    if scheduler.isImmediate {
      do {
        let value = try firstValue(in: database)
        started.deliver { onChange(value) }
      } catch {
        onError(error)
        return AnyDatabaseCancellable {}
      }
    }
    let values = values(in: database)
    // The task ends when the token is cancelled or released.
    let task = Task { @MainActor in
      do { for try await value in values { started.deliver { onChange(value) } } } catch {
        started.deliver { onError(error) }
      }
    }
    return started.cancellable(task)
  }

  /// Observes until the token is cancelled or released.
  ///
  /// ```swift
  /// let cancellable = observation.start(
  ///   in: database,
  ///   scheduling: .async(onQueue: queue)
  /// ) { error in
  ///   print(error)
  /// } onChange: { players in
  ///   index.update(players)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - database: The database to observe.
  ///   - scheduler: The scheduler that delivers values.
  ///   - onError: Called with the error if the fetch fails; nothing comes after it.
  ///   - onChange: Called with each value.
  /// - Returns: The token that keeps the observation alive. Releasing it before the first value
  ///   comes is reported as an error.
  public func start(
    in database: any DatabaseReader,
    scheduling scheduler: some ValueObservationScheduler,
    file: String = #fileID,
    line: Int = #line,
    onError: @escaping @Sendable (any Error) -> Void,
    onChange: @escaping @Sendable (Value) -> Void
  ) -> AnyDatabaseCancellable {
    let started = StartedObservation(UnretainedToken.Report(file, line))
    if scheduler.immediateInitialValue() {
      do {
        let value = try firstValue(in: database)
        started.deliver { onChange(value) }
      } catch {
        onError(error)
        return AnyDatabaseCancellable {}
      }
    }
    let values = values(in: database)
    let scheduler = AnyValueObservationScheduler(scheduler)
    // The task ends when the token is cancelled or released.
    let task = Task.detached(priority: scheduler.priority) {
      do {
        for try await value in values { scheduler.schedule { started.deliver { onChange(value) } } }
      } catch { scheduler.schedule { started.deliver { onError(error) } } }
    }
    return started.cancellable(task)
  }

  /// Observes on the main actor for the lifetime of an object; no token has to be kept.
  ///
  /// ```swift
  /// observation.start(in: database, for: self) { model, error in
  ///   model.error = error
  /// } onChange: { model, players in
  ///   model.players = players
  /// }
  /// ```
  ///
  /// The closures receive the object and should not capture it, or it would never be released. The
  /// observation ends at the first value after the object's end.
  ///
  /// - Parameters:
  ///   - database: The database to observe.
  ///   - owner: The object, which is not retained.
  ///   - onError: Called with the error if the fetch fails; nothing comes after it.
  ///   - onChange: Called with each value.
  /// - Returns: A token that ends the observation earlier.
  @MainActor
  @discardableResult
  public func start<Owner: AnyObject>(
    in database: any DatabaseReader,
    for owner: Owner,
    onError: @escaping @MainActor @Sendable (Owner, any Error) -> Void,
    onChange: @escaping @MainActor @Sendable (Owner, Value) -> Void
  ) -> any DatabaseCancellable {
    let values = values(in: database)
    // The task ends when it is cancelled, or with the first value after the object's end.
    let task = Task { @MainActor [weak owner] in
      do {
        for try await value in values {
          guard !Task.isCancelled, let owner else { return }
          onChange(owner, value)
        }
      } catch { if !Task.isCancelled, let owner { onError(owner, error) } }
    }
    return ObservationTask(task: task)
  }

  private func firstValue(in database: any DatabaseReader) throws -> Value {
    try database.read { db in try makeRequest().read(db).value }
  }
}

/// An observation that ends with an object.
private struct ObservationTask: DatabaseCancellable {
  let task: Task<Void, Never>

  func cancel() { task.cancel() }
}
