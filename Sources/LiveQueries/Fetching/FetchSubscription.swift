/// A query that a property has loaded: it stays live until it is cancelled, replaced, or the property goes.
public struct FetchSubscription: Sendable {
  private let stop: @Sendable () -> Void

  init(_ stop: @escaping @Sendable () -> Void) { self.stop = stop }

  /// Waits until the task is cancelled, and ends the subscription then: so a query is live while a view is shown.
  ///
  /// ```swift
  /// .task { try? await $reminders.load(query).task }
  /// ```
  public var task: Void {
    get async throws {
      // Nothing comes out of this stream: iterating over it ends when the task is cancelled.
      let (never, continuation) = AsyncStream.makeStream(of: Never.self)
      for await _ in never {}
      continuation.finish()
      cancel()
      try Task.checkCancellation()
    }
  }

  /// Ends the subscription; the value stays.
  public func cancel() { stop() }
}
