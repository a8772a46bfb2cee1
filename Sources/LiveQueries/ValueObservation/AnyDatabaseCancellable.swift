/// Something that can be cancelled.
public protocol DatabaseCancellable: Sendable {
  /// Ends it.
  func cancel()
}

/// Ends an observation when it is cancelled or let go.
///
/// Keep it as long as values are wanted. One that is let go before the first value came is told to the error reporter: most
/// times somebody forgot to keep it.
public final class AnyDatabaseCancellable: DatabaseCancellable {
  private let end: @Sendable () -> Void
  private let ended = ObservationEnd()
  private let lost: @Sendable () -> Void

  /// Makes one of a closure, which runs once: when it is cancelled or let go.
  public convenience init(cancel: @escaping @Sendable () -> Void) { self.init(cancel, lost: {}) }

  /// Makes one that cancels another.
  public convenience init(_ cancellable: some DatabaseCancellable) {
    self.init({ cancellable.cancel() }, lost: {})
  }

  /// - Parameter lost: Called where it is let go without having been cancelled.
  init(_ end: @escaping @Sendable () -> Void, lost: @escaping @Sendable () -> Void) {
    self.end = end
    self.lost = lost
  }

  deinit {
    guard ended.isFirst() else { return }
    end()
    lost()
  }

  /// Ends the observation; nothing comes afterwards.
  public func cancel() { if ended.isFirst() { end() } }
}
