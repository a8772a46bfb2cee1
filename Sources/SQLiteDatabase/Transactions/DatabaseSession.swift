/// The connection of a queue, kept for several accesses: a transaction that one begins, a later one may end.
///
/// It is for prompts, at which a person types `BEGIN`, and perhaps `COMMIT`. Other accesses to the same object wait until
/// the session has ended.
package final class DatabaseSession: Sendable {
  private let writer: WriterAccess

  /// Waits for the connection, and keeps it until ``end()``.
  package init(on database: DatabaseQueue) async throws {
    writer = database.writer
    try await writer.lease()
  }

  /// Uses the connection; cancelling the task interrupts what runs, and undoes what SQLite undoes then.
  ///
  /// - Parameters:
  ///   - readOnly: Whether statements that write are refused.
  ///   - body: What to do; it runs on the connection's thread.
  package func run<Result: Sendable>(
    readOnly: Bool = false,
    _ body: @escaping @Sendable (Database) throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    let flag = CancellationFlag()
    return try await writer.connection.executor.run(onCancel: { flag.cancel() }) { [writer] in
      try writer.connection.runKept(readOnly: readOnly, cancellation: flag, body)
    }
  }

  /// Rolls back what is open, and gives the connection back; the session is not used after it.
  package func end() async {
    try? await writer.connection.executor.run { [writer] in
      try writer.connection.runKept(readOnly: false, cancellation: nil) { $0.rollbackIfOpen() }
    }
    writer.giveBack()
  }
}
