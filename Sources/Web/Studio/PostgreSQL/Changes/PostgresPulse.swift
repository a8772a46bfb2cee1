import PostgreSQL
import PostgreSQLDatabase
import Synchronization

/// The notification that a transaction was committed, anywhere on the server.
///
/// While there are subscriptions, the server's newest snapshot is read: it differs after each
/// transaction that has written.
/// https://www.postgresql.org/docs/current/functions-info.html#FUNCTIONS-INFO-SNAPSHOT
///
/// State: the subscriptions, and the task that reads, guarded by a mutex. The task ends with the
/// last subscription.
final class PostgresPulse: Sendable {
  private struct Listener {
    /// The last snapshot.
    var seen: String?
    let receive: @Sendable () -> Void
  }

  private struct State {
    var listeners: [Int: Listener] = [:]
    var lastID = 0
    var task: Task<Void, Never>?
  }

  private let database: PostgresDatabase
  private let interval: Duration
  private let state = Mutex(State())

  /// - Parameter interval: The time between two reads.
  init(_ database: PostgresDatabase, every interval: Duration) {
    (self.database, self.interval) = (database, interval)
  }

  /// Calls a closure once, and some time after commits, until the returned token is released.
  func subscribe(_ receive: @escaping @Sendable () -> Void) -> any Sendable {
    subscribe(after: nil, receive)
  }

  /// A sequence with an element after commits from now on; several commits may have one element.
  func signal() async throws -> AsyncStream<Void> {
    let seen = try await snapshot()
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let subscription = subscribe(after: seen) { continuation.yield() }
    continuation.onTermination = { _ in subscription.cancel() }
    return stream
  }

  private func subscribe(after seen: String?, _ receive: @escaping @Sendable () -> Void)
    -> Subscription
  {
    let id = state.withLock { state in
      state.lastID += 1
      state.listeners[state.lastID] = Listener(seen: seen, receive: receive)
      if state.task == nil { state.task = Task { await self.ask() } }
      return state.lastID
    }
    return Subscription { [weak self] in self?.remove(id) }
  }

  private func remove(_ id: Int) {
    state.withLock { state -> Task<Void, Never>? in
      state.listeners[id] = nil
      guard state.listeners.isEmpty else { return nil }
      defer { state.task = nil }
      return state.task
    }?.cancel()
  }

  private func ask() async {
    while !Task.isCancelled {
      if let newest = try? await snapshot() { tell(newest) }
      do { try await Task.sleep(for: interval) } catch { return }
    }
  }

  private func tell(_ newest: String) {
    let notified = state.withLock { state in
      let ids = state.listeners.filter { $0.value.seen != newest }.keys
      for id in ids { state.listeners[id]?.seen = newest }
      return ids.compactMap { state.listeners[$0] }
    }
    for listener in notified { listener.receive() }
  }

  private func snapshot() async throws -> String {
    try await database.read(isolation: .readCommitted) { db in
      try db.execute("SELECT pg_catalog.pg_current_snapshot()::text")
        .first { row in try row.decode(String.self, at: 0) } ?? ""
    }
  }

  /// A subscription, which ends when it is cancelled or released.
  private final class Subscription: Sendable {
    private let onCancel: @Sendable () -> Void

    init(onCancel: @escaping @Sendable () -> Void) { self.onCancel = onCancel }

    deinit { cancel() }

    func cancel() { onCancel() }
  }
}
