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
    var pairing = Pairing(old, new)
    pairing.pairElements(old, new, keyedBy: key)
    return Difference(pairing, old, new)
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
