import DatabaseTypes

extension OrderedRows {
  /// Moves touched rows to their new places.
  ///
  /// The elements are not changed; apply the returned difference to them.
  ///
  /// - Parameters:
  ///   - elements: The elements of the rows, in their order.
  ///   - touched: The keys of all rows that may have changed, each once.
  ///   - found: The touched rows that are now in the result.
  ///   - isSame: Whether two elements look the same to a reader.
  /// - Returns: The changes; `nil` if there are none.
  package mutating func patch<Element: Sendable>(
    _ elements: [Element],
    touched: [Key],
    found: [PlacedRow<Key, Element>],
    isSame: (Element, Element) -> Bool,
    _ collate: TextComparison
  ) rethrows -> Difference<Element>? {
    // The path of most updates: one row that stays in its place.
    if touched.count == 1, found.count == 1, found[0].key == touched[0],
      let index = position(of: touched[0], orderedBy: found[0].sorts)
    {
      let new = found[0].element
      return isSame(elements[index], new)
        ? nil : Difference(of: elements, updatedAt: index, to: new)
    }
    let places = try move(touched, to: found.map { $0.key }, found.map { $0.sorts }, collate)
    let difference = places.difference(of: elements, found, isSame)
    return difference.isEmpty ? nil : difference
  }

  /// Removes touched rows from their places, and inserts those that are still in the result.
  @_specialize(where Key == Int64)
  @_specialize(where Key == CompositeKey)
  private mutating func move(
    _ touched: [Key],
    to keys: [Key],
    _ sorts: [ArraySlice<DatabaseValue>],
    _ collate: TextComparison
  ) rethrows -> PatchedPlaces {
    let firsts = firstPositions
    var places = PatchedPlaces(count: keys.count)
    var leaving: [Key] = []
    for (index, key) in keys.enumerated() {
      guard let (chunk, place) = place(of: key) else { continue }
      places.old[index] = firsts[chunk] + place
      places.stays[index] = isOrdered(chunk, place, by: sorts[index])
      if !places.stays[index] { leaving.append(key) }
    }
    let known = Set(keys)
    for key in touched where !known.contains(key) {
      guard let (chunk, place) = place(of: key) else { continue }
      places.removed.append(firsts[chunk] + place)
      leaving.append(key)
    }
    places.removed.sort()
    for key in leaving { remove(key) }
    for index in keys.indices where !places.stays[index] {
      try insert(sorts[index], keys[index], collate)
    }
    find(keys, &places)
    return places
  }

  /// Records the current places of rows.
  @_specialize(where Key == Int64)
  @_specialize(where Key == CompositeKey)
  private func find(_ keys: [Key], _ places: inout PatchedPlaces) {
    let isUnchanged = places.removed.isEmpty && !places.stays.contains(false)
    if isUnchanged { return places.new = places.old }
    let firsts = firstPositions
    for (index, key) in keys.enumerated() {
      guard let (chunk, place) = place(of: key) else { continue }
      places.new[index] = firsts[chunk] + place
    }
  }

  /// Removes the rows from a place on.
  package mutating func removeRows(from first: Int) {
    for key in keys(in: first..<max(first, count)) { remove(key) }
  }
}

/// The old places of touched rows, and the current places of the rows that were found.
private struct PatchedPlaces {
  /// The old place of each found row; -1 if it was not there.
  var old: [Int]
  /// The new place of each found row.
  var new: [Int]
  /// Whether each found row has the same sort values as before.
  var stays: [Bool]
  /// The old places of rows that no longer exist.
  var removed: [Int] = []

  init(count: Int) {
    old = Array(repeating: -1, count: count)
    new = old
    stays = Array(repeating: false, count: count)
  }
}

extension PatchedPlaces {
  func difference<Key: ResultRowKey, Element: Sendable>(
    of elements: [Element],
    _ found: [PlacedRow<Key, Element>],
    _ isSame: (Element, Element) -> Bool
  ) -> Difference<Element> {
    let inOrder = found.indices.sorted { new[$0] < new[$1] }
    let moves = movedRows(inOrder)
    var inserted: [Difference<Element>.Inserted] = []
    var updated: [Difference<Element>.Updated] = []
    var moved: [Difference<Element>.Moved] = []
    for row in inOrder {
      let (oldIndex, newIndex, element) = (old[row], new[row], found[row].element)
      guard oldIndex >= 0 else {
        inserted.append(.init(index: newIndex, element: element))
        continue
      }
      let oldElement = elements[oldIndex]
      if !isSame(oldElement, element) {
        updated.append(
          .init(
            oldIndex: oldIndex,
            newIndex: newIndex,
            oldElement: oldElement,
            newElement: element,
            isMoved: moves[row]
          )
        )
      } else if moves[row] {
        moved.append(.init(oldIndex: oldIndex, newIndex: newIndex, element: element))
      }
    }
    return Difference(
      oldCount: elements.count,
      removed: removed.map { .init(index: $0, element: elements[$0]) },
      inserted: inserted,
      updated: updated,
      moved: moved
    )
  }

  /// Returns which of the found rows moved.
  ///
  /// Rows with unchanged sort values stay. Another row stays as well if as many staying rows come
  /// before it as did before, and if it is in order with the other rows of this kind.
  ///
  /// - Parameter inOrder: The found rows, in the order of their new places.
  private func movedRows(_ inOrder: [Int]) -> [Bool] {
    var moves = Array(repeating: false, count: old.count)
    let placed = inOrder.filter { !stays[$0] }
    if placed.isEmpty { return moves }
    let left = (removed + placed.compactMap { old[$0] < 0 ? nil : old[$0] }).sorted()
    let candidates = placed.enumerated().map { offset, row -> Int in
      let place = left.firstPlace(notBelow: old[row])
      return old[row] >= 0 && old[row] - place == new[row] - offset ? place : -1
    }
    let longest = longestIncreasingSubsequence(of: candidates)
    for (offset, row) in placed.enumerated() where old[row] >= 0 {
      moves[row] = candidates[offset] < 0 || !longest.contains(offset)
    }
    return moves
  }
}

extension [Int] {
  /// Returns the first place of ascending numbers whose number is not below another one.
  fileprivate func firstPlace(notBelow number: Int) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = self[middle] < number ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
