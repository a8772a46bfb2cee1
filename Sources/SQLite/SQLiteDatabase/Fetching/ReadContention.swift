/// A database that knows whether accesses are waiting for its reading connections.
package protocol ReadContention: Sendable {
  /// Whether an access is waiting for a connection that reads.
  var hasWaitingReads: Bool { get }
}

extension DatabaseQueue: ReadContention {
  package var hasWaitingReads: Bool { writer.waitingCount > 0 }
}

extension DatabasePool: ReadContention {
  package var hasWaitingReads: Bool { readers.waitingCount > 0 }
}
