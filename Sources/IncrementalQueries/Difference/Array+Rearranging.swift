extension Array {
  /// Lets elements leave, moves those that stay, and places others; in place where the array is uniquely held.
  ///
  /// Elements that stay are moved as memory, which is as fast as it gets: copying one may retain what it holds.
  ///
  /// - Parameters:
  ///   - places: Which places are left and taken.
  ///   - items: What comes to the places that are taken, in any order, each once.
  mutating func rearrange(
    _ places: Rearrangement,
    placing items: [(index: Int, element: Element)]
  ) {
    precondition(places.oldCount == count && places.placed.count == items.count)
    // An array has no places without elements: what is missing at the end of either result is padded.
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

/// Moves what stands together to places without elements.
///
/// Runs do not pass each other: one that goes to the front can only come upon those before it, which are out of the way
/// if they go first and in the way of none if they go to the end; and the other way round.
private func shift<Element>(_ runs: [Rearrangement.Run], _ base: UnsafeMutablePointer<Element>) {
  for run in runs where run.new < run.old {
    (base + run.new).moveInitialize(from: base + run.old, count: run.count)
  }
  for run in runs.reversed() where run.new > run.old {
    (base + run.new).moveInitialize(from: base + run.old, count: run.count)
  }
}
