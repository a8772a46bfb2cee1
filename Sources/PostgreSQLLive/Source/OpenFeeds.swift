import Synchronization

/// A count of the subscriptions to a source that have not ended.
///
/// State: the count, in an atomic.
final class OpenFeeds: Sendable {
  private let count = Atomic(0)

  /// Whether nobody is subscribed, so that there is no live query.
  var isEmpty: Bool { count.load(ordering: .sequentiallyConsistent) == 0 }

  /// Counts a subscription until it is cancelled or released.
  func open(_ subscription: PostgresChangeSubscription) -> PostgresChangeSubscription {
    count.add(1, ordering: .sequentiallyConsistent)
    let hasEnded = Doubt()
    return PostgresChangeSubscription { [self] in
      subscription.cancel()
      guard !hasEnded.raise() else { return }
      count.subtract(1, ordering: .sequentiallyConsistent)
    }
  }
}
