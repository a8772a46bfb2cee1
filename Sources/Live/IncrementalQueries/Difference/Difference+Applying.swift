public import DatabaseTypes

extension Difference {
  /// Returns the new result, made from the old one.
  ///
  /// ```swift
  /// let new = try difference.applying(to: old)
  /// ```
  ///
  /// - Parameter old: The result that this difference starts from.
  /// - Throws: ``DifferenceFailure`` if this cannot be a difference of that result.
  /// - Complexity: A copy of the old result, plus the work of applying this to it in place.
  public func applying(to old: [Element]) throws(DifferenceFailure) -> [Element] {
    var new = old
    try new.apply(self)
    return new
  }
}

extension Array where Element: Sendable {
  /// Turns an old result into the new one, in place.
  ///
  /// Elements that stay are not copied if the array is uniquely referenced. If an error is thrown,
  /// the old result is left as it was.
  ///
  /// ```swift
  /// for await update in updates { try rows.apply(update.difference) }
  /// ```
  ///
  /// - Parameter difference: The difference that leads from this result to the next one.
  /// - Throws: ``DifferenceFailure`` if it cannot be a difference of this result.
  /// - Complexity: O(*k* log *k*) for *k* changes, and one move in memory of each element whose
  ///   place changes. So an update in place is O(1), and when one element moves, only the elements
  ///   between its two places are shifted.
  public mutating func apply(_ difference: Difference<Element>) throws(DifferenceFailure) {
    guard count == difference.oldCount else {
      throw .otherResult(expected: difference.oldCount, found: count)
    }
    if difference.onlyUpdatesInPlace(within: count) {
      for item in difference.updated { self[item.newIndex] = item.newElement }
      return
    }
    let places = try difference.rearrangement()
    if !places.isEmpty { rearrange(places, placing: difference.placedItems) }
    for item in difference.updated where !item.isMoved { self[item.newIndex] = item.newElement }
  }
}

extension Difference {
  /// The places that are left and filled, if this difference is consistent.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes.
  func rearrangement() throws(DifferenceFailure) -> Rearrangement {
    guard oldCount >= 0, newCount >= 0 else {
      throw .malformed("more elements are removed than there are")
    }
    guard isInOrder else { throw .malformed("a list is not in ascending order") }
    let movedUpdates = updated.filter { $0.isMoved }
    let leaving =
      removed.map { $0.index } + moved.map { $0.oldIndex } + movedUpdates.map { $0.oldIndex }
    let placed =
      inserted.map { $0.index } + moved.map { $0.newIndex } + movedUpdates.map { $0.newIndex }
    let places = try Rearrangement(
      oldCount: oldCount,
      leaving: leaving.sorted(),
      placed: placed.sorted()
    )
    for item in updated where !item.isMoved { try places.check(item.oldIndex, item.newIndex) }
    return places
  }

  /// Returns whether elements only change and stay in their places, as in most differences.
  fileprivate func onlyUpdatesInPlace(within count: Int) -> Bool {
    guard removed.isEmpty, inserted.isEmpty, moved.isEmpty else { return false }
    var last = -1
    for item in updated {
      let index = item.newIndex
      if item.isMoved || item.oldIndex != index || index <= last || index >= count { return false }
      last = index
    }
    return true
  }

  // These are closures because key paths of generic types are looked up each time.
  private var isInOrder: Bool {
    isStrictlyAscending(removed.lazy.map { $0.index })
      && isStrictlyAscending(inserted.lazy.map { $0.index })
      && isStrictlyAscending(updated.lazy.map { $0.newIndex })
      && isStrictlyAscending(moved.lazy.map { $0.newIndex })
  }

  /// The elements for the places that are filled.
  fileprivate var placedItems: [(index: Int, element: Element)] {
    inserted.map { ($0.index, $0.element) } + moved.map { ($0.newIndex, $0.element) }
      + updated.filter { $0.isMoved }.map { ($0.newIndex, $0.newElement) }
  }
}

extension Rearrangement {
  /// Checks that an element stays and comes from one place to the other.
  fileprivate func check(_ old: Int, _ new: Int) throws(DifferenceFailure) {
    guard 0..<oldCount ~= old else { throw .malformed("an old index is out of range") }
    guard 0..<newCount ~= new else { throw .malformed("a new index is out of range") }
    guard !leaves(old) else { throw .malformed("an old index occurs twice") }
    guard !places(new) else { throw .malformed("a new index occurs twice") }
    guard rank(ofOld: old) == rank(ofNew: new) else {
      throw .malformed("an element that is listed as staying has moved")
    }
  }
}

/// An error that says why a difference could not be applied to a result.
public struct DifferenceFailure: Sendable, Hashable, _SelfDescribingError {
  /// The reason, as a sentence.
  public let description: String

  static func otherResult(expected: Int, found: Int) -> Self {
    Self(
      description: """
        The difference belongs to a result of \(expected) elements, and cannot be applied to one of \(found). \
        Apply each difference once, in the order of arrival.
        """
    )
  }

  static func malformed(_ reason: String) -> Self {
    Self(description: "The difference is inconsistent: \(reason).")
  }
}
