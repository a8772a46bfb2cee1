import LiveEngine
public import SQLiteDatabase

extension ValueObservation {
  /// Returns the values as a sequence: the current value first, then each later one.
  ///
  /// The sequence ends when its task is cancelled and when the database is closed; it throws if the
  /// fetch fails. A snapshot yields one value.
  public func values(in database: any DatabaseReader) -> ObservedValues<Value> {
    ObservedValues(observation: self, database: database)
  }
}

/// The values of an observation, as an asynchronous sequence.
public struct ObservedValues<Value: Sendable>: AsyncSequence, Sendable {
  let observation: ValueObservation<Value>
  let database: any DatabaseReader

  /// Creates an iterator, with its own subscription.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// An iterator over values.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let database: any DatabaseReader
    private let request: LiveRequest<Value, Database>
    private let run: ObservationRun<Value>
    private let mailbox: LiveMailbox<Value>
    private var subscription: LiveSubscription?
    private var isStarted = false

    init(_ values: ObservedValues) {
      database = (values.database as? AnyDatabaseReader)?.base ?? values.database
      request = values.observation.makeRequest()
      run = ObservationRun(values.observation.handlers)
      mailbox = LiveMailbox(endsOnFailure: true, isSame: request.isSame)
    }

    /// Returns the next value; waits until there is one.
    ///
    /// - Returns: `nil` when the task is cancelled or the database is closed.
    /// - Throws: The error with which the fetch fails; the sequence ends with it.
    public mutating func next() async throws -> Value? {
      do {
        let reading = try await nextReading()
        if let reading { run.receive(reading) } else { end() }
        return reading?.value
      } catch {
        if Task.isCancelled { run.cancel() } else { run.fail(error) }
        throw error
      }
    }

    private mutating func nextReading() async throws -> LiveReading<Value>? {
      let isFirst = !isStarted
      if isFirst {
        isStarted = true
        run.start()
      }
      if let snapshot = database as? DatabaseSnapshot {
        return isFirst ? try await read(snapshot) : nil
      }
      if isFirst { try subscribe() }
      return try await mailbox.next()?.new
    }

    /// A snapshot does not change, so there is one value.
    private func read(_ snapshot: DatabaseSnapshot) async throws -> LiveReading<Value> {
      let request = request
      return try await snapshot.read { db in try request.read(db) }
    }

    private mutating func subscribe() throws {
      let database = try FetchSource(database).writer()
      subscription = LiveQueryEngine.subscribe(request, in: database, mailbox)
    }

    private func end() {
      subscription?.cancel()
      if Task.isCancelled { run.cancel() } else { run.finish() }
    }
  }
}

/// The values of an observation, under the name that GRDB uses.
public typealias AsyncValueObservation = ObservedValues
