#if canImport(Combine)
  public import Combine
  public import SQLiteDatabase

  extension ValueObservation {
    /// The values as a Combine publisher, on the main actor.
    public func publisher(in database: any DatabaseReader) -> some Publisher<Value, any Error> {
      let values = values(in: database)
      return Deferred {
        let subject = PassthroughSubject<Value, any Error>()
        // Ends when the subscription is cancelled.
        let task = Task { @MainActor in
          do {
            for try await value in values { subject.send(value) }
            subject.send(completion: .finished)
          } catch {
            subject.send(completion: .failure(error))
          }
        }
        return subject.handleEvents(receiveCancel: { task.cancel() })
      }
    }
  }

  extension FetchProperty {
    /// The values as a Combine publisher, on the main actor.
    public var publisher: some Publisher<Value, Never> {
      let values = values
      return Deferred {
        let subject = PassthroughSubject<Value, Never>()
        // Ends when the subscription is cancelled.
        let task = Task { @MainActor in
          for await value in values { subject.send(value) }
          subject.send(completion: .finished)
        }
        return subject.handleEvents(receiveCancel: { task.cancel() })
      }
    }
  }
#endif
