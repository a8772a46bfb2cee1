#if canImport(Combine)
  public import Combine
#elseif OpenCombine
  public import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  public import SQLiteDatabase

  extension ValueObservation {
    /// Returns the values as a publisher on the main actor.
    ///
    /// It is a publisher of Combine, or of OpenCombine if the package's trait for it is enabled.
    public func publisher(in database: any DatabaseReader) -> AnyPublisher<Value, any Error> {
      let values = values(in: database)
      return Deferred {
        SharedSubject<Value, any Error>().following { subject in
          do {
            for try await value in values { subject.send(value) }
            subject.send(completion: .finished)
          } catch {
            subject.send(completion: .failure(error))
          }
        }
      }.eraseToAnyPublisher()
    }
  }

  extension SharedValueObservation {
    /// Returns the values as a publisher on the main actor: the newest first, then each later one.
    ///
    /// ```swift
    /// let shared = observation.shared(in: database, extent: .whileObserved)
    /// let cancellable = shared.publisher().sink { _ in } receiveValue: { count in … }
    /// ```
    ///
    /// Each subscriber observes from its subscription until it cancels, and subscribers share the
    /// fetches. A slow one gets the newest value. It fails if the fetch fails. It is a publisher of
    /// Combine, or of OpenCombine if the package's trait for it is enabled.
    public func publisher() -> AnyPublisher<Value, any Error> {
      Deferred {
        let values = self.values()
        return SharedSubject<Value, any Error>().following { subject in
          do {
            for try await value in values { subject.send(value) }
            subject.send(completion: .finished)
          } catch {
            subject.send(completion: .failure(error))
          }
        }
      }.eraseToAnyPublisher()
    }
  }

  extension FetchProperty {
    /// The values as a publisher on the main actor.
    ///
    /// It is a publisher of Combine, or of OpenCombine if the package's trait for it is enabled.
    public var publisher: AnyPublisher<Value, Never> {
      let values = values
      return Deferred {
        SharedSubject<Value, Never>().following { subject in
          for await value in values { subject.send(value) }
          subject.send(completion: .finished)
        }
      }.eraseToAnyPublisher()
    }
  }

  /// A subject that can be sent to from one place while a subscriber listens in another.
  ///
  /// `@unchecked Sendable`: 1. subjects of either framework may be sent to from any thread.
  package struct SharedSubject<Output, Failure: Error>: @unchecked Sendable {
    package let subject = PassthroughSubject<Output, Failure>()

    package init() {}

    /// Returns a publisher of what a task sends; cancelling the subscription cancels the task.
    fileprivate func following(
      _ follow: @escaping @MainActor @Sendable (PassthroughSubject<Output, Failure>) async -> Void
    ) -> AnyPublisher<Output, Failure> {
      let task = Task { @MainActor in await follow(subject) }
      return subject.handleEvents(receiveCancel: { task.cancel() }).eraseToAnyPublisher()
    }
  }
#endif
