import Synchronization

/// The state of notifying observers of events, in which an observer can stop observing.
///
/// State: the observers that have stopped since the last check, guarded by a mutex.
final class EventNotification: Sendable {
  @TaskLocal static var current: EventNotification?

  private let stopped = Mutex<Set<ObjectIdentifier>>([])

  func stop(_ observer: any TransactionObserver) {
    stopped.withLock { _ = $0.insert(ObjectIdentifier(observer)) }
  }

  func takeStopped() -> Set<ObjectIdentifier> {
    stopped.withLock { stopped in
      defer { stopped = [] }
      return stopped
    }
  }
}

extension TransactionObserver {
  /// Stops notifying this observer of events until the transaction has ended.
  ///
  /// Use it in an observer that only wants to know that something changed: further events then cost
  /// nothing. It has an effect only within ``TransactionObserver/databaseDidChange(with:)`` and
  /// ``TransactionObserver/databaseDidChange()``.
  ///
  /// ```swift
  /// func databaseDidChange(with event: DatabaseEvent) {
  ///   hasChanged = true
  ///   stopObservingDatabaseChangesUntilNextTransaction()
  /// }
  /// ```
  public func stopObservingDatabaseChangesUntilNextTransaction() {
    EventNotification.current?.stop(self)
  }
}
