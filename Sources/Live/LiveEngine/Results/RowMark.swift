import DatabaseTypes
package import IncrementalQueries

/// The mark of a row of a typed result, by which it is found again in the next result.
///
/// The digest represents the values: it has 128 bits and depends on a secret of the process, so two
/// different rows have the same digest once in 10³⁸ times. With it, elements can be compared
/// without being `Equatable`.
package struct RowMark: Sendable, Hashable {
  let key: ElementKey
  let digest: RowDigest

  /// Creates a mark.
  ///
  /// - Parameters:
  ///   - key: The key that identifies the row; `nil` if its whole content does.
  ///   - digest: The digest of its values.
  package init(key: ElementKey?, digest: RowDigest) {
    self.key = key ?? ElementKey([.integer(digest.high), .integer(digest.low)])
    self.digest = digest
  }
}

/// A hash of a row's values.
package struct RowDigest: Sendable, Hashable {
  let high: Int64
  let low: Int64

  /// Creates a digest from two halves.
  package init(high: Int64, low: Int64) {
    self.high = high
    self.low = low
  }
}

/// An element with its mark, which is compared instead of the element.
struct MarkedElement<Element: Sendable>: Sendable, Equatable {
  let element: Element
  let mark: RowMark

  static func == (left: Self, right: Self) -> Bool { left.mark == right.mark }

  /// Whether the whole row is its key.
  var hasWholeRowKey: Bool {
    mark.key == ElementKey([.integer(mark.digest.high), .integer(mark.digest.low)])
  }
}

extension Difference {
  /// Returns the difference between two typed results.
  ///
  /// If whole rows are keys and both results have at most one row, a changed row is an update in
  /// place.
  package static func between(_ old: LiveReading<[Element]>?, _ new: LiveReading<[Element]>) -> Self
  {
    let (oldRows, newRows) = (old?.marked() ?? [], new.marked())
    if oldRows.count <= 1, newRows.count <= 1, newRows.first?.hasWholeRowKey != false {
      return Difference<MarkedElement<Element>>.between(oldRows, newRows) { _ in true }
        .map(\.element)
    }
    return Difference<MarkedElement<Element>>.between(oldRows, newRows) { $0.mark.key }
      .map(\.element)
  }
}

extension LiveReading {
  /// The elements with their marks.
  func marked<Element>() -> [MarkedElement<Element>] where Value == [Element] {
    guard let marks, marks.count == value.count else { return [] }
    return zip(value, marks).map { MarkedElement(element: $0, mark: $1) }
  }
}
