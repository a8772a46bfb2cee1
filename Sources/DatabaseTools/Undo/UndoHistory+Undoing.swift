import SQLiteDatabase
import Synchronization

extension UndoHistory {
  /// Makes what the last step changed what it was before it, in one transaction.
  ///
  /// It waits for the writer, and blocks the thread meanwhile. Nothing is undone where it throws.
  ///
  /// - Parameter policy: What becomes of rows that others have changed since.
  /// - Returns: What was done; `nil` where there is nothing to undo.
  /// - Throws: ``UndoError``, or a ``DatabaseError``.
  @discardableResult
  public func undo(onConflict policy: UndoConflictPolicy = .throw) throws -> UndoOutcome? {
    try checkGroups()
    return try database.writeWithoutTransaction { db in try self.play(.undo, policy, db) }
  }

  /// Makes what the last step changed what it was before it, in one transaction.
  ///
  /// - Parameter policy: What becomes of rows that others have changed since.
  /// - Returns: What was done; `nil` where there is nothing to undo.
  /// - Throws: ``UndoError``, a ``DatabaseError``, or `CancellationError`.
  @discardableResult
  public func undo(onConflict policy: UndoConflictPolicy = .throw) async throws -> UndoOutcome? {
    try checkGroups()
    return try await database.writeWithoutTransaction { db in try self.play(.undo, policy, db) }
  }

  /// Takes back what was undone last, in one transaction.
  ///
  /// It waits for the writer, and blocks the thread meanwhile. Whatever is recorded after an undo leaves nothing to redo.
  ///
  /// - Parameter policy: What becomes of rows that others have changed since.
  /// - Returns: What was done; `nil` where there is nothing to redo.
  /// - Throws: ``UndoError``, or a ``DatabaseError``.
  @discardableResult
  public func redo(onConflict policy: UndoConflictPolicy = .throw) throws -> UndoOutcome? {
    try checkGroups()
    return try database.writeWithoutTransaction { db in try self.play(.redo, policy, db) }
  }

  /// Takes back what was undone last, in one transaction.
  ///
  /// - Parameter policy: What becomes of rows that others have changed since.
  /// - Returns: What was done; `nil` where there is nothing to redo.
  /// - Throws: ``UndoError``, a ``DatabaseError``, or `CancellationError`.
  @discardableResult
  public func redo(onConflict policy: UndoConflictPolicy = .throw) async throws -> UndoOutcome? {
    try checkGroups()
    return try await database.writeWithoutTransaction { db in try self.play(.redo, policy, db) }
  }

  private func checkGroups() throws {
    if isInGroupOfThisTask || state.withLock({ $0.openGroup != nil }) {
      throw UndoError.groupIsOpen
    }
  }
}

/// What is done with a step.
private enum UndoDirection { case undo, redo }

extension UndoHistory.State {
  /// The step that is next.
  fileprivate func step(_ direction: UndoDirection) -> UndoStep? {
    direction == .undo ? undoSteps.last : redoSteps.last
  }

  /// Notes that the next step was taken back, by what became one itself.
  fileprivate mutating func didPlay(_ direction: UndoDirection, _ inverse: UndoStep) {
    switch direction {
    case .undo:
      undoSteps.removeLast()
      if !inverse.isEmpty { redoSteps.append(inverse) }
    case .redo:
      redoSteps.removeLast()
      if !inverse.isEmpty { undoSteps.append(inverse) }
    }
  }
}

extension UndoHistory {
  /// Takes back a step, on the writer: so no other step comes meanwhile.
  private func play(_ direction: UndoDirection, _ policy: UndoConflictPolicy, _ db: Database) throws
    -> UndoOutcome?
  {
    guard let step = state.withLock({ $0.step(direction) }) else { return nil }
    try checkSchema(of: step, db)
    let restoring = try UndoRestoring(step, policy, db)
    state.withLock { $0.isPlaying = true }
    defer { state.withLock { $0.isPlaying = false } }
    let (inverse, outcome) = try restoring.run()
    state.withLock { $0.didPlay(direction, inverse) }
    tellObservers()
    return outcome
  }

  /// Another process may have changed the schema, of which nothing is told.
  private func checkSchema(of step: UndoStep, _ db: Database) throws {
    let isSame = try step.schemaVersions.allSatisfy { schema, version in
      try db.schemaVersion(of: schema) == version
    }
    if isSame { return }
    state.withLock { $0.forget(.schemaChange) }
    tellObservers()
    throw UndoError.gap(.schemaChange)
  }
}
