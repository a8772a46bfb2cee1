/// The connection of a queue, held for several accesses, so that transactions can span accesses.
///
/// It is meant for prompts, at which a user types `BEGIN` and later `COMMIT`. Other accesses to the
/// same object wait until the session has ended.
package final class DatabaseSession: Sendable {
  private let writer: WriterAccess

  /// Waits for the connection, and holds it until ``end()``.
  package init(on database: DatabaseQueue) async throws {
    writer = database.writer
    try await writer.lease()
  }

  /// Uses the connection for an access, which may leave a transaction open.
  ///
  /// Cancelling the task interrupts the running statement; SQLite then rolls back whatever an
  /// interrupt rolls back.
  ///
  /// - Parameters:
  ///   - readOnly: Whether statements that write are rejected.
  ///   - body: The access, which runs on the connection's thread.
  package func run<Result: Sendable>(
    readOnly: Bool = false,
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    let flag = CancellationFlag()
    return try await writer.connection.executor.run(onCancel: { flag.cancel() }) { [writer] in
      try writer.connection.runInSession(readOnly: readOnly, cancellation: flag, body)
    }
  }

  /// Rolls back an open transaction, and returns the connection; the session must not be used
  /// afterwards.
  package func end() async {
    try? await writer.connection.executor.run { [writer] in
      try writer.connection.runInSession(readOnly: false, cancellation: nil) { $0.rollbackIfOpen() }
    }
    writer.returnLease()
  }
}
