import PostgreSQL
import PostgreSQLDatabase
import SQLiteTools
import Synchronization

/// A session that raises a signal when an outbox has new changes, until it is released or the
/// database object is closed.
final class OutboxListener: Sendable {
  /// The channel on which triggers send the names of their outboxes.
  static let channel = "livesql_outbox"

  private let session: ListeningSession

  /// - Throws: `PostgresDatabaseError` with `.closed`.
  init(to name: String, in database: PostgresDatabase, _ signal: OutboxSignal) throws {
    let sessions = try database.attachment { ListeningSessions() }
    let session = ListeningSession(of: name, signal)
    self.session = session
    sessions.add(session)
    // `ListeningSession.stop()` ends the task.
    Task {
      defer { sessions.remove(session) }
      do {
        try await database.withConnection(closingAfterwards: true) { db in try session.run(db) }
        signal.end()
      } catch {
        signal.end(session.isStopped ? .success(()) : .failure(error))
      }
    }
  }

  deinit { session.stop() }
}

/// A session that listens; it blocks the thread of its connection.
///
/// State: whether it was stopped, in an atomic.
private final class ListeningSession: Sendable {
  private let name: String
  private let signal: OutboxSignal
  private let waker = PostgresWaker()
  private let hasStopped = Atomic(false)

  init(of name: String, _ signal: OutboxSignal) { (self.name, self.signal) = (name, signal) }

  var isStopped: Bool { hasStopped.load(ordering: .sequentiallyConsistent) }

  func run(_ db: PostgresConnection) throws {
    try db.listen(to: OutboxListener.channel)
    // What was committed before is not notified.
    signal.raise()
    while !isStopped {
      let notifications = try db.waitForNotifications(waker: waker)
      if notifications.contains(where: { $0.payload == name }) { signal.raise() }
    }
  }

  func stop() {
    hasStopped.store(true, ordering: .sequentiallyConsistent)
    waker.wake()
  }
}

/// The sessions of a database object, which end before it waits for its accesses to end.
///
/// State: the sessions, guarded by a mutex.
private final class ListeningSessions: PostgresAttachment {
  private struct State {
    var all: [ObjectIdentifier: ListeningSession] = [:]
    var isClosed = false
  }

  private let state = Mutex(State())

  func add(_ session: ListeningSession) {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.all[ObjectIdentifier(session)] = session }
      return state.isClosed
    }
    if isClosed { session.stop() }
  }

  func remove(_ session: ListeningSession) {
    state.withLock { state in _ = state.all.removeValue(forKey: ObjectIdentifier(session)) }
  }

  func close() {
    let all = state.withLock { state in
      state.isClosed = true
      defer { state.all = [:] }
      return Array(state.all.values)
    }
    for session in all { session.stop() }
  }
}
