/// A keeper of undo actions: Foundation's `UndoManager`, on platforms that have it.
@MainActor
public protocol UndoActionManaging: AnyObject {
  /// Registers an action: for redoing while the manager undoes, otherwise for undoing.
  func registerUndo<Target: AnyObject>(
    withTarget target: Target,
    handler: @escaping @MainActor @Sendable (Target) -> Void
  )

  /// Sets the name of the action that was registered last.
  func setActionName(_ actionName: String)

  /// Removes the actions of a target.
  func removeAllActions(withTarget target: Any)
}

/// A connection between a history and an `UndoManager`.
///
/// Each step of the history becomes an action of the manager, which then undoes and redoes it, and
/// shows its name in the Edit menu.
///
/// ```swift
/// connection = history.connect(to: undoManager) { error in self.problem = "\(error)" }
/// ```
///
/// While the connection exists, undo and redo only through the manager, which does not notice what
/// the history undoes directly. The connection ends when it is released.
@MainActor
public final class UndoManagerConnection {
  private let actions: UndoManagerActions

  fileprivate init(_ actions: UndoManagerActions) {
    self.actions = actions
    actions.begin()
  }

  deinit {
    // The task ends quickly.
    Task { @MainActor [actions] in actions.end() }
  }
}

/// The actions of an undo manager that represent the steps of a history.
@MainActor
private final class UndoManagerActions {
  private let history: UndoHistory
  private weak var manager: (any UndoActionManaging)?
  private let policy: UndoConflictPolicy
  private let onError: @MainActor (any Error) -> Void
  /// The number of recorded steps that the manager knows of.
  private var knownCount: Int
  private var follower: Int?

  init(
    _ history: UndoHistory,
    _ manager: any UndoActionManaging,
    _ policy: UndoConflictPolicy,
    _ onError: @escaping @MainActor (any Error) -> Void
  ) {
    self.history = history
    self.manager = manager
    self.policy = policy
    self.onError = onError
    knownCount = history.recordCount
  }

  func begin() { follower = history.addFollower { [weak self] in self?.follow() } }

  func end() {
    if let follower { history.removeFollower(follower) }
    manager?.removeAllActions(withTarget: self)
  }

  /// Registers the steps that were recorded since the last call.
  private func follow() {
    let count = history.recordCount
    if !history.canUndo, !history.canRedo { manager?.removeAllActions(withTarget: self) }
    let newCount = min(count - knownCount, history.undoCount)
    knownCount = count
    for _ in 0..<max(newCount, 0) { register(history.undoName) { $0.undo() } }
  }

  private func register(
    _ name: String?,
    _ action: @escaping @MainActor @Sendable (UndoManagerActions) -> Void
  ) {
    manager?.registerUndo(withTarget: self, handler: action)
    if let name { manager?.setActionName(name) }
  }

  private func undo() {
    do {
      guard let done = try history.undo(onConflict: policy) else { return }
      if history.canRedo { register(done.name) { $0.redo() } }
    } catch { onError(error) }
  }

  private func redo() {
    do {
      guard let done = try history.redo(onConflict: policy) else { return }
      if history.canUndo { register(done.name) { $0.undo() } }
    } catch { onError(error) }
  }
}

extension UndoHistory {
  /// Makes each step that is recorded from now on an action of an undo manager.
  ///
  /// An undo blocks the main thread until the writer is free and the transaction is committed: for
  /// a person's own steps at most a millisecond or two.
  ///
  /// - Parameters:
  ///   - manager: The manager of a window or of a document, which is not retained.
  ///   - policy: The policy for rows that others have changed since.
  ///   - onError: Called with the error of an undo or a redo, whose action the manager has then
  ///     forgotten.
  /// - Returns: The connection, which lasts until it is released.
  @MainActor
  public func connect(
    to manager: any UndoActionManaging,
    onConflict policy: UndoConflictPolicy = .throw,
    onError: @escaping @MainActor (any Error) -> Void = { _ in }
  ) -> UndoManagerConnection {
    UndoManagerConnection(UndoManagerActions(self, manager, policy, onError))
  }
}

#if canImport(ObjectiveC)
  public import Foundation
  import ObjectiveC

  extension UndoManager: UndoActionManaging {}
#endif
