import LiveEngine
public import SQLiteDatabase

/// Where an observation that is started on the main actor begins.
public enum ValueObservationMainActorScheduler: Sendable {
  /// All values come on the main actor, later.
  case mainActor
  /// The first value comes before `start` returns, which blocks the thread while it is fetched. It is fetched again when
  /// the observation begins, so that it may be told twice.
  case immediate
}

/// Where the values of an observation come.
public enum ValueObservationScheduler: Sendable {
  /// In a task, on the cooperative pool.
  case task
}

extension ValueObservation {
  /// Observes until the cancellable is cancelled or let go, on the main actor.
  ///
  /// - Parameters:
  ///   - database: What to observe.
  ///   - scheduler: Whether the first value comes at once.
  ///   - onError: Called with what the fetch fails with; nothing comes after it.
  ///   - onChange: Called with each value.
  @MainActor
  public func start(
    in database: any DatabaseReader,
    scheduling scheduler: ValueObservationMainActorScheduler = .mainActor,
    onError: @escaping @MainActor @Sendable (any Error) -> Void,
    onChange: @escaping @MainActor @Sendable (Value) -> Void
  ) -> AnyDatabaseCancellable {
    if scheduler == .immediate {
      do { onChange(try database.read { db in try request.read(db).value }) } catch {
        onError(error)
        return AnyDatabaseCancellable {}
      }
    }
    let values = values(in: database)
    // Ends when the cancellable is cancelled or let go.
    let task = Task { @MainActor in
      do { for try await value in values where !Task.isCancelled { onChange(value) } } catch {
        if !Task.isCancelled { onError(error) }
      }
    }
    return AnyDatabaseCancellable { task.cancel() }
  }

  /// Observes until the cancellable is cancelled or let go.
  ///
  /// - Parameters:
  ///   - database: What to observe.
  ///   - scheduler: Where values come.
  ///   - onError: Called with what the fetch fails with; nothing comes after it.
  ///   - onChange: Called with each value.
  public func start(
    in database: any DatabaseReader,
    scheduling scheduler: ValueObservationScheduler,
    onError: @escaping @Sendable (any Error) -> Void,
    onChange: @escaping @Sendable (Value) -> Void
  ) -> AnyDatabaseCancellable {
    let values = values(in: database)
    // Ends when the cancellable is cancelled or let go.
    let task = Task.detached {
      do { for try await value in values where !Task.isCancelled { onChange(value) } } catch {
        if !Task.isCancelled { onError(error) }
      }
    }
    return AnyDatabaseCancellable { task.cancel() }
  }
}

/// Ends an observation when it is cancelled or let go.
public final class AnyDatabaseCancellable: Sendable {
  private let end: @Sendable () -> Void

  package init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }

  /// Ends the observation; nothing comes afterwards.
  public func cancel() { end() }
}
