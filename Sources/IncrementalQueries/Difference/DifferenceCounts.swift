/// How many elements came, went, changed and moved.
public struct DifferenceCounts: Sendable, Hashable {
  /// The number of elements that came.
  public var inserted: Int
  /// The number of elements that went.
  public var removed: Int
  /// The number of elements that changed, whether they moved or not.
  public var updated: Int
  /// The number of elements that only moved.
  public var moved: Int

  /// Makes counts.
  public init(inserted: Int = 0, removed: Int = 0, updated: Int = 0, moved: Int = 0) {
    self.inserted = inserted
    self.removed = removed
    self.updated = updated
    self.moved = moved
  }

  /// The number of elements that are not as and where they were.
  public var total: Int { inserted + removed + updated + moved }
}

extension DifferenceCounts: CustomStringConvertible {
  /// The counts that are not zero: `1 inserted, 2 updated`.
  public var description: String {
    let parts = [
      (inserted, "inserted"), (removed, "removed"), (updated, "updated"), (moved, "moved"),
    ]
    let told = parts.filter { $0.0 != 0 }.map { "\($0.0) \($0.1)" }
    return told.isEmpty ? "no difference" : told.joined(separator: ", ")
  }
}

extension Difference {
  /// How many elements came, went, changed and moved.
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
  /// The counts alone: elements may be private.
  public var description: String { counts.description }
}
