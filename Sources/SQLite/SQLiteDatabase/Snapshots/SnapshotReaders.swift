import DatabaseTypes
import SQLite

/// Connections whose read transactions show the same state, and the queue of accesses that wait.
final class SnapshotReaders: Sendable {
  private let connections: [SerializedConnection]
  private let lender: ConnectionLender<SerializedConnection>
  private let path: String

  init(_ connections: [SerializedConnection], path: String) {
    self.connections = connections
    self.path = path
    lender = ConnectionLender(limit: connections.count, connections)
  }

  /// The number of connections.
  var count: Int { connections.count }

  /// Makes running statements fail.
  func interrupt() { for connection in connections { connection.interrupt() } }

  /// Runs an access on this thread when it is its turn.
  func sync<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try checkNesting()
    let reader = try reader(of: lender.lease())
    defer { lender.returnLease(reader) }
    return try reader.run(readOnly: true, body)
  }

  /// Runs an access on a reader's thread when it is its turn.
  func async<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    return try await AccessStepExecutor.run { [self] in
      let reader = try reader(of: await lender.lease())
      return try await reader.runAsync(
        readOnly: true,
        returnLease: { [lender] in lender.returnLease(reader) },
        body
      )
    }
  }

  /// Closes all connections once no reads are running.
  func close() throws {
    try checkNesting()
    let grant: Grant<SerializedConnection>
    do { grant = try lender.lease(LeaseRequest(isBarrier: true)) } catch let error as DatabaseError
      where error.code == .closed
    { return }
    guard case .barrier(var open) = grant else {
      preconditionFailure("A barrier was requested and a reader was granted")
    }
    while let reader = open.last {
      do { try reader.close() } catch {
        lender.liftBarrier(open)
        throw error
      }
      open.removeLast()
    }
    lender.close(DatabaseError.closed(path: path))
  }

  private func reader(of grant: Grant<SerializedConnection>) throws -> SerializedConnection {
    // All connections are open, and there are fewer of them after one failed to close.
    guard case .item(let reader) = grant else {
      lender.returnLease(nil)
      throw DatabaseError.closed(path: path)
    }
    return reader
  }

  private func checkNesting() throws {
    guard connections.contains(where: \.isRunningOnThisThread) else { return }
    throw DatabaseError(
      code: .nestedAccess,
      message:
        "A read was started within another read of the same snapshot on the same thread, or the snapshot was "
        + "closed there. Pass `db` to where it is needed.",
      path: path
    )
  }
}

extension Database {
  /// Begins a read transaction that stays open after its access has ended.
  ///
  /// From then on, the connection is used for nothing else.
  fileprivate func holdSnapshot() throws {
    try access(readOnly: true, cancellation: nil) { db in
      let mode = try internalRows("PRAGMA journal_mode", []).first?[0].text(at: 0) ?? "unknown"
      guard mode == "wal" else {
        throw DatabaseError(
          code: .misuse,
          message:
            "A snapshot needs a write-ahead log, since no one could write otherwise, but the journal mode is "
            + "\(mode). Use a `DatabasePool`, or `Configuration.journalMode = .wal`.",
          path: path
        )
      }
      try control(.begin(.deferred))
      // From here on, the access must not end the transaction.
      holdsSnapshot = true
      isInManagedTransaction = true
      try checkSchemaVersion()
    }
  }
}

extension DatabaseOpening {
  /// Opens a connection that keeps showing the current state.
  func openSnapshotReader(_ source: ChangeSource) throws -> SerializedConnection {
    let database = try openReader(source)
    // The schema does not change in the snapshot, whatever the writer does.
    database.writerSchemaChanges = nil
    try database.holdSnapshot()
    let label = (configuration.label ?? "LiveSQL.DatabaseSnapshot") + ".snapshot"
    return SerializedConnection(database, executor: ConnectionExecutor(label: label))
  }

  /// Throws for a database in memory.
  func checkSupportsSnapshots() throws {
    let isMemory =
      path == ":memory:" || flags.contains(.memory) || flags.contains(.uri)
      || sharedMemoryName != nil
    guard isMemory else { return }
    throw DatabaseError(
      code: .misuse,
      message:
        "A database in memory does not support snapshots: no one could write while one exists. Read everything "
        + "in one `read`, or use a file.",
      path: path
    )
  }
}

extension DatabaseError {
  static func lostSnapshot(path: String) -> DatabaseError {
    DatabaseError(
      code: .transactionAborted,
      message:
        "SQLite has ended the snapshot after an error, so its state can no longer be read. Create another snapshot.",
      resultCode: .abort,
      path: path
    )
  }
}
