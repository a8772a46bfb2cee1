/// The changes of an outbox after a token, in batches, and then those of each further commit.
///
/// Each batch is read when it is asked for. If there are no changes, the sequence waits for a
/// commit, without asking the database again and again. It ends when its task is cancelled or the
/// database is closed.
public struct OutboxBatches<Row: Sendable>: AsyncSequence, Sendable {
  /// Consecutive changes.
  public typealias Element = OutboxBatch<Row>

  let access: OutboxAccess<Row>
  let token: OutboxToken
  let limit: Int
  let waits: Bool

  package init(
    _ access: OutboxAccess<Row>,
    after token: OutboxToken,
    limit: Int,
    waits: Bool = true
  ) {
    self.access = access
    self.token = token
    self.limit = Swift.max(1, limit)
    self.waits = waits
  }

  /// Creates an iterator.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  /// An iterator over batches.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let batches: OutboxBatches
    private let signal = OutboxSignal()
    private var token: OutboxToken
    private var following: (any AnyObject & Sendable)?

    init(_ batches: OutboxBatches) {
      self.batches = batches
      token = batches.token
    }

    /// Returns the next batch; waits until there is one.
    ///
    /// - Returns: `nil` if the task is cancelled or the database is closed.
    /// - Throws: ``OutboxError``, or an error of the database.
    public mutating func next() async throws -> OutboxBatch<Row>? {
      if batches.waits, following == nil { following = try batches.access.follow(signal) }
      repeat {
        let changes = try await batches.access.changes(token, batches.limit)
        if let last = changes.last {
          token = last.token
          return OutboxBatch(changes: changes, token: last.token)
        }
        guard batches.waits else { return nil }
      } while try await signal.wait()
      return nil
    }
  }
}

extension Outbox where Row.QueryOutput == Row {
  /// Delivers batches to a handler, and acknowledges each after the handler has returned.
  package func deliver(
    through access: OutboxAccess<Row>,
    to consumer: String,
    batchSize: Int,
    waits: Bool,
    _ handler: (OutboxBatch<Row>) async throws -> Void
  ) async throws {
    let token = try await access.position(consumer)
    let batches = OutboxBatches(access, after: token, limit: batchSize, waits: waits)
    for try await batch in batches {
      try await handler(batch)
      try await access.acknowledge(batch.token, consumer)
    }
  }
}
