extension Array {
  /// Removes elements, shifts those that stay, and places new ones.
  ///
  /// It works in place if the array is uniquely referenced. Elements that stay are moved as raw
  /// memory, which is the fastest way, since copying one may retain what it refers to.
  ///
  /// - Parameters:
  ///   - places: The places that are left and the places that are filled.
  ///   - items: The elements for the filled places, in any order, each once.
  mutating func rearrange(
    _ places: Rearrangement,
    placing items: [(index: Int, element: Element)]
  ) {
    precondition(places.oldCount == count && places.placed.count == items.count)
    // Every place of an array must hold an element, so pad the end of the shorter result.
    let (grown, shrunk) = (places.newCount - count, count - places.newCount)
    let padding: Element? =
      grown > 0 ? items[0].element : shrunk > 0 ? self[places.leaving[0]] : nil
    if let padding, grown > 0 { append(contentsOf: repeatElement(padding, count: grown)) }
    withUnsafeMutableBufferPointer { elements in
      guard let base = elements.baseAddress else { return }
      for index in places.leaving { (base + index).deinitialize(count: 1) }
      if grown > 0 { (base + places.oldCount).deinitialize(count: grown) }
      shift(places.shiftedRuns, base)
      for item in items { (base + item.index).initialize(to: item.element) }
      if let padding, shrunk > 0 {
        (base + places.newCount).initialize(repeating: padding, count: shrunk)
      }
    }
    if shrunk > 0 { removeLast(shrunk) }
  }
}

/// Moves runs of elements to places that hold no elements.
///
/// Runs do not overtake each other. A run that moves towards the front can only collide with runs
/// before it. If those also move towards the front, they have moved first; if they move towards the
/// end, they are not in its way. The same holds in the other direction.
private func shift<Element>(_ runs: [Rearrangement.Run], _ base: UnsafeMutablePointer<Element>) {
  for run in runs where run.new < run.old {
    (base + run.new).moveInitialize(from: base + run.old, count: run.count)
  }
  for run in runs.reversed() where run.new > run.old {
    (base + run.new).moveInitialize(from: base + run.old, count: run.count)
  }
}
