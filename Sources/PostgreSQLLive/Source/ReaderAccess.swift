import Foundation
import PostgreSQL
import Synchronization

/// The connection on which live queries are read, opened where it is needed and again where it was lost.
///
/// `@unchecked Sendable`: the reader is used by who holds the lock alone, so by one thread at a time, as libpq wants it.
final class ReaderAccess: @unchecked Sendable {
  private let lock = NSLock()
  private let configuration: PostgresConfiguration
  private let onConnect: (@Sendable (PostgresConnection) throws -> Void)?
  private let changes: any PostgresChangeSource
  private let patience: Duration
  private var reader: PostgresSnapshotReader?
  private var schemaVersion: Int64 = 1
  private let cancellation = Mutex<PostgresCancellation?>(nil)
  private let isClosed = Atomic(false)

  /// - Parameters:
  ///   - patience: How long the server has for one statement.
  ///   - onConnect: What is done with each new connection.
  init(
    _ configuration: PostgresConfiguration,
    _ changes: any PostgresChangeSource,
    patience: Duration,
    onConnect: (@Sendable (PostgresConnection) throws -> Void)?
  ) {
    (self.configuration, self.changes, self.patience) = (configuration, changes, patience)
    self.onConnect = onConnect
  }

  /// Uses the reader; whoever comes meanwhile waits.
  func use<Output>(_ body: (PostgresSnapshotReader) throws -> Output) throws -> Output {
    lock.lock()
    defer { lock.unlock() }
    return try body(open())
  }

  private func open() throws -> PostgresSnapshotReader {
    guard !isClosed.load(ordering: .sequentiallyConsistent) else {
      throw StreamUnavailable(reason: .closed)
    }
    if let reader, reader.connection.isStillOpen() { return reader }
    // What another server says may be something else.
    schemaVersion = (reader?.schemaVersion ?? schemaVersion) + 1
    reader = nil
    let connection = try PostgresConnection(configuration)
    cancellation.withLock { $0 = connection.cancellation }
    try connection.answering(within: patience) {
      try onConnect?(connection)
      // It waits between refreshes, and within one for the change stream.
      try connection.execute(
        script: "SET idle_in_transaction_session_timeout = 0; SET idle_session_timeout = 0"
      )
    }
    let opened = PostgresSnapshotReader(
      connection,
      changes,
      patience: patience,
      schemaVersion: schemaVersion
    )
    reader = opened
    return opened
  }

  /// Closes the connection; what it does is cancelled, and where the server does not take note of that, left.
  func close() {
    isClosed.store(true, ordering: .sequentiallyConsistent)
    _ = cancellation.withLock(\.self)?.cancel(within: .seconds(1))
    if !lock.lock(before: Date(timeIntervalSinceNow: 2)) {
      cancellation.withLock(\.self)?.disconnect()
      lock.lock()
    }
    defer { lock.unlock() }
    reader?.connection.close()
    reader = nil
  }
}
