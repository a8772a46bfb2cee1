/// The numbers of elements that were inserted, removed, updated and moved.
public struct DifferenceCounts: Sendable, Hashable {
  /// The number of inserted elements.
  public var inserted: Int
  /// The number of removed elements.
  public var removed: Int
  /// The number of elements that changed, whether they moved or not.
  public var updated: Int
  /// The number of elements that only moved.
  public var moved: Int

  /// Creates the counts of a difference.
  public init(inserted: Int = 0, removed: Int = 0, updated: Int = 0, moved: Int = 0) {
    self.inserted = inserted
    self.removed = removed
    self.updated = updated
    self.moved = moved
  }

  /// The number of all elements that changed or moved.
  public var total: Int { inserted + removed + updated + moved }
}

extension DifferenceCounts: CustomStringConvertible {
  /// The counts that are not zero: `1 inserted, 2 updated`.
  public var description: String {
    let parts = [
      (inserted, "inserted"), (removed, "removed"), (updated, "updated"), (moved, "moved"),
    ]
    let counts = parts.filter { $0.0 != 0 }.map { "\($0.0) \($0.1)" }
    return counts.isEmpty ? "no difference" : counts.joined(separator: ", ")
  }
}

extension Difference {
  /// The numbers of elements that were inserted, removed, updated and moved.
  public var counts: DifferenceCounts {
    DifferenceCounts(
      inserted: inserted.count,
      removed: removed.count,
      updated: updated.count,
      moved: moved.count
    )
  }
}

extension Difference: CustomStringConvertible {
  /// The counts only, since elements may be private.
  public var description: String { counts.description }
}
