/// A signal from one thread or task to another.
package final class Signal: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  package init() { (stream, continuation) = AsyncStream.makeStream() }

  package func send() { continuation.yield() }

  /// Suspends until a signal is sent; each signal ends one wait.
  package func wait() async {
    for await _ in stream { return }
  }
}
