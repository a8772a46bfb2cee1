extension Difference {
  /// The new result, made from the old one.
  ///
  /// - Parameter old: The result of which this is the difference.
  /// - Throws: ``DifferenceFailure`` where this cannot be a difference of that result.
  /// - Complexity: By the number of elements of both results.
  public func applying(to old: [Element]) throws(DifferenceFailure) -> [Element] {
    guard old.count == oldCount else { throw .otherResult(expected: oldCount, found: old.count) }
    guard newCount >= 0 else { throw .malformed("more elements are removed than there are") }
    let leaves = try placesLeft()
    var places = try placesTaken()
    // What neither left nor was placed stays, in its order, in the places that are still free.
    var free = 0
    for (index, element) in old.enumerated() where !leaves[index] {
      while free < places.count, places[free] != nil { free += 1 }
      guard free < places.count else { throw .malformed("two elements share a place") }
      places[free] = .some(element)
    }
    let new = places.compactMap(\.self)
    guard new.count == newCount else { throw .malformed("a place stays empty") }
    return new
  }

  /// For each old index whether its element goes, or is placed anew.
  private func placesLeft() throws(DifferenceFailure) -> [Bool] {
    var leaves = [Bool](repeating: false, count: oldCount)
    func leave(_ index: Int) throws(DifferenceFailure) {
      guard leaves.indices.contains(index) else { throw .malformed("an old index is out of range") }
      guard !leaves[index] else { throw .malformed("an old index stands twice") }
      leaves[index] = true
    }
    for item in removed { try leave(item.index) }
    for item in updated { try leave(item.oldIndex) }
    for item in moved { try leave(item.oldIndex) }
    return leaves
  }

  /// For each new index the element that comes there or is placed anew.
  private func placesTaken() throws(DifferenceFailure) -> [Element?] {
    var places = [Element?](repeating: nil, count: newCount)
    func place(_ element: Element, _ index: Int) throws(DifferenceFailure) {
      guard places.indices.contains(index) else { throw .malformed("a new index is out of range") }
      guard places[index] == nil else { throw .malformed("a new index stands twice") }
      places[index] = .some(element)
    }
    for item in inserted { try place(item.element, item.index) }
    for item in updated { try place(item.newElement, item.newIndex) }
    for item in moved { try place(item.element, item.newIndex) }
    return places
  }
}

/// Why a difference could not be applied to a result.
public struct DifferenceFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, in a sentence.
  public let description: String

  static func otherResult(expected: Int, found: Int) -> Self {
    Self(
      description: """
        The difference belongs to a result of \(expected) elements and cannot be applied to one of \
        \(found). Apply differences in the order in which they came, each once.
        """
    )
  }

  static func malformed(_ reason: String) -> Self {
    Self(description: "The difference contradicts itself: \(reason).")
  }
}
