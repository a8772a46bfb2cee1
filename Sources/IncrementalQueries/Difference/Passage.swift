/// What became of one element from one result to a later one.
///
/// A difference is a list of passages. Two that follow each other are joined where both tell of one element of the
/// result between them.
struct Passage<Element: Sendable> {
  /// An element in its place.
  struct Side {
    let index: Int
    let element: Element
  }

  /// Where it was; `nil` if it was inserted.
  let old: Side?
  /// Where it is; `nil` if it was removed.
  let new: Side?
  /// Whether its content may differ.
  var isChanged = false
  /// Whether its place among those that stayed differs.
  var isMoved = false
}

extension Passage {
  /// This passage and a later one of the same element; `nil` where the element is in neither result.
  func joined(with next: Passage) -> Passage? {
    guard old != nil || next.new != nil else { return nil }
    return Passage(
      old: old,
      new: next.new,
      isChanged: isChanged || next.isChanged,
      isMoved: isMoved || next.isMoved
    )
  }

  /// This passage, told from an earlier result in which the element stood elsewhere.
  func replacingOldIndex(_ place: (Int) -> Int) -> Passage {
    let side = old.map { Side(index: place($0.index), element: $0.element) }
    return Passage(old: side, new: new, isChanged: isChanged, isMoved: isMoved)
  }

  /// This passage, told to a later result in which the element stands elsewhere.
  func replacingNewIndex(_ place: (Int) -> Int) -> Passage {
    let side = new.map { Side(index: place($0.index), element: $0.element) }
    return Passage(old: old, new: side, isChanged: isChanged, isMoved: isMoved)
  }
}

extension Difference {
  /// What became of each element that is not as and where it was.
  var passages: [Passage<Element>] {
    removed.map { .init(old: .init(index: $0.index, element: $0.element), new: nil) }
      + inserted.map { .init(old: nil, new: .init(index: $0.index, element: $0.element)) }
      + updated.map { item in
        .init(
          old: .init(index: item.oldIndex, element: item.oldElement),
          new: .init(index: item.newIndex, element: item.newElement),
          isChanged: true,
          isMoved: item.isMoved
        )
      }
      + moved.map { item in
        .init(
          old: .init(index: item.oldIndex, element: item.element),
          new: .init(index: item.newIndex, element: item.element),
          isMoved: true
        )
      }
  }

  /// Takes what became of each element, in any order.
  init(oldCount: Int, passages: [Passage<Element>]) {
    var (removed, inserted): ([Removed], [Inserted]) = ([], [])
    var (updated, moved): ([Updated], [Moved]) = ([], [])
    for passage in passages {
      switch (passage.old, passage.new) {
      case (let old?, nil): removed.append(Removed(index: old.index, element: old.element))
      case (nil, let new?): inserted.append(Inserted(index: new.index, element: new.element))
      case (let old?, let new?) where passage.isChanged:
        updated.append(
          Updated(
            oldIndex: old.index,
            newIndex: new.index,
            oldElement: old.element,
            newElement: new.element,
            isMoved: passage.isMoved
          )
        )
      case (let old?, let new?) where passage.isMoved:
        moved.append(Moved(oldIndex: old.index, newIndex: new.index, element: new.element))
      default: continue
      }
    }
    self.init(
      oldCount: oldCount,
      removed: removed.sorted { $0.index < $1.index },
      inserted: inserted.sorted { $0.index < $1.index },
      updated: updated.sorted { $0.newIndex < $1.newIndex },
      moved: moved.sorted { $0.newIndex < $1.newIndex }
    )
  }
}
