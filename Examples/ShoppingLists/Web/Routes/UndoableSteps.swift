import ShoppingListsModel
import Synchronization

/// A deletion or a move, with what is needed to undo it.
enum UndoableStep: Hashable, Sendable {
  case deletion(DeletedRows)
  case move(MovedItem)
}

/// The latest deletions and moves since the program started, kept so that they can be undone.
///
/// State: the steps, guarded by a mutex.
final class UndoableSteps: Sendable {
  private struct Kept {
    let step: UndoableStep
    let flash: Flash
  }

  /// The maximum number of steps to keep.
  private static let limit = 100

  private let kept = Mutex<[Kept]>([])

  /// Keeps a step.
  ///
  /// - Parameters:
  ///   - step: The step; `nil` if the form was sent twice, or somebody else was faster.
  ///   - key: The key of the step, which the form contains.
  ///   - back: The page to show after undoing.
  /// - Returns: The message to show; `nil` if nothing can be undone.
  func keep(_ step: UndoableStep?, key: String, back: WebPath) -> Flash? {
    kept.withLock { kept in
      guard let step else { return kept.last { $0.flash.step == key }?.flash }
      let flash = Flash(step: key, text: step.sentence, back: back)
      kept.append(Kept(step: step, flash: flash))
      if kept.count > Self.limit { kept.removeFirst() }
      return flash
    }
  }

  /// Keeps a deletion, unless it has deleted nothing.
  func keep(_ rows: DeletedRows, key: String, back: WebPath) -> Flash? {
    keep(rows.isEmpty ? nil : .deletion(rows), key: key, back: back)
  }

  /// Returns the message of a step; `nil` if it is no longer kept.
  func flash(of key: String) -> Flash? { find(key)?.flash }

  /// Returns a step; `nil` if it is no longer kept.
  func step(of key: String) -> UndoableStep? { find(key)?.step }

  private func find(_ key: String) -> Kept? {
    kept.withLock { $0.last { $0.flash.step == key } }
  }
}

extension UndoableStep {
  /// The message about the step.
  var sentence: String {
    switch self {
    case .deletion(let rows): rows.sentence
    case .move(let move): "“\(move.item.name)” was moved"
    }
  }
}

extension DeletedRows {
  /// The message about the deletion.
  fileprivate var sentence: String {
    if let list = lists.first { return "“\(list.title)” was deleted" }
    return items.count == 1
      ? "“\(items[0].name)” was deleted" : "\(items.count) items were deleted"
  }
}
