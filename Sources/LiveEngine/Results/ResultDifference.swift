package import IncrementalQueries

/// A difference between two results, whatever their elements are.
package protocol LiveDifference: Sendable {
  /// How many elements it is about.
  var size: Int { get }
  /// Whether a reader would see nothing of it.
  var isEmpty: Bool { get }
  /// The difference of this one and then another.
  func composed(with next: any LiveDifference) -> (any LiveDifference)?
  /// The result before, made from the one after it.
  func undone<Value>(in reading: LiveReading<Value>) -> LiveReading<Value>?
}

/// A difference with what it takes to compare its elements.
package final class ResultDifference<Element: Sendable>: LiveDifference {
  /// The difference.
  package let difference: Difference<Element>
  private let isSame: @Sendable (Element, Element) -> Bool

  /// Makes a difference.
  package init(
    difference: Difference<Element>,
    isSame: @escaping @Sendable (Element, Element) -> Bool
  ) {
    self.difference = difference
    self.isSame = isSame
  }

  /// The difference between two results that do not follow from each other.
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

  /// The difference between two results, whose elements are compared as far as their type can.
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
    return (old as? Value).map { LiveReading(value: $0, isFollowed: true) }
  }

  /// Without the elements that are again what they were.
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

/// Differences that follow each other and wait for somebody who is slow.
///
/// They are put together so that each is smaller than the one before it: then all together cost little more than the
/// work of putting them together once.
struct PendingDifferences: Sendable {
  private var parts: [any LiveDifference]

  init(_ first: any LiveDifference) { parts = [first] }

  /// Adds one.
  ///
  /// - Returns: Whether it follows the others.
  mutating func add(_ next: any LiveDifference) -> Bool {
    parts.append(next)
    while parts.count > 1, parts[parts.count - 1].size >= parts[parts.count - 2].size {
      guard mergeLast() else { return false }
    }
    return true
  }

  /// All of them as one; `nil` where they do not follow each other.
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

/// No difference, of a result that is no rows.
struct NoDifference: LiveDifference {
  let size = 0
  let isEmpty = true

  func composed(with next: any LiveDifference) -> (any LiveDifference)? { next }
  func undone<Value>(in reading: LiveReading<Value>) -> LiveReading<Value>? { reading }
}
