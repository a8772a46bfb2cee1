/// The end of a stream, which comes exactly once, in whatever way.
///
/// The closure that writes the stream holds it. So it comes when the closure has ended, and also
/// when the response is dropped before that: by a handler that throws it away, by a client that
/// leaves, by a limit, or by a server that stops.
final class StreamEnd: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  deinit { body() }
}
