import ShoppingListsModel
import Synchronization

/// The latest deletions since the program started, kept so that they can be undone.
///
/// State: the deletions, guarded by a mutex.
final class Deletions: Sendable {
  private struct Deletion {
    let rows: DeletedRows
    let flash: Flash
  }

  /// The maximum number of deletions to keep.
  private static let limit = 100

  private let kept = Mutex<[Deletion]>([])

  /// Keeps the rows of a deletion.
  ///
  /// - Parameters:
  ///   - rows: The deleted rows; empty if the form was sent twice, or somebody else was faster.
  ///   - step: The key of the deletion, which the form contains.
  ///   - back: The page to show after undoing.
  /// - Returns: The message to show; `nil` if nothing can be undone.
  func keep(_ rows: DeletedRows, step: String, back: WebPath) -> Flash? {
    kept.withLock { kept in
      guard !rows.isEmpty else { return kept.last { $0.flash.step == step }?.flash }
      let flash = Flash(step: step, text: rows.sentence, back: back)
      kept.append(Deletion(rows: rows, flash: flash))
      if kept.count > Self.limit { kept.removeFirst() }
      return flash
    }
  }

  /// Returns the message of a deletion; `nil` if it is no longer kept.
  func flash(of step: String) -> Flash? { deletion(step)?.flash }

  /// Returns the rows of a deletion; `nil` if they are no longer kept.
  func rows(of step: String) -> DeletedRows? { deletion(step)?.rows }

  private func deletion(_ step: String) -> Deletion? {
    kept.withLock { $0.last { $0.flash.step == step } }
  }
}

extension DeletedRows {
  /// The message about the deletion.
  var sentence: String {
    if let list = lists.first { return "“\(list.title)” was deleted" }
    return items.count == 1
      ? "“\(items[0].name)” was deleted" : "\(items.count) items were deleted"
  }
}
