/// The path of one element from one result to a later one.
///
/// A difference is a list of paths. Two consecutive ones are joined if both concern the same
/// element of the result between them.
struct ElementPath<Element: Sendable> {
  /// An element in its place.
  struct Side {
    let index: Int
    let element: Element
  }

  /// The old place; `nil` if the element was inserted.
  let old: Side?
  /// The new place; `nil` if the element was removed.
  let new: Side?
  /// Whether the content may differ.
  var isChanged = false
  /// Whether the place among the elements that stayed differs.
  var isMoved = false
}

extension ElementPath {
  /// Returns this path continued by a later one; `nil` if the element is in neither result.
  func joined(with next: ElementPath) -> ElementPath? {
    guard old != nil || next.new != nil else { return nil }
    return ElementPath(
      old: old,
      new: next.new,
      isChanged: isChanged || next.isChanged,
      isMoved: isMoved || next.isMoved
    )
  }

  /// Returns this path with its start mapped to an earlier result.
  func replacingOldIndex(_ place: (Int) -> Int) -> ElementPath {
    let side = old.map { Side(index: place($0.index), element: $0.element) }
    return ElementPath(old: side, new: new, isChanged: isChanged, isMoved: isMoved)
  }

  /// Returns this path with its end mapped to a later result.
  func replacingNewIndex(_ place: (Int) -> Int) -> ElementPath {
    let side = new.map { Side(index: place($0.index), element: $0.element) }
    return ElementPath(old: old, new: side, isChanged: isChanged, isMoved: isMoved)
  }
}

extension Difference {
  /// The paths of all elements that changed or moved.
  var paths: [ElementPath<Element>] {
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

  /// Creates a difference from the paths of elements, in any order.
  init(oldCount: Int, paths: [ElementPath<Element>]) {
    var (removed, inserted): ([Removed], [Inserted]) = ([], [])
    var (updated, moved): ([Updated], [Moved]) = ([], [])
    for path in paths {
      switch (path.old, path.new) {
      case (let old?, nil): removed.append(Removed(index: old.index, element: old.element))
      case (nil, let new?): inserted.append(Inserted(index: new.index, element: new.element))
      case (let old?, let new?) where path.isChanged:
        updated.append(
          Updated(
            oldIndex: old.index,
            newIndex: new.index,
            oldElement: old.element,
            newElement: new.element,
            isMoved: path.isMoved
          )
        )
      case (let old?, let new?) where path.isMoved:
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
