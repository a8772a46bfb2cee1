extension Difference where Element: Equatable {
  /// The difference between two results.
  ///
  /// Of several elements with one key the first old one continues as the first new one, the second as the
  /// second, and so on, except that equal elements which face each other are paired first.
  ///
  /// It serves slow consumers as well: their next difference is the one between the result that they got last
  /// and the newest, however many results were skipped. Who has the differences alone can compose them.
  ///
  /// - Parameters:
  ///   - old: The old result.
  ///   - new: The new result.
  ///   - key: What identifies an element. Equal elements must have equal keys.
  /// - Complexity: One comparison of elements for each that stayed in its place; keys are made and hashed only
  ///   for those that did not. Where many elements moved, O(*n* log *n*) comparisons of indexes besides.
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

/// Two results whose elements are equal by themselves.
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

/// Two results whose elements have keys beside them.
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

/// Two results of which nothing but their places tells the elements apart.
private struct FacingElements<Element>: PairedResults {
  let old: [Element]
  let new: [Element]
  let isSame: (Element, Element) -> Bool

  var oldCount: Int { old.count }
  var newCount: Int { new.count }
  func areEqual(_ oldIndex: Int, _ newIndex: Int) -> Bool { isSame(old[oldIndex], new[newIndex]) }
  func oldKey(_ index: Int) -> Bool { true }
  func newKey(_ index: Int) -> Bool { true }
}

extension Difference {
  /// The difference between two results whose elements have keys beside them; nothing is copied to compare them.
  ///
  /// - Parameters:
  ///   - old: The old result.
  ///   - oldKeys: What identifies its elements, as many as there are.
  ///   - new: The new result.
  ///   - newKeys: What identifies its elements, as many as there are.
  ///   - isSame: Whether two elements are the same for a reader.
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

  /// The difference between two results whose elements have no keys: those that face each other continue each other.
  package static func between(
    _ old: [Element],
    _ new: [Element],
    isSame: (Element, Element) -> Bool
  ) -> Difference {
    withoutActuallyEscaping(isSame) { isSame in
      Difference(Pairing(FacingElements(old: old, new: new, isSame: isSame)), old, new)
    }
  }

  /// Tells what the pairs and those without a partner mean.
  private init(_ pairing: Pairing, _ old: [Element], _ new: [Element]) {
    let stays = longestIncreasingSubsequence(of: pairing.partners.map(\.oldIndex))
    var inserted: [Inserted] = []
    var updated: [Updated] = []
    var moved: [Moved] = []
    for (offset, partner) in pairing.partners.enumerated() {
      let newIndex = pairing.new.lowerBound + offset
      let element = new[newIndex]
      let isMoved = !stays.contains(offset)
      switch partner.state {
      case .missing:
        inserted.append(Inserted(index: newIndex, element: element))
      case .changed:
        updated.append(
          Updated(
            oldIndex: partner.oldIndex,
            newIndex: newIndex,
            oldElement: old[partner.oldIndex],
            newElement: element,
            isMoved: isMoved
          )
        )
      case .equal:
        guard isMoved else { continue }
        moved.append(Moved(oldIndex: partner.oldIndex, newIndex: newIndex, element: element))
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
