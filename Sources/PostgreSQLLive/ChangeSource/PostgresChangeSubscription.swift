import LiveEngine

/// A subscription to the commits of a change source, which ends when it is cancelled or let go.
public final class PostgresChangeSubscription: Sendable {
  private let onCancel: @Sendable () -> Void

  /// Makes one.
  ///
  /// - Parameter onCancel: Ends it; may be called several times.
  public init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

  deinit { cancel() }

  /// Ends it.
  public func cancel() { onCancel() }
}

extension PostgresChangeSubscription: LiveFeed {}
