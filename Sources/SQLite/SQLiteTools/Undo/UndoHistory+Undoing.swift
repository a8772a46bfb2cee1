import DatabaseTypes
import SQLiteDatabase
import Synchronization

extension UndoHistory {
  /// Undoes the last step in one transaction: restores the rows that it changed.
  ///
  /// It waits for the writer, and blocks the thread meanwhile. If it throws, nothing is undone.
  ///
  /// - Parameter policy: The policy for rows that others have changed since.
  /// - Returns: The result; `nil` if there is nothing to undo.
  /// - Throws: ``UndoError``, or ``DatabaseError``.
  @discardableResult
  public func undo(onConflict policy: UndoConflictPolicy = .throw) throws -> UndoOutcome? {
    try checkGroups()
    return try database.writeWithoutTransaction { db in try self.restore(.undo, policy, db) }
  }

  /// Undoes the last step in one transaction: restores the rows that it changed.
  ///
  /// - Parameter policy: The policy for rows that others have changed since.
  /// - Returns: The result; `nil` if there is nothing to undo.
  /// - Throws: ``UndoError``, ``DatabaseError``, or `CancellationError`.
  @discardableResult
  public func undo(onConflict policy: UndoConflictPolicy = .throw) async throws -> UndoOutcome? {
    try checkGroups()
    return try await database.writeWithoutTransaction { db in try self.restore(.undo, policy, db) }
  }

  /// Redoes the step that was undone last, in one transaction.
  ///
  /// It waits for the writer, and blocks the thread meanwhile. Once anything is recorded after an
  /// undo, there is nothing to redo.
  ///
  /// - Parameter policy: The policy for rows that others have changed since.
  /// - Returns: The result; `nil` if there is nothing to redo.
  /// - Throws: ``UndoError``, or ``DatabaseError``.
  @discardableResult
  public func redo(onConflict policy: UndoConflictPolicy = .throw) throws -> UndoOutcome? {
    try checkGroups()
    return try database.writeWithoutTransaction { db in try self.restore(.redo, policy, db) }
  }

  /// Redoes the step that was undone last, in one transaction.
  ///
  /// - Parameter policy: The policy for rows that others have changed since.
  /// - Returns: The result; `nil` if there is nothing to redo.
  /// - Throws: ``UndoError``, ``DatabaseError``, or `CancellationError`.
  @discardableResult
  public func redo(onConflict policy: UndoConflictPolicy = .throw) async throws -> UndoOutcome? {
    try checkGroups()
    return try await database.writeWithoutTransaction { db in try self.restore(.redo, policy, db) }
  }

  private func checkGroups() throws {
    if isInGroupOfThisTask || state.withLock({ $0.openGroup != nil }) {
      throw UndoError.groupIsOpen
    }
  }
}

/// The direction in which a step is restored.
private enum UndoDirection { case undo, redo }

extension UndoHistory.State {
  /// Returns the next step in a direction.
  fileprivate func step(_ direction: UndoDirection) -> UndoStep? {
    direction == .undo ? undoSteps.last : redoSteps.last
  }

  /// Records that the next step was undone or redone, and keeps the step that reverses that.
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
  /// Undoes or redoes a step on the writer, so that no other step is recorded meanwhile.
  private func restore(_ direction: UndoDirection, _ policy: UndoConflictPolicy, _ db: Database)
    throws
    -> UndoOutcome?
  {
    guard let step = state.withLock({ $0.step(direction) }) else { return nil }
    try checkSchema(of: step, db)
    let restoring = try UndoRestoring(step, policy, db)
    state.withLock { $0.isRestoring = true }
    defer { state.withLock { $0.isRestoring = false } }
    let (inverse, outcome) = try restoring.run()
    state.withLock { $0.didPlay(direction, inverse) }
    notifyObservers()
    return outcome
  }

  /// Checks the schema, which another process may have changed without a report.
  private func checkSchema(of step: UndoStep, _ db: Database) throws {
    let isSame = try step.schemaVersions.allSatisfy { schema, version in
      try db.schemaVersion(of: schema.text) == version
    }
    if isSame { return }
    state.withLock { $0.forget(.schemaChange) }
    notifyObservers()
    throw UndoError.reset(.schemaChange)
  }
}
