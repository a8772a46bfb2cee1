/// A database that knows whether others wait for the connections with which it reads.
protocol HasWaiters: Sendable {
  /// Whether an access waits for a connection that reads.
  var areReadsWaiting: Bool { get }
}

extension DatabaseQueue: HasWaiters {
  var areReadsWaiting: Bool { writer.waitingCount > 0 }
}

extension DatabasePool: HasWaiters {
  var areReadsWaiting: Bool { readers.waitingCount > 0 }
}

extension SQLiteConnection: HasWaiters {
  // What waits within a transaction is not known, so nothing is kept waiting.
  var areReadsWaiting: Bool { boundTransaction != nil || queue.areReadsWaiting }
}
