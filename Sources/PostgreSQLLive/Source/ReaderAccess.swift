import Foundation
import PostgreSQL
import Synchronization

/// The connection on which live queries are read, opened where it is needed and again where it was lost.
///
/// `@unchecked Sendable`: the reader is used by who holds the lock alone, so by one thread at a time, as libpq wants it.
final class ReaderAccess: @unchecked Sendable {
  private let lock = NSLock()
  private let configuration: PostgresConfiguration
  private let changes: any PostgresChangeSource
  private var reader: PostgresSnapshotReader?
  private var schemaVersion: Int64 = 1
  private let cancellation = Mutex<PostgresCancellation?>(nil)
  private let isClosed = Atomic(false)

  init(_ configuration: PostgresConfiguration, _ changes: any PostgresChangeSource) {
    (self.configuration, self.changes) = (configuration, changes)
  }

  /// Uses the reader; whoever comes meanwhile waits.
  func use<Output>(_ body: (PostgresSnapshotReader) throws -> Output) throws -> Output {
    lock.lock()
    defer { lock.unlock() }
    return try body(open())
  }

  /// Uses the reader, unless somebody else does, or there is none.
  func useIfFree(_ body: (PostgresSnapshotReader) -> Void) {
    guard lock.try() else { return }
    defer { lock.unlock() }
    if let reader, reader.connection.isOpen { body(reader) }
  }

  private func open() throws -> PostgresSnapshotReader {
    guard !isClosed.load(ordering: .sequentiallyConsistent) else {
      throw StreamUnavailable(reason: .closed)
    }
    if let reader, reader.connection.isOpen { return reader }
    // What another server says may be something else.
    schemaVersion = (reader?.schemaVersion ?? schemaVersion) + 1
    reader = nil
    let connection = try PostgresConnection(configuration)
    cancellation.withLock { $0 = connection.cancellation }
    let opened = PostgresSnapshotReader(connection, changes, schemaVersion: schemaVersion)
    reader = opened
    return opened
  }

  /// Closes the connection; what it does is cancelled.
  func close() {
    isClosed.store(true, ordering: .sequentiallyConsistent)
    _ = cancellation.withLock { $0?.cancel() }
    lock.lock()
    defer { lock.unlock() }
    reader?.connection.close()
    reader = nil
  }
}
