extension Difference {
  /// Returns the combination of this difference and the one that follows it.
  ///
  /// An element that was inserted and then removed is in neither result and not mentioned; one that
  /// was inserted and then changed is inserted with its final content. An element that changed
  /// twice is updated from the first content to the last, even if those are equal. An element that
  /// was removed and inserted again is both removed and inserted, since only its key would show
  /// that it is the same one.
  ///
  /// ```swift
  /// let both = try first.composed(with: second)
  /// try both.applying(to: old) == second.applying(to: first.applying(to: old))
  /// ```
  ///
  /// More elements than needed may count as moved, but none that moved in neither difference.
  ///
  /// - Parameter next: The difference that starts from the result of this one.
  /// - Throws: ``DifferenceFailure`` if it cannot follow this one, or if either is inconsistent.
  /// - Complexity: O(*k* log *k*) for *k* changes in both, however many elements the results have.
  public func composed(with next: Difference) throws(DifferenceFailure) -> Difference {
    try Difference(oldCount: oldCount, simplifying: paths(through: next))
  }

  /// Returns the path of each element that either difference mentions.
  fileprivate func paths(
    through next: Difference
  ) throws(DifferenceFailure) -> [ElementPath<Element>] {
    guard next.oldCount == newCount else {
      throw .otherResult(expected: next.oldCount, found: newCount)
    }
    let places = (first: try rearrangement(), second: try next.rearrangement())
    var following: [Int: ElementPath<Element>] = [:]
    var joined: [ElementPath<Element>] = []
    for path in next.paths {
      if let old = path.old { following[old.index] = path } else { joined.append(path) }
    }
    for path in paths {
      guard let new = path.new else {
        joined.append(path)
        continue
      }
      if let other = following.removeValue(forKey: new.index) {
        if let both = path.joined(with: other) { joined.append(both) }
      } else {
        joined.append(path.replacingNewIndex(places.second.newIndex))
      }
    }
    return joined + following.values.map { $0.replacingOldIndex(places.first.oldIndex) }
  }

  /// Creates a difference from paths, one per element, and finds those that moved away and back.
  fileprivate init(
    oldCount: Int,
    simplifying paths: [ElementPath<Element>]
  ) throws(DifferenceFailure) {
    var paths = paths
    for place in try Self.removableMoves(of: paths, oldCount) { paths[place].isMoved = false }
    self.init(oldCount: oldCount, paths: paths)
  }

  /// Returns the places of paths that are recorded as moves but need not be.
  ///
  /// These have as many staying elements before them as they had, and are in order with each other.
  private static func removableMoves(
    of paths: [ElementPath<Element>],
    _ oldCount: Int
  ) throws(DifferenceFailure) -> [Int] {
    var (leaving, placed): ([Int], [Int]) = ([], [])
    var moves: [(place: Int, old: Int, new: Int)] = []
    for (place, path) in paths.enumerated() {
      switch (path.old, path.new) {
      case (let old?, let new?): if path.isMoved { moves.append((place, old.index, new.index)) }
      case (let old, let new):
        if let old { leaving.append(old.index) }
        if let new { placed.append(new.index) }
      }
    }
    guard !moves.isEmpty else { return [] }
    let places = try Rearrangement(
      oldCount: oldCount,
      leaving: (leaving + moves.map(\.old)).sorted(),
      placed: (placed + moves.map(\.new)).sorted()
    )
    moves = moves.filter { places.rank(ofOld: $0.old) == places.rank(ofNew: $0.new) }
      .sorted { $0.new < $1.new }
    let stays = longestIncreasingSubsequence(of: moves.map(\.old))
    return moves.indices.filter(stays.contains).map { moves[$0].place }
  }
}

extension Difference where Element: Equatable {
  /// Returns the combination of this difference and the one that follows it, matched by keys.
  ///
  /// An element that was removed and inserted again may count as changed or moved, and one that
  /// ends up as it was is not mentioned. So for results in which each key occurs once, this gives
  /// the difference between the two results, except that more elements than needed may count as
  /// moved.
  ///
  /// ```swift
  /// let both = try first.composed(with: second, keyedBy: \.id)
  /// ```
  ///
  /// - Parameters:
  ///   - next: The difference that starts from the result of this one.
  ///   - key: The key that identifies an element, the same as when both differences were made.
  /// - Throws: ``DifferenceFailure`` if it cannot follow this one, or if either is inconsistent.
  /// - Complexity: O(*k* log *k*) for *k* changes in both, however many elements the results have.
  public func composed<Key: Hashable>(
    with next: Difference,
    keyedBy key: (Element) -> Key
  ) throws(DifferenceFailure) -> Difference {
    var paths = try paths(through: next)
    paths = Self.pairing(paths, keyedBy: key)
    for place in paths.indices {
      guard let old = paths[place].old, let new = paths[place].new else { continue }
      paths[place].isChanged = old.element != new.element
    }
    return try Difference(oldCount: oldCount, simplifying: paths)
  }

  /// Joins removed and inserted elements with the same key, in order.
  private static func pairing<Key: Hashable>(
    _ paths: [ElementPath<Element>],
    keyedBy key: (Element) -> Key
  ) -> [ElementPath<Element>] {
    var paired = paths.filter { $0.old != nil && $0.new != nil }
    let removed = paths.filter { $0.new == nil }.compactMap(\.old)
    let inserted = paths.filter { $0.old == nil }.compactMap(\.new)
    var waiting = Dictionary(grouping: removed.sorted { $0.index > $1.index }) { key($0.element) }
    for new in inserted.sorted(by: { $0.index < $1.index }) {
      let old = waiting[key(new.element)]?.popLast()
      paired.append(ElementPath(old: old, new: new, isMoved: old != nil))
    }
    return paired + waiting.values.joined().map { ElementPath(old: $0, new: nil) }
  }
}
