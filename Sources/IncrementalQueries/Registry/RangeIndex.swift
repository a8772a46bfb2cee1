import DatabaseTypes

/// Queries found by the ranges that hold a value.
///
/// It is a tree without pointers: the entries are sorted by where they begin, the middle one is the root, and each knows
/// how far the entries of its part reach.
///
/// - Invariant: `entries` are sorted by their beginnings.
/// - Invariant: the reach of an entry is the farthest end of the entries of its part.
struct RangeIndex<ID: Hashable & Sendable>: Sendable {
  private struct Entry: Sendable {
    let id: ID
    let range: ValueRange
    var reach: ValueRange.Bound?
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Adds a query.
  ///
  /// - Complexity: Linear: live queries come and go seldom, and are looked for at each commit.
  mutating func insert(_ id: ID, _ range: ValueRange) {
    let index = entries.firstSorted { !ValueRange.beginsBefore($0.range.lower, range.lower) }
    entries.insert(Entry(id: id, range: range, reach: range.upper), at: index)
    updateReach(0, entries.count)
  }

  /// Removes a query.
  ///
  /// - Complexity: Linear.
  mutating func remove(_ id: ID) {
    entries.removeAll { $0.id == id }
    updateReach(0, entries.count)
  }

  /// Calls a closure with each query whose range holds a value.
  ///
  /// - Complexity: Logarithmic for each query found.
  func forEach(containing value: DatabaseValue, _ body: (ID) -> Void) {
    guard !value.isNull else { return }
    if value.mayBeRepaired {
      for entry in entries { body(entry.id) }
    } else {
      forEach(containing: value, 0, entries.count, body)
    }
  }

  private func forEach(
    containing value: DatabaseValue,
    _ start: Int,
    _ end: Int,
    _ body: (ID) -> Void
  ) {
    guard start < end else { return }
    let middle = (start + end) / 2
    guard ValueRange.reaches(entries[middle].reach, value) else { return }
    forEach(containing: value, start, middle, body)
    guard entries[middle].range.begins(before: value) else { return }
    if entries[middle].range.ends(after: value) { body(entries[middle].id) }
    forEach(containing: value, middle + 1, end, body)
  }

  private mutating func updateReach(_ start: Int, _ end: Int) {
    guard start < end else { return }
    let middle = (start + end) / 2
    updateReach(start, middle)
    updateReach(middle + 1, end)
    var reach = entries[middle].range.upper
    for (partStart, partEnd) in [(start, middle), (middle + 1, end)] where partStart < partEnd {
      let other = entries[(partStart + partEnd) / 2].reach
      if !ValueRange.reaches(reach, asFarAs: other) { reach = other }
    }
    entries[middle].reach = reach
  }
}

extension Array {
  /// The first place whose element meets a condition, as those after it do.
  fileprivate func firstSorted(where isThere: (Element) -> Bool) -> Int {
    var (start, end) = (0, count)
    while start < end {
      let middle = (start + end) / 2
      if isThere(self[middle]) { end = middle } else { start = middle + 1 }
    }
    return start
  }
}
