#if canImport(Combine)
  public import Combine
#elseif OpenCombine
  public import OpenCombine
#endif

#if canImport(Combine) || OpenCombine
  public import SQLiteDatabase

  extension ValueObservation {
    /// The values as a publisher, on the main actor: of Combine, or of OpenCombine where that trait of the package is on.
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

  extension FetchProperty {
    /// The values as a publisher, on the main actor: of Combine, or of OpenCombine where that trait of the package is on.
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

  /// What a subscriber listens to while somebody else sends to it.
  ///
  /// `@unchecked Sendable`: 1. subjects of either framework may be sent to from any thread.
  package struct SharedSubject<Output, Failure: Error>: @unchecked Sendable {
    package let subject = PassthroughSubject<Output, Failure>()

    package init() {}

    /// What is sent to it by a task, which ends when the subscription is cancelled.
    fileprivate func following(
      _ follow: @escaping @MainActor @Sendable (PassthroughSubject<Output, Failure>) async -> Void
    ) -> AnyPublisher<Output, Failure> {
      let task = Task { @MainActor in await follow(subject) }
      return subject.handleEvents(receiveCancel: { task.cancel() }).eraseToAnyPublisher()
    }
  }
#endif
