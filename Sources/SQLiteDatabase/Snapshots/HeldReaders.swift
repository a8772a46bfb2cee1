import DatabaseTypes
import SQLite

/// Connections whose read transactions show one state, and the line of those who want one.
final class HeldReaders: Sendable {
  private let connections: [SerializedConnection]
  private let lender: Lender<SerializedConnection>
  private let path: String

  init(_ connections: [SerializedConnection], path: String) {
    self.connections = connections
    self.path = path
    lender = Lender(limit: connections.count, connections)
  }

  /// How many there are.
  var count: Int { connections.count }

  /// Makes the statements that run now fail.
  func interrupt() { for connection in connections { connection.interrupt() } }

  /// Runs an access on this thread, when it is its turn.
  func sync<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try checkNesting()
    let reader = try reader(of: lender.lease())
    defer { lender.giveBack(reader) }
    return try reader.run(readOnly: true, body)
  }

  /// Runs an access on a reader's thread, when it is its turn.
  func async<Result: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    return try await AccessSteps.run { [self] in
      let reader = try reader(of: await lender.lease())
      return try await reader.runAsync(
        readOnly: true,
        giveBack: { [lender] in lender.giveBack(reader) },
        body
      )
    }
  }

  /// Closes all of them, when nobody reads.
  func close() throws {
    try checkNesting()
    let grant: Grant<SerializedConnection>
    do { grant = try lender.lease(LenderWish(isBarrier: true)) } catch let error as DatabaseError
      where error.code == .closed
    { return }
    guard case .barrier(var open) = grant else {
      preconditionFailure("A barrier was asked for and a reader was given")
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
    // All of them are open, and those that failed to close are fewer than before.
    guard case .item(let reader) = grant else {
      lender.giveBack(nil)
      throw DatabaseError.closed(path: path)
    }
    return reader
  }

  private func checkNesting() throws {
    guard connections.contains(where: \.isRunningOnThisThread) else { return }
    throw DatabaseError(
      code: .nestedAccess,
      message:
        "A read was started within another of the same snapshot on the same thread, or it was closed there. Pass `db` on "
        + "to where it is needed.",
      path: path
    )
  }
}

extension Database {
  /// Begins a read transaction that goes on when its access has ended.
  ///
  /// The connection is used for nothing else from then on.
  fileprivate func holdSnapshot() throws {
    try access(readOnly: true, cancellation: nil) { db in
      let mode = try internalRows("PRAGMA journal_mode", []).first?[0].text(at: 0) ?? "unknown"
      guard mode == "wal" else {
        throw DatabaseError(
          code: .misuse,
          message:
            "A snapshot needs a write-ahead log, since otherwise nobody could write while it is there, but the journal mode "
            + "is \(mode). Use a `DatabasePool`, or `Configuration.journalMode = .wal`.",
          path: path
        )
      }
      try control(.begin(.deferred))
      // From here on the transaction is not the access's to end.
      holdsSnapshot = true
      isInManagedTransaction = true
      try checkSchemaVersion()
    }
  }
}

extension DatabaseOpening {
  /// Opens a connection that shows the state of now from then on.
  func openHeldReader(_ source: ChangeSource) throws -> SerializedConnection {
    let database = try openReader(source)
    // The schema does not change in the snapshot, whatever the writer does.
    database.writersSchema = nil
    try database.holdSnapshot()
    let label = (configuration.label ?? "LiveSQL.DatabaseSnapshot") + ".snapshot"
    return SerializedConnection(database, executor: ConnectionExecutor(label: label))
  }

  /// Throws for a database in memory.
  func checkMayHaveSnapshots() throws {
    let isMemory =
      path == ":memory:" || flags.contains(.memory) || flags.contains(.uri)
      || sharedMemoryName != nil
    guard isMemory else { return }
    throw DatabaseError(
      code: .misuse,
      message:
        "A database in memory has no snapshots: nobody could write while one is there. Read what is needed in one `read`, or "
        + "use a file.",
      path: path
    )
  }
}

extension DatabaseError {
  static func lostSnapshot(path: String) -> DatabaseError {
    DatabaseError(
      code: .transactionAborted,
      message:
        "SQLite has ended the snapshot after an error, so that its state cannot be read any more. Make another snapshot.",
      resultCode: .abort,
      path: path
    )
  }
}
