import LiveSQL

/// The commits of other processes that a database reports, until such a process has ended.
final class CommitsOfOthers: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation
  private let subscription: ChangeSubscription

  init(_ database: any DatabaseWriter) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    (self.stream, self.continuation) = (stream, continuation)
    subscription = database.changeSource.subscribe(to: .fullDatabase, detail: .keys) { changes in
      if changes.origin == .otherProcess { continuation.yield() }
    }
  }

  /// Suspends until another commit is reported, or the other process has ended.
  func next() async {
    for await _ in stream { return }
  }

  /// Runs another process until it ends.
  func end(after run: @Sendable () async -> Void) async {
    await run()
    continuation.finish()
  }
}
