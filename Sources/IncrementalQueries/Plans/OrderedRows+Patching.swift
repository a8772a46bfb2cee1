extension OrderedRows {
  /// Puts the rows that were touched where they belong.
  ///
  /// The elements stay as they are: they become those of the rows by the difference that is returned.
  ///
  /// - Parameters:
  ///   - elements: The elements of the rows, in their order.
  ///   - touched: The keys of all rows that may have changed, each once.
  ///   - found: The rows of those that are in the result now.
  ///   - isSame: Whether two elements are the same for a reader.
  /// - Returns: What changes; `nil` where nothing does.
  package mutating func patch<Element: Sendable>(
    _ elements: [Element],
    touched: [Key],
    found: [PlacedRow<Key, Element>],
    isSame: (Element, Element) -> Bool,
    _ ask: TextComparison
  ) rethrows -> Difference<Element>? {
    // The way that most updates take: one row, which stays where it is.
    if touched.count == 1, found.count == 1, found[0].key == touched[0],
      let index = position(of: touched[0], orderedBy: found[0].sorts)
    {
      let new = found[0].element
      return isSame(elements[index], new)
        ? nil : Difference(of: elements, updatedAt: index, to: new)
    }
    let order = order
    let found = try found.sorted { left, right in
      try order.compare(left.sorts, left.key, right.sorts, right.key, ask) < 0
    }
    let known = Set(touched)
    let keys = touched + found.lazy.map { $0.key }.filter { key in !known.contains(key) }
    let old = keys.compactMap { key in position(of: key).map { (key: key, index: $0) } }
      .sorted { $0.index < $1.index }
    if old.isEmpty, found.isEmpty { return nil }
    for item in old { remove(item.key) }
    let ranks = try found.map { try rank($0.sorts, $0.key, ask) }
    for row in found { try insert(row.sorts, row.key, ask) }
    let difference = Patch(old: old, found: found, ranks: ranks).difference(of: elements, isSame)
    return difference.isEmpty ? nil : difference
  }

  /// Removes the rows after a number of them.
  package mutating func removeRows(from first: Int) {
    for key in keys(in: first..<max(first, count)) { remove(key) }
  }
}

/// Rows that left their places, and those that came.
private struct Patch<Key: ResultRowKey, Element: Sendable> {
  let old: [(key: Key, index: Int)]
  let found: [PlacedRow<Key, Element>]
  /// How many rows that were not touched come before each of those found.
  let ranks: [Int]

  func difference(
    of elements: [Element],
    _ isSame: (Element, Element) -> Bool
  ) -> Difference<Element> {
    var places: [Key: Int] = Dictionary(minimumCapacity: old.count)
    for (place, item) in old.enumerated() { places[item.key] = place }
    let partners = found.map { places[$0.key] }
    let stays = stayingPlaces(partners)
    var inserted: [Difference<Element>.Inserted] = []
    var updated: [Difference<Element>.Updated] = []
    var moved: [Difference<Element>.Moved] = []
    for (place, row) in found.enumerated() {
      let newIndex = ranks[place] + place
      guard let partner = partners[place] else {
        inserted.append(.init(index: newIndex, element: row.element))
        continue
      }
      let oldIndex = old[partner].index
      let isMoved = !stays[place]
      if !isSame(elements[oldIndex], row.element) {
        updated.append(
          .init(
            oldIndex: oldIndex,
            newIndex: newIndex,
            oldElement: elements[oldIndex],
            newElement: row.element,
            isMoved: isMoved
          )
        )
      } else if isMoved {
        moved.append(.init(oldIndex: oldIndex, newIndex: newIndex, element: row.element))
      }
    }
    let kept = Set(partners.compactMap { $0 })
    return Difference(
      oldCount: elements.count,
      removed: old.enumerated().filter { !kept.contains($0.offset) }
        .map { .init(index: $0.element.index, element: elements[$0.element.index]) },
      inserted: inserted,
      updated: updated,
      moved: moved
    )
  }

  /// Which of the rows found did not move.
  ///
  /// Rows that were not touched stay, so that one that was touched stays if as many of those come before it as did,
  /// and if it is in order with the others of which that is true.
  private func stayingPlaces(_ partners: [Int?]) -> [Bool] {
    let candidates = found.indices.map { place -> Int in
      guard let partner = partners[place], old[partner].index - partner == ranks[place] else {
        return -1
      }
      return partner
    }
    let longest = longestIncreasingSubsequence(of: candidates)
    return candidates.indices.map { candidates[$0] >= 0 && longest.contains($0) }
  }
}
