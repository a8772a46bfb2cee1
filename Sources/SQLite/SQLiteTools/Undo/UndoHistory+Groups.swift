import DatabaseTypes
import Synchronization

/// A scope of a task in which a history records differently.
private struct UndoScope: Sendable {
  let history: ObjectIdentifier
  /// The group that transactions belong to; `nil` if they are not recorded.
  let group: UndoGroup?

  @TaskLocal static var current: [UndoScope] = []
}

extension UndoHistory {
  /// Makes the transactions of a closure one step, optionally with a name.
  ///
  /// ```swift
  /// try history.group(named: "Sort") {
  ///   for list in lists { try database.write { db in try sort(list, db) } }
  /// }
  /// ```
  ///
  /// Only the writes of this task within the closure belong to the group. Within another group,
  /// they are part of that one. If someone else writes in between, the writes after that are a
  /// separate step. If a transaction of the group cannot be recorded, nothing of the group can be
  /// undone, and ``resetReason`` says why.
  ///
  /// - Parameters:
  ///   - name: The name for a menu; of nested groups the outermost name counts.
  ///   - body: The work.
  public func group<Result>(named name: String? = nil, _ body: () throws -> Result) rethrows
    -> Result
  {
    try UndoScope.$current.withValue(scopes(adding: UndoGroup(name)), operation: body)
  }

  /// Makes the transactions of a closure one step, optionally with a name.
  ///
  /// - Parameters:
  ///   - name: The name for a menu; of nested groups the outermost name counts.
  ///   - body: The work; writes of its child tasks belong to the group too.
  public func group<Result>(named name: String? = nil, _ body: () async throws -> Result)
    async rethrows -> Result
  {
    try await UndoScope.$current.withValue(
      scopes(adding: UndoGroup(name)),
      keepingIsolation: #isolation,
      operation: body
    )
  }

  /// Does not record the transactions of a closure: its writes cannot be undone.
  ///
  /// Earlier steps can still be undone. If the closure changes rows of such a step, that is a
  /// conflict, as with changes of others.
  public func withoutRecording<Result>(_ body: () throws -> Result) rethrows -> Result {
    try UndoScope.$current.withValue(scopes(adding: nil), operation: body)
  }

  /// Does not record the transactions of a closure: its writes cannot be undone.
  public func withoutRecording<Result>(_ body: () async throws -> Result) async rethrows
    -> Result
  {
    try await UndoScope.$current.withValue(
      scopes(adding: nil),
      keepingIsolation: #isolation,
      operation: body
    )
  }

  /// Begins a group: all transactions, whoever makes them, are one step until ``endGroup()``.
  ///
  /// It is meant for work without a closure, such as dragging a slider. Nested groups are one
  /// group.
  ///
  /// - Parameter name: The name for a menu.
  public func beginGroup(named name: String? = nil) {
    state.withLock { state in
      guard let (group, depth) = state.openGroup else {
        return state.openGroup = (UndoGroup(name), 1)
      }
      state.openGroup = (group, depth + 1)
    }
  }

  /// Ends a group; does nothing if none was begun.
  public func endGroup() {
    state.withLock { state in
      guard let (group, depth) = state.openGroup else { return }
      state.openGroup = depth > 1 ? (group, depth - 1) : nil
    }
  }

  private func scopes(adding group: UndoGroup?) -> [UndoScope] {
    UndoScope.current + [UndoScope(history: ObjectIdentifier(self), group: group)]
  }

  private var ownScopes: [UndoScope] {
    UndoScope.current.filter { $0.history == ObjectIdentifier(self) }
  }

  /// Whether the writes of this task are not recorded.
  var isRecordingSuspended: Bool { ownScopes.contains { $0.group == nil } }

  /// Whether this task is in a group.
  var isInGroupOfThisTask: Bool { ownScopes.contains { $0.group != nil } }

  /// Returns the group of a transaction of this task, and the name of its step.
  func groupOfThisTask(_ state: State) -> (group: UndoGroup?, name: String?) {
    let groups = [state.openGroup?.group].compactMap(\.self) + ownScopes.compactMap(\.group)
    return (groups.first, groups.lazy.compactMap(\.name).first)
  }
}
