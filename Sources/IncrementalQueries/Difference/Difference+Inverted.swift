extension Difference {
  /// The difference in the other direction: from the new result to the old one.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes.
  public var inverted: Difference {
    Difference(
      oldCount: newCount,
      removed: inserted.map { .init(index: $0.index, element: $0.element) },
      inserted: removed.map { .init(index: $0.index, element: $0.element) },
      updated: updated.map(\.inverted).sorted { $0.newIndex < $1.newIndex },
      moved: moved.map { .init(oldIndex: $0.newIndex, newIndex: $0.oldIndex, element: $0.element) }
        .sorted { $0.newIndex < $1.newIndex }
    )
  }
}

extension Difference.Updated {
  fileprivate var inverted: Self {
    Self(
      oldIndex: newIndex,
      newIndex: oldIndex,
      oldElement: newElement,
      newElement: oldElement,
      isMoved: isMoved
    )
  }
}
