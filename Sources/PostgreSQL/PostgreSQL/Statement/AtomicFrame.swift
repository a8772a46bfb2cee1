/// A frame in which statements take effect together, or not at all.
struct AtomicFrame {
  /// The command that begins it.
  let beginning: String
  /// The command that ends it, after which its statements have taken effect.
  let end: String
  /// The commands that undo its statements.
  private let undoing: String
  /// Whether it is a transaction, not a savepoint in one.
  let isTransaction: Bool

  /// A transaction.
  static let transaction = AtomicFrame(
    beginning: "BEGIN",
    end: "COMMIT",
    undoing: "ROLLBACK",
    isTransaction: true
  )

  /// A savepoint in a transaction.
  ///
  /// Commands refer to the newest savepoint of a name, and one of an inner frame that has failed is
  /// still there. So each depth has a name of its own.
  ///
  /// - Parameter depth: The number of frames around it.
  static func savepoint(depth: Int) -> AtomicFrame {
    let name = "livesql_whole_\(depth + 1)"
    return AtomicFrame(
      beginning: "SAVEPOINT \(name)",
      end: "RELEASE SAVEPOINT \(name)",
      undoing: "ROLLBACK TO SAVEPOINT \(name); RELEASE SAVEPOINT \(name)",
      isTransaction: false
    )
  }

  /// Returns the frame for a connection; `nil` if a transaction was aborted, or the connection
  /// lost.
  static func of(_ connection: PostgresConnection) -> AtomicFrame? {
    switch connection.transactionStatus {
    case .idle: .transaction
    case .inTransaction: .savepoint(depth: connection.frameDepth)
    case .active, .inFailedTransaction, .unknown: nil
    }
  }

  /// Undoes the statements.
  ///
  /// - Parameter isAborted: Whether a statement of the frame has failed on the server. Then a
  ///   transaction around the frame stays aborted, as after any other error.
  func undo(on connection: PostgresConnection, isAborted: Bool) {
    let isOpen = [.inTransaction, .inFailedTransaction].contains(connection.transactionStatus)
    guard isOpen, isTransaction || !isAborted else { return }
    // If that fails, the connection is lost, which the next use reports.
    try? connection.execute(script: undoing)
  }
}

extension PostgresConnection {
  /// Runs a closure whose statements take effect together, or not at all.
  ///
  /// Outside of a transaction, it begins and commits one. Within one, it runs in a savepoint, which
  /// takes two round trips: if the closure throws an error of its own, the transaction continues
  /// without what the closure did; after an error of the server it is aborted, as usual.
  ///
  /// - Returns: The closure's result.
  /// - Throws: Any error that the closure throws, or ``PostgresError``.
  package func atomically<Result>(_ body: () throws -> Result) throws -> Result {
    let frame = AtomicFrame.of(self)
    if let frame { try execute(script: frame.beginning) }
    frameDepth += 1
    defer { frameDepth -= 1 }
    do {
      let result = try body()
      if let frame { try execute(script: frame.end) }
      return result
    } catch {
      // The first error is the one to throw.
      // The server names the routine that failed; a copy that was abandoned has failed because of
      // another error.
      let isOfServer = (error as? PostgresError)?.routine != nil
      let isAborted = isOfServer && transactionStatus == .inFailedTransaction
      frame?.undo(on: self, isAborted: isAborted)
      throw error
    }
  }
}
