/// A database that knows whether others wait for the connections with which it reads.
package protocol HasWaiters: Sendable {
  /// Whether an access waits for a connection that reads.
  var areReadsWaiting: Bool { get }
}

extension DatabaseQueue: HasWaiters {
  package var areReadsWaiting: Bool { writer.waitingCount > 0 }
}

extension DatabasePool: HasWaiters {
  package var areReadsWaiting: Bool { readers.waitingCount > 0 }
}
