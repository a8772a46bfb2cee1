import Foundation
import PostgreSQL
import Synchronization

/// The connection on which live queries are read, opened when needed, and again if it was lost.
///
/// `@unchecked Sendable`: the reader is used only by the holder of the lock, so by one thread at a
/// time, as libpq requires.
final class ReaderAccess: @unchecked Sendable {
  private let lock = NSLock()
  private let configuration: PostgresConfiguration
  private let onConnect: (@Sendable (PostgresConnection) throws -> Void)?
  private let changes: any PostgresChangeSource
  private let answerTimeout: Duration
  private var reader: PostgresSnapshotReader?
  private var schemaVersion: Int64 = 1
  private var catalog = CatalogFingerprint()
  private let cancellation = Mutex<PostgresCancellation?>(nil)
  private let isClosed = Atomic(false)
  private let connected = Atomic(false)

  /// Creates an access to a reader; nothing is opened yet.
  ///
  /// - Parameters:
  ///   - answerTimeout: The time within which the server must answer one statement.
  ///   - onConnect: A closure that prepares each new connection.
  init(
    _ configuration: PostgresConfiguration,
    _ changes: any PostgresChangeSource,
    answerTimeout: Duration,
    onConnect: (@Sendable (PostgresConnection) throws -> Void)?
  ) {
    (self.configuration, self.changes, self.answerTimeout) = (configuration, changes, answerTimeout)
    self.onConnect = onConnect
  }

  /// Whether the server could be reached at some time.
  var hasConnected: Bool { connected.load(ordering: .relaxed) }

  /// Calls a closure with the reader; other callers wait meanwhile.
  func use<Output>(_ body: (PostgresSnapshotReader) throws -> Output) throws -> Output {
    lock.lock()
    defer { lock.unlock() }
    return try body(open())
  }

  /// Calls a closure with the reader if it is connected; other callers wait meanwhile.
  func useIfOpen(_ body: (PostgresSnapshotReader) -> Void) {
    lock.lock()
    defer { lock.unlock() }
    if let reader, reader.connection.isStillOpen() { body(reader) }
  }

  private func open() throws -> PostgresSnapshotReader {
    guard !isClosed.load(ordering: .sequentiallyConsistent) else {
      throw StreamUnavailable(reason: .closed)
    }
    if let reader, reader.connection.isStillOpen() { return reader }
    // Another server may have another schema.
    schemaVersion = (reader?.schemaVersion ?? schemaVersion) + 1
    catalog = reader?.catalog ?? catalog
    reader = nil
    let connection = try PostgresConnection(configuration)
    cancellation.withLock { $0 = connection.cancellation }
    try connection.answering(within: answerTimeout) {
      try onConnect?(connection)
      // The session is idle between refreshes, and within one while it waits for the change stream.
      try connection.execute(
        script: "SET idle_in_transaction_session_timeout = 0; SET idle_session_timeout = 0"
      )
    }
    let opened = PostgresSnapshotReader(
      connection,
      changes,
      answerTimeout: answerTimeout,
      schemaVersion: schemaVersion,
      catalog: catalog
    )
    reader = opened
    connected.store(true, ordering: .relaxed)
    return opened
  }

  /// Closes the connection after cancelling its work; if the server does not accept that,
  /// disconnects.
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
