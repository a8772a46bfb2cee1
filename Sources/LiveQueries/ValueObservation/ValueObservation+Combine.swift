#if canImport(Combine)
  public import Combine
  public import SQLiteDatabase

  extension ValueObservation {
    /// The values as a Combine publisher, on the main actor.
    public func publisher(in database: any DatabaseReader) -> some Publisher<Value, any Error> {
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
      }
    }
  }

  extension FetchProperty {
    /// The values as a Combine publisher, on the main actor.
    public var publisher: some Publisher<Value, Never> {
      let values = values
      return Deferred {
        SharedSubject<Value, Never>().following { subject in
          for await value in values { subject.send(value) }
          subject.send(completion: .finished)
        }
      }
    }
  }

  /// What a subscriber listens to while a task sends to it.
  ///
  /// `@unchecked Sendable`: 1. Combine's subjects may be sent to from any thread.
  private struct SharedSubject<Output, Failure: Error>: @unchecked Sendable {
    let subject = PassthroughSubject<Output, Failure>()

    /// What is sent to it by a task, which ends when the subscription is cancelled.
    func following(
      _ follow: @escaping @MainActor @Sendable (PassthroughSubject<Output, Failure>) async -> Void
    ) -> some Publisher<Output, Failure> {
      let task = Task { @MainActor in await follow(subject) }
      return subject.handleEvents(receiveCancel: { task.cancel() })
    }
  }
#endif
