import DatabaseTypes

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
    let places = try move(touched, to: found.map { $0.key }, found.map { $0.sorts }, ask)
    let difference = places.difference(of: elements, found, isSame)
    return difference.isEmpty ? nil : difference
  }

  /// Lets rows that were touched leave their places, and puts those that are in the result where they belong.
  @_specialize(where Key == Int64)
  @_specialize(where Key == CompositeKey)
  private mutating func move(
    _ touched: [Key],
    to keys: [Key],
    _ sorts: [ArraySlice<DatabaseValue>],
    _ ask: TextComparison
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
      places.gone.append(firsts[chunk] + place)
      leaving.append(key)
    }
    places.gone.sort()
    for key in leaving { remove(key) }
    for index in keys.indices where !places.stays[index] {
      try insert(sorts[index], keys[index], ask)
    }
    find(keys, &places)
    return places
  }

  /// Notes where rows stand now.
  @_specialize(where Key == Int64)
  @_specialize(where Key == CompositeKey)
  private func find(_ keys: [Key], _ places: inout PatchedPlaces) {
    let isUnchanged = places.gone.isEmpty && !places.stays.contains(false)
    if isUnchanged { return places.new = places.old }
    let firsts = firstPositions
    for (index, key) in keys.enumerated() {
      guard let (chunk, place) = place(of: key) else { continue }
      places.new[index] = firsts[chunk] + place
    }
  }

  /// Removes the rows after a number of them.
  package mutating func removeRows(from first: Int) {
    for key in keys(in: first..<max(first, count)) { remove(key) }
  }
}

/// Where rows stood that were touched, and where those that were found stand now.
private struct PatchedPlaces {
  /// Where each row found stood; -1 where it was not there.
  var old: [Int]
  /// Where each row found stands.
  var new: [Int]
  /// Whether each row found is ordered by the values that it was ordered by.
  var stays: [Bool]
  /// Where rows stood that are there no more.
  var gone: [Int] = []

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
      removed: gone.map { .init(index: $0, element: elements[$0]) },
      inserted: inserted,
      updated: updated,
      moved: moved
    )
  }

  /// Which of the rows found moved.
  ///
  /// Rows that are ordered as they were stay, so that another one stays if as many of those come before it as did, and if
  /// it is in order with the others of which that is true.
  ///
  /// - Parameter inOrder: The rows found, in the order in which they stand.
  private func movedRows(_ inOrder: [Int]) -> [Bool] {
    var moves = Array(repeating: false, count: old.count)
    let placed = inOrder.filter { !stays[$0] }
    if placed.isEmpty { return moves }
    let left = (gone + placed.compactMap { old[$0] < 0 ? nil : old[$0] }).sorted()
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
  /// The first place of ascending numbers that is not below another one.
  fileprivate func firstPlace(notBelow number: Int) -> Int {
    var range = 0..<count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = self[middle] < number ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }
}
