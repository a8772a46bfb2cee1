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
    if touched.count == 1, found.count <= 1 {
      guard let row = found.first else {
        return contains(touched[0]) ? try patchAll(elements, touched, found, isSame, ask) : nil
      }
      if row.key == touched[0], sorts(of: row.key)?.elementsEqual(row.sorts) == true {
        return position(of: row.key).flatMap { updated(elements, at: $0, to: row, isSame) }
      }
    }
    return try patchAll(elements, touched, found, isSame, ask)
  }

  /// The way that most updates take: the row stays where it is.
  private func updated<Element>(
    _ elements: [Element],
    at index: Int,
    to row: PlacedRow<Key, Element>,
    _ isSame: (Element, Element) -> Bool
  ) -> Difference<Element>? {
    let old = elements[index]
    if isSame(old, row.element) { return nil }
    let updated = Difference<Element>.Updated(
      oldIndex: index,
      newIndex: index,
      oldElement: old,
      newElement: row.element,
      isMoved: false
    )
    return Difference(oldCount: count, updated: [updated])
  }

  private mutating func patchAll<Element: Sendable>(
    _ elements: [Element],
    _ touched: [Key],
    _ found: [PlacedRow<Key, Element>],
    _ isSame: (Element, Element) -> Bool,
    _ ask: TextComparison
  ) rethrows -> Difference<Element>? {
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
