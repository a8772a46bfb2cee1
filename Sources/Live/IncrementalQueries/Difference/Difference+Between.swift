extension Difference where Element: Equatable {
  /// Returns the difference between two results.
  ///
  /// If several elements have the same key, the first old one continues as the first new one, the
  /// second as the second, and so on, except that equal elements at the same place are paired
  /// first.
  ///
  /// It serves slow consumers as well: their next difference is between the result that they got
  /// last and the newest, however many results were skipped. A consumer that has only the
  /// differences can compose them.
  ///
  /// - Parameters:
  ///   - old: The old result.
  ///   - new: The new result.
  ///   - key: The key that identifies an element. Equal elements must have equal keys.
  /// - Complexity: One comparison for each element that stayed in its place; keys are made and
  ///   hashed only for elements that did not. If many elements moved, also O(*n* log *n*)
  ///   comparisons of indexes.
  public static func between<Key: Hashable>(
    _ old: [Element],
    _ new: [Element],
    keyedBy key: (Element) -> Key
  ) -> Difference {
    withoutActuallyEscaping(key) { key in
      Difference(Pairing(EqualElements(old: old, new: new, key: key)), old, new)
    }
  }
}

/// Two results whose elements are compared by `==`.
private struct EqualElements<Element: Equatable, Key: Hashable>: PairedResults {
  let old: [Element]
  let new: [Element]
  let key: (Element) -> Key

  var oldCount: Int { old.count }
  var newCount: Int { new.count }
  func areEqual(_ oldIndex: Int, _ newIndex: Int) -> Bool { old[oldIndex] == new[newIndex] }
  func oldKey(_ index: Int) -> Key { key(old[index]) }
  func newKey(_ index: Int) -> Key { key(new[index]) }
}

/// Two results whose elements have separate keys.
private struct KeyedElements<Element, Key: Hashable>: PairedResults {
  let old: [Element]
  let oldKeys: [Key]
  let new: [Element]
  let newKeys: [Key]
  let isSame: (Element, Element) -> Bool

  var oldCount: Int { old.count }
  var newCount: Int { new.count }
  func areEqual(_ oldIndex: Int, _ newIndex: Int) -> Bool {
    oldKeys[oldIndex] == newKeys[newIndex] && isSame(old[oldIndex], new[newIndex])
  }
  func oldKey(_ index: Int) -> Key { oldKeys[index] }
  func newKey(_ index: Int) -> Key { newKeys[index] }
}

/// Two results whose elements are identified only by their places.
private struct PositionalElements<Element>: PairedResults {
  let old: [Element]
  let new: [Element]
  let isSame: (Element, Element) -> Bool

  var oldCount: Int { old.count }
  var newCount: Int { new.count }
  func areEqual(_ oldIndex: Int, _ newIndex: Int) -> Bool { isSame(old[oldIndex], new[newIndex]) }
  func oldKey(_ index: Int) -> Bool { true }
  func newKey(_ index: Int) -> Bool { true }
}

/// Passes a closure that compares elements of two results by their places, without copying them.
///
/// Copying an element may retain what it refers to.
private func withComparison<Element, Output>(
  of old: [Element],
  _ new: [Element],
  _ isSame: (Element, Element) -> Bool,
  _ body: ((_ oldIndex: Int, _ newIndex: Int) -> Bool) -> Output
) -> Output {
  withoutActuallyEscaping(isSame) { isSame in
    old.withUnsafeBufferPointer { oldElements in
      new.withUnsafeBufferPointer { newElements in
        guard let oldBase = oldElements.baseAddress, let newBase = newElements.baseAddress else {
          return body { _, _ in false }
        }
        return body { areSame(oldBase + $0, newBase + $1, by: isSame) }
      }
    }
  }
}

/// Returns whether two elements are the same.
///
/// Because the element type is marked as not copyable, the elements are borrowed in place.
private func areSame<Element: ~Copyable>(
  _ left: UnsafePointer<Element>,
  _ right: UnsafePointer<Element>,
  by isSame: (borrowing Element, borrowing Element) -> Bool
) -> Bool { isSame(left.pointee, right.pointee) }

extension Difference {
  /// Returns the difference between two results with separate keys, without copying elements.
  ///
  /// - Parameters:
  ///   - old: The old result.
  ///   - oldKeys: The keys of its elements, one for each.
  ///   - new: The new result.
  ///   - newKeys: The keys of its elements, one for each.
  ///   - isSame: Whether two elements look the same to a reader.
  package static func between<Key: Hashable>(
    _ old: [Element],
    keyedBy oldKeys: [Key],
    _ new: [Element],
    keyedBy newKeys: [Key],
    isSame: (Element, Element) -> Bool
  ) -> Difference {
    withoutActuallyEscaping(isSame) { isSame in
      let elements = KeyedElements(
        old: old,
        oldKeys: oldKeys,
        new: new,
        newKeys: newKeys,
        isSame: isSame
      )
      return Difference(Pairing(elements), old, new)
    }
  }

  /// Returns the difference between two results without keys; elements at the same place are
  /// paired.
  package static func between(
    _ old: [Element],
    _ new: [Element],
    isSame: (Element, Element) -> Bool
  ) -> Difference {
    withoutActuallyEscaping(isSame) { isSame in
      Difference(Pairing(PositionalElements(old: old, new: new, isSame: isSame)), old, new)
    }
  }

  /// Returns the difference between two results for which the old place of each new element is
  /// known.
  ///
  /// - Parameters:
  ///   - old: The old result.
  ///   - new: The new result.
  ///   - places: The old place of each new element; -1 if it was not there.
  ///   - isSame: Whether two elements look the same to a reader.
  package static func between(
    _ old: [Element],
    _ new: [Element],
    places: [Int],
    isSame: (Element, Element) -> Bool
  ) -> Difference {
    let pairing = withComparison(of: old, new, isSame) { areEqual in
      Pairing(places: places, oldCount: old.count, areEqual: areEqual)
    }
    return Difference(pairing, old, new)
  }

  /// Returns the difference between two results whose elements are paired place by place.
  ///
  /// - Parameters:
  ///   - old: The old result.
  ///   - new: The new result with the same number of elements; otherwise the results are compared
  ///     from both ends.
  ///   - isSame: Whether two elements look the same to a reader.
  package static func inPlace(
    _ old: [Element],
    _ new: [Element],
    isSame: (Element, Element) -> Bool
  ) -> Difference {
    guard old.count == new.count else { return between(old, new, isSame: isSame) }
    let changed = withComparison(of: old, new, isSame) { areEqual in
      old.indices.filter { !areEqual($0, $0) }
    }
    let updated = changed.map { index in
      Updated(
        oldIndex: index,
        newIndex: index,
        oldElement: old[index],
        newElement: new[index],
        isMoved: false
      )
    }
    return Difference(oldCount: old.count, updated: updated)
  }

  /// Turns pairs and unpaired elements into the lists of a difference.
  private init(_ pairing: Pairing, _ old: [Element], _ new: [Element]) {
    let stays = longestIncreasingSubsequence(of: pairing.partners.map(\.oldIndex))
    var inserted: [Inserted] = []
    var updated: [Updated] = []
    var moved: [Moved] = []
    for offset in pairing.partners.indices {
      let partner = pairing.partners[offset]
      let newIndex = pairing.new.lowerBound + offset
      let isMoved = !stays.contains(offset)
      switch partner.state {
      case .missing:
        inserted.append(Inserted(index: newIndex, element: new[newIndex]))
      case .changed:
        updated.append(
          Updated(
            oldIndex: partner.oldIndex,
            newIndex: newIndex,
            oldElement: old[partner.oldIndex],
            newElement: new[newIndex],
            isMoved: isMoved
          )
        )
      case .equal:
        guard isMoved else { continue }
        moved.append(
          Moved(oldIndex: partner.oldIndex, newIndex: newIndex, element: new[newIndex])
        )
      }
    }
    self.init(
      oldCount: old.count,
      removed: pairing.unpairedOld.map { Removed(index: $0, element: old[$0]) },
      inserted: inserted,
      updated: updated,
      moved: moved
    )
  }
}
