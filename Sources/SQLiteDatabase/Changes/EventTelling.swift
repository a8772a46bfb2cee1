import Synchronization

/// What goes on while observers are told of events, so that one can say that it has heard enough.
///
/// State: who has said so since somebody asked, guarded by one mutex.
final class EventTelling: Sendable {
  @TaskLocal static var current: EventTelling?

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
  /// Has this observer not be told of events until the transaction has ended.
  ///
  /// For those who only want to know that something has changed: what follows costs nothing then. It has an effect within
  /// ``TransactionObserver/databaseDidChange(with:)`` and ``TransactionObserver/databaseDidChange()`` alone.
  ///
  /// ```swift
  /// func databaseDidChange(with event: DatabaseEvent) {
  ///   hasChanged = true
  ///   stopObservingDatabaseChangesUntilNextTransaction()
  /// }
  /// ```
  public func stopObservingDatabaseChangesUntilNextTransaction() {
    EventTelling.current?.stop(self)
  }
}
