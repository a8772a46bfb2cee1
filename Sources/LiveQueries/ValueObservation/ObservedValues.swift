import LiveEngine
public import SQLiteDatabase

extension ValueObservation {
  /// The values as a sequence: the first as it is, and each later one.
  ///
  /// It ends when its task is cancelled and when the database is closed; it throws where the fetch fails.
  public func values(in database: any DatabaseReader) -> ObservedValues<Value> {
    ObservedValues(request: request, database: database)
  }
}

/// The values of an observation.
public struct ObservedValues<Value: Sendable>: AsyncSequence, Sendable {
  let request: LiveRequest<Value, Database>
  let database: any DatabaseReader

  /// Makes an iterator, with a subscription of its own.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// Iterates over values.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let values: ObservedValues
    private let mailbox: LiveMailbox<Value>
    private var subscription: LiveSubscription?

    init(_ values: ObservedValues) {
      self.values = values
      mailbox = LiveMailbox(endsOnFailure: true, isSame: values.request.isSame)
    }

    /// The next value; waits until there is one.
    ///
    /// - Returns: `nil` when the task is cancelled, or the database is closed.
    /// - Throws: What the fetch fails with; the sequence ends then.
    public mutating func next() async throws -> Value? {
      if subscription == nil { try subscribe() }
      guard let item = try await mailbox.next() else {
        subscription?.cancel()
        return nil
      }
      return item.new.value
    }

    private mutating func subscribe() throws {
      let database = try FetchSource(values.database).database()
      subscription = LiveQueryEngine.subscribe(values.request, in: database, mailbox)
    }
  }
}
