public import DatabaseTypes

/// A change source whose subscribers are kept by a reporter.
///
/// It is what most custom sources conform to: they provide the ``reporter``, and need not implement
/// subscriptions and counts. What the source finds out it passes to
/// ``PostgresChangeReporter/report(_:)``, and when it is closed, it ends the reporter.
public protocol PostgresReportingSource: PostgresChangeSource {
  /// The subscribers, and the numbering of the change sets that they receive.
  var reporter: PostgresChangeReporter { get }
}

extension PostgresReportingSource {
  /// Subscribes at the reporter.
  public func subscribe(
    to region: Region,
    receive: @escaping @Sendable (ChangeSet) -> Void,
    end: @escaping @Sendable () -> Void
  ) -> PostgresChangeSubscription { reporter.subscribe(to: region, receive: receive, end: end) }

  /// The region of the reporter's subscribers.
  public var region: Region { reporter.region }

  /// The number of the reporter's last change set: a commit is received when it is reported.
  public var heardCount: Int { reporter.number }

  /// The number of change sets that the reporter has reported to all subscribers.
  public var reportedCount: Int { reporter.reportedCount }
}
