/// What keeps an application's undo actions: Foundation's `UndoManager`, where there is one.
@MainActor
public protocol UndoActionKeeping: AnyObject {
  /// Registers an action: for redoing while the manager undoes, else for undoing.
  func registerUndo<Target: AnyObject>(
    withTarget target: Target,
    handler: @escaping @MainActor @Sendable (Target) -> Void
  )

  /// Names the action that was registered last.
  func setActionName(_ actionName: String)

  /// Forgets the actions of a target.
  func removeAllActions(withTarget target: Any)
}

/// What joins a history and an `UndoManager`: each step of the history becomes an action of the manager, which thereby undoes and
/// redoes it, and shows its name in the Edit menu.
///
/// ```swift
/// connection = history.connect(to: undoManager) { error in self.problem = "\(error)" }
/// ```
///
/// Undo and redo by the manager alone as long as it is there: what the history undoes past it, the manager does not know of.
/// It ends when it is let go.
@MainActor
public final class UndoManagerConnection {
  private let actions: UndoManagerActions

  fileprivate init(_ actions: UndoManagerActions) {
    self.actions = actions
    actions.begin()
  }

  deinit {
    // Ends at once.
    Task { @MainActor [actions] in actions.end() }
  }
}

/// The actions of an undo manager that stand for the steps of a history.
@MainActor
private final class UndoManagerActions {
  private let history: UndoHistory
  private weak var manager: (any UndoActionKeeping)?
  private let policy: UndoConflictPolicy
  private let onError: @MainActor (any Error) -> Void
  /// How many steps had been recorded that the manager knows of.
  private var knownCount: Int
  private var follower: Int?

  init(
    _ history: UndoHistory,
    _ manager: any UndoActionKeeping,
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

  /// Takes over what was recorded.
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
  /// An undo blocks the main thread until the writer is free and the transaction is committed: steps of a person's own doing take
  /// less than a millisecond or two.
  ///
  /// - Parameters:
  ///   - manager: The manager, which is not kept: that of a window, or of a document.
  ///   - policy: What becomes of rows that others have changed since.
  ///   - onError: Called with what an undo or a redo fails with; the manager has then forgotten the action.
  /// - Returns: What keeps it going.
  @MainActor
  public func connect(
    to manager: any UndoActionKeeping,
    onConflict policy: UndoConflictPolicy = .throw,
    onError: @escaping @MainActor (any Error) -> Void = { _ in }
  ) -> UndoManagerConnection {
    UndoManagerConnection(UndoManagerActions(self, manager, policy, onError))
  }
}

#if canImport(ObjectiveC)
  public import Foundation
  import ObjectiveC

  extension UndoManager: UndoActionKeeping {}
#endif
