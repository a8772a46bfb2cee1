import LiveEngine
public import SQLiteDatabase

extension ValueObservation {
  /// Observes until the cancellable is cancelled or let go, on the main actor.
  ///
  /// - Parameters:
  ///   - database: What to observe.
  ///   - scheduler: Whether the first value comes at once.
  ///   - onError: Called with what the fetch fails with; nothing comes after it.
  ///   - onChange: Called with each value.
  /// - Returns: What keeps it going. One that is let go before the first value comes is reported.
  @MainActor
  public func start(
    in database: any DatabaseReader,
    scheduling scheduler: ValueObservationMainActorScheduler = .mainActor,
    file: String = #fileID,
    line: Int = #line,
    onError: @escaping @MainActor @Sendable (any Error) -> Void,
    onChange: @escaping @MainActor @Sendable (Value) -> Void
  ) -> AnyDatabaseCancellable {
    let started = StartedObservation(LostToken.Report(file, line))
    if scheduler.isImmediate {
      do {
        let value = try firstValue(in: database)
        started.tell { onChange(value) }
      } catch {
        onError(error)
        return AnyDatabaseCancellable {}
      }
    }
    let values = values(in: database)
    // Ends when the cancellable is cancelled or let go.
    let task = Task { @MainActor in
      do { for try await value in values { started.tell { onChange(value) } } } catch {
        started.tell { onError(error) }
      }
    }
    return started.cancellable(task)
  }

  /// Observes until the cancellable is cancelled or let go.
  ///
  /// ```swift
  /// let cancellable = observation.start(in: database, scheduling: .async(onQueue: queue)) { error in
  ///   print(error)
  /// } onChange: { players in
  ///   index.update(players)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - database: What to observe.
  ///   - scheduler: Where values come.
  ///   - onError: Called with what the fetch fails with; nothing comes after it.
  ///   - onChange: Called with each value.
  /// - Returns: What keeps it going. One that is let go before the first value comes is reported.
  public func start(
    in database: any DatabaseReader,
    scheduling scheduler: some ValueObservationScheduler,
    file: String = #fileID,
    line: Int = #line,
    onError: @escaping @Sendable (any Error) -> Void,
    onChange: @escaping @Sendable (Value) -> Void
  ) -> AnyDatabaseCancellable {
    let started = StartedObservation(LostToken.Report(file, line))
    if scheduler.immediateInitialValue() {
      do {
        let value = try firstValue(in: database)
        started.tell { onChange(value) }
      } catch {
        onError(error)
        return AnyDatabaseCancellable {}
      }
    }
    let values = values(in: database)
    let scheduler = AnyValueObservationScheduler(scheduler)
    // Ends when the cancellable is cancelled or let go.
    let task = Task.detached(priority: scheduler.priority) {
      do {
        for try await value in values { scheduler.schedule { started.tell { onChange(value) } } }
      } catch { scheduler.schedule { started.tell { onError(error) } } }
    }
    return started.cancellable(task)
  }

  /// Observes until an object goes, on the main actor: nothing has to be kept.
  ///
  /// ```swift
  /// observation.start(in: database, for: self) { model, error in
  ///   model.error = error
  /// } onChange: { model, players in
  ///   model.players = players
  /// }
  /// ```
  ///
  /// The closures get the object, which they should not capture: it would never go. The observation is let go at the first
  /// value after the object's end.
  ///
  /// - Parameters:
  ///   - database: What to observe.
  ///   - owner: The object, which is not kept.
  ///   - onError: Called with what the fetch fails with; nothing comes after it.
  ///   - onChange: Called with each value.
  /// - Returns: What ends it before that, when it is cancelled.
  @MainActor
  @discardableResult
  public func start<Owner: AnyObject>(
    in database: any DatabaseReader,
    for owner: Owner,
    onError: @escaping @MainActor @Sendable (Owner, any Error) -> Void,
    onChange: @escaping @MainActor @Sendable (Owner, Value) -> Void
  ) -> any DatabaseCancellable {
    let values = values(in: database)
    // Ends when it is cancelled, and with the first value after the object's end.
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

/// An observation that belongs to an object.
private struct ObservationTask: DatabaseCancellable {
  let task: Task<Void, Never>

  func cancel() { task.cancel() }
}
