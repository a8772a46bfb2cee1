/// The changes that turn an ordered result into the next: insertions, removals, updates and moves.
///
/// ```swift
/// let difference = Difference.between(old, new, keyedBy: \.id)
/// difference.counts          // 1 inserted, 2 updated
/// try difference.applying(to: old) == new
/// ```
///
/// A key determines which old element a new one continues. Every element of both results is in at
/// most one list:
///
/// | the key is | the element is | its relative place | listed in |
/// |---|---|---|---|
/// | only in the old result | – | – | `removed` |
/// | only in the new result | – | – | `inserted` |
/// | in both | equal | the same | no list |
/// | in both | equal | another | `moved` |
/// | in both | not equal | the same or another | `updated`, with `isMoved` |
///
/// The relative place is the place among the elements whose keys are in both results: an element
/// that was only pushed down by an insertion has not moved. As few elements as possible count as
/// moved.
///
/// Indexes of `removed`, and indexes called old, refer to the old result; all others refer to the
/// new one.
///
/// - Invariant: Each list is in ascending order, `removed` by its old index and the others by the
///   new index.
public struct Difference<Element: Sendable>: Sendable {
  /// An element that is only in the new result.
  public struct Inserted: Sendable {
    /// The place in the new result.
    public let index: Int
    /// The element.
    public let element: Element

    /// Creates an insertion.
    public init(index: Int, element: Element) {
      self.index = index
      self.element = element
    }
  }

  /// An element that is only in the old result.
  public struct Removed: Sendable {
    /// The place in the old result.
    public let index: Int
    /// The element.
    public let element: Element

    /// Creates a removal.
    public init(index: Int, element: Element) {
      self.index = index
      self.element = element
    }
  }

  /// An element whose content changed.
  public struct Updated: Sendable {
    /// The place in the old result.
    public let oldIndex: Int
    /// The place in the new result.
    public let newIndex: Int
    /// The old element.
    public let oldElement: Element
    /// The new element.
    public let newElement: Element
    /// Whether the element also changed its place among those that stayed.
    public let isMoved: Bool

    /// Creates an update.
    public init(
      oldIndex: Int,
      newIndex: Int,
      oldElement: Element,
      newElement: Element,
      isMoved: Bool
    ) {
      self.oldIndex = oldIndex
      self.newIndex = newIndex
      self.oldElement = oldElement
      self.newElement = newElement
      self.isMoved = isMoved
    }
  }

  /// An element that only changed its place among those that stayed.
  public struct Moved: Sendable {
    /// The place in the old result.
    public let oldIndex: Int
    /// The place in the new result.
    public let newIndex: Int
    /// The element.
    public let element: Element

    /// Creates a move.
    public init(oldIndex: Int, newIndex: Int, element: Element) {
      self.oldIndex = oldIndex
      self.newIndex = newIndex
      self.element = element
    }
  }

  /// The number of elements of the old result.
  public let oldCount: Int
  /// The elements that are only in the old result.
  public let removed: [Removed]
  /// The elements that are only in the new result.
  public let inserted: [Inserted]
  /// The elements whose content changed, whether they moved or not.
  public let updated: [Updated]
  /// The elements that only changed their place.
  public let moved: [Moved]

  /// Creates a difference from its parts, each in ascending order.
  ///
  /// The parts are checked when the difference is applied.
  public init(
    oldCount: Int,
    removed: [Removed] = [],
    inserted: [Inserted] = [],
    updated: [Updated] = [],
    moved: [Moved] = []
  ) {
    self.oldCount = oldCount
    self.removed = removed
    self.inserted = inserted
    self.updated = updated
    self.moved = moved
  }
}

extension Difference {
  /// Creates a difference in which one element is updated and stays in its place.
  package init(of elements: [Element], updatedAt index: Int, to new: Element) {
    let updated = Updated(
      oldIndex: index,
      newIndex: index,
      oldElement: elements[index],
      newElement: new,
      isMoved: false
    )
    self.init(oldCount: elements.count, updated: [updated])
  }

  /// The number of elements of the new result.
  public var newCount: Int { oldCount - removed.count + inserted.count }

  /// Whether both results are equal.
  public var isEmpty: Bool {
    // Use the counts, since `isEmpty` of an array of a generic type looks up that type first.
    removed.count + inserted.count + updated.count + moved.count == 0
  }

  /// Returns the difference with transformed elements in the same places.
  ///
  /// Rows are compared before they are decoded; this gives the difference of the decoded values.
  public func map<Other: Sendable, Failure: Error>(
    _ transform: (Element) throws(Failure) -> Other
  ) throws(Failure) -> Difference<Other> {
    Difference<Other>(
      oldCount: oldCount,
      removed: try removed.map { item throws(Failure) in
        .init(index: item.index, element: try transform(item.element))
      },
      inserted: try inserted.map { item throws(Failure) in
        .init(index: item.index, element: try transform(item.element))
      },
      updated: try updated.map { item throws(Failure) in
        .init(
          oldIndex: item.oldIndex,
          newIndex: item.newIndex,
          oldElement: try transform(item.oldElement),
          newElement: try transform(item.newElement),
          isMoved: item.isMoved
        )
      },
      moved: try moved.map { item throws(Failure) in
        .init(
          oldIndex: item.oldIndex,
          newIndex: item.newIndex,
          element: try transform(item.element)
        )
      }
    )
  }
}

extension Difference: Equatable where Element: Equatable {}
extension Difference.Inserted: Equatable where Element: Equatable {}
extension Difference.Removed: Equatable where Element: Equatable {}
extension Difference.Updated: Equatable where Element: Equatable {}
extension Difference.Moved: Equatable where Element: Equatable {}

extension Difference: Hashable where Element: Hashable {}
extension Difference.Inserted: Hashable where Element: Hashable {}
extension Difference.Removed: Hashable where Element: Hashable {}
extension Difference.Updated: Hashable where Element: Hashable {}
extension Difference.Moved: Hashable where Element: Hashable {}

extension Difference {
  /// The difference in the other direction: from the new result to the old one.
  ///
  /// - Complexity: O(*k* log *k*) for *k* changes.
  public var inverted: Difference {
    Difference(
      oldCount: newCount,
      removed: inserted.map { .init(index: $0.index, element: $0.element) },
      inserted: removed.map { .init(index: $0.index, element: $0.element) },
      updated: updated.map(\.inverted).sorted { $0.newIndex < $1.newIndex },
      moved: moved.map { .init(oldIndex: $0.newIndex, newIndex: $0.oldIndex, element: $0.element) }
        .sorted { $0.newIndex < $1.newIndex }
    )
  }
}

extension Difference.Updated {
  fileprivate var inverted: Self {
    Self(
      oldIndex: newIndex,
      newIndex: oldIndex,
      oldElement: newElement,
      newElement: oldElement,
      isMoved: isMoved
    )
  }
}
