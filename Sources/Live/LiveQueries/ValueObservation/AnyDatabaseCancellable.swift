/// An object that can be cancelled.
public protocol DatabaseCancellable: Sendable {
  /// Cancels the object's work.
  func cancel()
}

/// A token that ends an observation when it is cancelled or released.
///
/// Keep the token as long as you want values. If it is released before the first value arrives,
/// that is reported to the error reporter, since it usually means that somebody forgot to keep it.
public final class AnyDatabaseCancellable: DatabaseCancellable {
  private let end: @Sendable () -> Void
  private let ended = ObservationEnd()
  private let onRelease: @Sendable () -> Void

  /// Creates a token whose closure runs once: when the token is cancelled or released.
  public convenience init(cancel: @escaping @Sendable () -> Void) {
    self.init(cancel, onRelease: {})
  }

  /// Creates a token that cancels another one.
  public convenience init(_ cancellable: some DatabaseCancellable) {
    self.init({ cancellable.cancel() }, onRelease: {})
  }

  /// - Parameter onRelease: Called if the token is released without having been cancelled.
  init(_ end: @escaping @Sendable () -> Void, onRelease: @escaping @Sendable () -> Void) {
    self.end = end
    self.onRelease = onRelease
  }

  deinit {
    guard ended.isFirst() else { return }
    end()
    onRelease()
  }

  /// Ends the observation; no values are delivered afterwards.
  public func cancel() { if ended.isFirst() { end() } }
}
