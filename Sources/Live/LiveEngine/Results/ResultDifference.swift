package import IncrementalQueries

/// A difference between two results, without the type of their elements.
package protocol LiveDifference: Sendable {
  /// The number of elements that differ.
  var size: Int { get }
  /// Whether a reader would see no difference.
  var isEmpty: Bool { get }
  /// Returns the combination of this difference and the next one.
  func composed(with next: any LiveDifference) -> (any LiveDifference)?
  /// Returns the previous result, computed from the new one.
  func undone<Value>(in reading: LiveReading<Value>) -> LiveReading<Value>?
}

/// A difference, with the function that compares its elements.
package final class ResultDifference<Element: Sendable>: LiveDifference {
  /// The difference.
  package let difference: Difference<Element>
  private let isSame: @Sendable (Element, Element) -> Bool

  /// Creates a difference.
  package init(
    difference: Difference<Element>,
    isSame: @escaping @Sendable (Element, Element) -> Bool
  ) {
    self.difference = difference
    self.isSame = isSame
  }

  /// Returns the difference between two independent results.
  package static func between(
    _ old: [Element],
    _ new: [Element],
    isSame: @escaping @Sendable (Element, Element) -> Bool
  ) -> ResultDifference {
    ResultDifference(
      difference: .between(old, new, identifiedBy: ElementTraits().identity, isSame: isSame),
      isSame: isSame
    )
  }

  /// Returns the difference between two results, comparing elements if their type allows it.
  package static func between(_ old: [Element], _ new: [Element]) -> ResultDifference {
    let traits = ElementTraits<Element>()
    return between(old, new) { traits.isSame($0, $1) }
  }

  package var size: Int { difference.counts.total }

  package var isEmpty: Bool { difference.isEmpty }

  package func composed(with next: any LiveDifference) -> (any LiveDifference)? {
    guard let next = next as? ResultDifference<Element> else {
      preconditionFailure("Differences of a result have elements of one type: \(Element.self).")
    }
    guard let composed = try? difference.composed(with: next.difference) else { return nil }
    return ResultDifference(difference: visible(in: composed), isSame: isSame)
  }

  package func undone<Value>(in reading: LiveReading<Value>) -> LiveReading<Value>? {
    guard let new = reading.value as? [Element] else {
      preconditionFailure("A difference of \([Element].self) is one of a result of that type.")
    }
    guard let old = try? difference.inverted.applying(to: new) else { return nil }
    return (old as? Value).map { LiveReading(value: $0, tracksDifferences: true) }
  }

  /// Returns the difference without elements that end up as they were.
  private func visible(in difference: Difference<Element>) -> Difference<Element> {
    Difference(
      oldCount: difference.oldCount,
      removed: difference.removed,
      inserted: difference.inserted,
      updated: difference.updated.filter { $0.isMoved || !isSame($0.oldElement, $0.newElement) },
      moved: difference.moved
    )
  }
}

/// Consecutive differences that wait for a slow consumer.
///
/// They are merged so that each is smaller than the previous one: then all of this costs little
/// more than merging them once.
struct PendingDifferences: Sendable {
  private var parts: [any LiveDifference]

  init(_ first: any LiveDifference) { parts = [first] }

  /// Adds a difference.
  ///
  /// - Returns: Whether it follows the others.
  mutating func add(_ next: any LiveDifference) -> Bool {
    parts.append(next)
    while parts.count > 1, parts[parts.count - 1].size >= parts[parts.count - 2].size {
      guard mergeLast() else { return false }
    }
    return true
  }

  /// Merges all into one; `nil` if they do not follow each other.
  mutating func merged() -> (any LiveDifference)? {
    while parts.count > 1 { guard mergeLast() else { return nil } }
    return parts.first
  }

  private mutating func mergeLast() -> Bool {
    let last = parts.removeLast()
    guard let merged = parts.removeLast().composed(with: last) else { return false }
    parts.append(merged)
    return true
  }
}

/// An empty difference, for a result that is not rows.
struct NoDifference: LiveDifference {
  let size = 0
  let isEmpty = true

  func composed(with next: any LiveDifference) -> (any LiveDifference)? { next }
  func undone<Value>(in reading: LiveReading<Value>) -> LiveReading<Value>? { reading }
}
