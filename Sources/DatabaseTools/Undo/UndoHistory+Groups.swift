import Synchronization

/// A part of a task in which a history records in another way.
private struct UndoScope: Sendable {
  let history: ObjectIdentifier
  /// The group to which transactions belong; `nil` where they are not recorded.
  let group: UndoGroup?

  @TaskLocal static var current: [UndoScope] = []
}

extension UndoHistory {
  /// Makes the transactions of a closure one step, which has a name.
  ///
  /// ```swift
  /// try history.group(named: "Sort") {
  ///   for list in lists { try database.write { db in try sort(list, db) } }
  /// }
  /// ```
  ///
  /// Only what this task writes within the closure belongs to the group. Within another group it is part of that one. Where
  /// somebody else writes in between, what comes afterwards is a step of its own.
  ///
  /// - Parameters:
  ///   - name: What a menu shows; of groups within each other the outermost name counts.
  ///   - body: What to do.
  public func group<Result>(named name: String? = nil, _ body: () throws -> Result) rethrows
    -> Result
  {
    try UndoScope.$current.withValue(scopes(adding: UndoGroup(name)), operation: body)
  }

  /// Makes the transactions of a closure one step, which has a name.
  ///
  /// - Parameters:
  ///   - name: What a menu shows; of groups within each other the outermost name counts.
  ///   - body: What to do; what tasks write that it starts as its children belongs to it too.
  public func group<Result>(named name: String? = nil, _ body: () async throws -> Result)
    async rethrows -> Result
  {
    try await UndoScope.$current.withValue(scopes(adding: UndoGroup(name)), operation: body)
  }

  /// Does not record the transactions of a closure: what it writes cannot be undone.
  ///
  /// What can be undone stays so. Where it changes the same rows, that is a conflict, as with others' changes.
  public func withoutRecording<Result>(_ body: () throws -> Result) rethrows -> Result {
    try UndoScope.$current.withValue(scopes(adding: nil), operation: body)
  }

  /// Does not record the transactions of a closure: what it writes cannot be undone.
  public func withoutRecording<Result>(_ body: () async throws -> Result) async rethrows
    -> Result
  {
    try await UndoScope.$current.withValue(scopes(adding: nil), operation: body)
  }

  /// Begins a group: all transactions are one step until ``endGroup()``, whoever makes them.
  ///
  /// It is for what has no closure, such as a slider that is being dragged. Groups within each other are one.
  ///
  /// - Parameter name: What a menu shows.
  public func beginGroup(named name: String? = nil) {
    state.withLock { state in
      guard let (group, depth) = state.openGroup else {
        return state.openGroup = (UndoGroup(name), 1)
      }
      state.openGroup = (group, depth + 1)
    }
  }

  /// Ends a group; nothing where none was begun.
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

  /// Whether what this task writes is not recorded.
  var isRecordingSuspended: Bool { ownScopes.contains { $0.group == nil } }

  /// Whether this task is in a group.
  var isInGroupOfThisTask: Bool { ownScopes.contains { $0.group != nil } }

  /// The group of a transaction that this task makes, and the step's name.
  func groupOfThisTask(_ state: State) -> (group: UndoGroup?, name: String?) {
    let groups = [state.openGroup?.group].compactMap(\.self) + ownScopes.compactMap(\.group)
    return (groups.first, groups.lazy.compactMap(\.name).first)
  }
}
