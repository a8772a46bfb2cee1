extension Difference {
  /// The difference that this one and the one after it make together.
  ///
  /// An element that came and went is in neither result and told nowhere; one that came and then changed is inserted as
  /// it is at last. What changed twice is updated from the first content to the last, also where those are equal. An
  /// element that went and came again is both removed and inserted: that it is the same is known by its key alone.
  ///
  /// ```swift
  /// let both = try first.composed(with: second)
  /// try both.applying(to: old) == second.applying(to: first.applying(to: old))
  /// ```
  ///
  /// More elements than needed may count as moved, but none that moved in neither difference.
  ///
  /// - Parameter next: The difference of the result that this one leads to.
  /// - Throws: ``DifferenceFailure`` where it cannot follow, or where either contradicts itself.
  /// - Complexity: O(*k* log *k*) for *k* changes in both, however many elements the results have.
  public func composed(with next: Difference) throws(DifferenceFailure) -> Difference {
    try Difference(oldCount: oldCount, settling: passages(through: next))
  }

  /// What became of each element of which either difference tells.
  fileprivate func passages(
    through next: Difference
  ) throws(DifferenceFailure) -> [Passage<Element>] {
    guard next.oldCount == newCount else {
      throw .otherResult(expected: next.oldCount, found: newCount)
    }
    let places = (first: try rearrangement(), second: try next.rearrangement())
    var following: [Int: Passage<Element>] = [:]
    var joined: [Passage<Element>] = []
    for passage in next.passages {
      if let old = passage.old { following[old.index] = passage } else { joined.append(passage) }
    }
    for passage in passages {
      guard let new = passage.new else {
        joined.append(passage)
        continue
      }
      if let other = following.removeValue(forKey: new.index) {
        if let both = passage.joined(with: other) { joined.append(both) }
      } else {
        joined.append(passage.replacingNewIndex(places.second.newIndex))
      }
    }
    return joined + following.values.map { $0.replacingOldIndex(places.first.oldIndex) }
  }

  /// Takes passages of which each is told once, and finds those that moved away and back.
  fileprivate init(
    oldCount: Int,
    settling passages: [Passage<Element>]
  ) throws(DifferenceFailure) {
    var passages = passages
    for place in try Self.settledPlaces(of: passages, oldCount) { passages[place].isMoved = false }
    self.init(oldCount: oldCount, passages: passages)
  }

  /// The places of passages that are told as moves and need not be.
  ///
  /// Those have as many elements before them that stayed as they had, and are in order with each other.
  private static func settledPlaces(
    of passages: [Passage<Element>],
    _ oldCount: Int
  ) throws(DifferenceFailure) -> [Int] {
    var (leaving, placed): ([Int], [Int]) = ([], [])
    var moves: [(place: Int, old: Int, new: Int)] = []
    for (place, passage) in passages.enumerated() {
      switch (passage.old, passage.new) {
      case (let old?, let new?): if passage.isMoved { moves.append((place, old.index, new.index)) }
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
  /// The difference that this one and the one after it make together, told by keys.
  ///
  /// An element that went and came again is one that may have changed and moved, and what is at last as it was is told
  /// nowhere. So it tells, for results in which each key is there once, what the difference between them would, except
  /// that more elements than needed may count as moved.
  ///
  /// ```swift
  /// let both = try first.composed(with: second, keyedBy: \.id)
  /// ```
  ///
  /// - Parameters:
  ///   - next: The difference of the result that this one leads to.
  ///   - key: What identifies an element, as where both differences were made.
  /// - Throws: ``DifferenceFailure`` where it cannot follow, or where either contradicts itself.
  /// - Complexity: O(*k* log *k*) for *k* changes in both, however many elements the results have.
  public func composed<Key: Hashable>(
    with next: Difference,
    keyedBy key: (Element) -> Key
  ) throws(DifferenceFailure) -> Difference {
    var passages = try passages(through: next)
    passages = Self.pairing(passages, keyedBy: key)
    for place in passages.indices {
      guard let old = passages[place].old, let new = passages[place].new else { continue }
      passages[place].isChanged = old.element != new.element
    }
    return try Difference(oldCount: oldCount, settling: passages)
  }

  /// Joins what was removed and what was inserted under one key, the first with the first.
  private static func pairing<Key: Hashable>(
    _ passages: [Passage<Element>],
    keyedBy key: (Element) -> Key
  ) -> [Passage<Element>] {
    var paired = passages.filter { $0.old != nil && $0.new != nil }
    let removed = passages.filter { $0.new == nil }.compactMap(\.old)
    let inserted = passages.filter { $0.old == nil }.compactMap(\.new)
    var waiting = Dictionary(grouping: removed.sorted { $0.index > $1.index }) { key($0.element) }
    for new in inserted.sorted(by: { $0.index < $1.index }) {
      let old = waiting[key(new.element)]?.popLast()
      paired.append(Passage(old: old, new: new, isMoved: old != nil))
    }
    return paired + waiting.values.joined().map { Passage(old: $0, new: nil) }
  }
}
