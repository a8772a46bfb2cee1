import LiveEngine

/// A subscription to the commits of a change source, which ends when it is cancelled or released.
public final class PostgresChangeSubscription: Sendable {
  private let onCancel: @Sendable () -> Void

  /// Creates a subscription.
  ///
  /// - Parameter onCancel: A closure that ends the subscription; it may be called several times.
  public init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

  deinit { cancel() }

  /// Ends the subscription.
  public func cancel() { onCancel() }
}

extension PostgresChangeSubscription: LiveFeed {}
