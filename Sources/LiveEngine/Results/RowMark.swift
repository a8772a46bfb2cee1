import DatabaseTypes
package import IncrementalQueries

/// The mark of a row of a typed result, by which it is found again in the next one.
///
/// The digest stands for the values: 128 bits by a secret of the process, so that two rows that differ have one digest
/// once in 10³⁸ times. With it, elements need not be `Equatable` to be compared.
package struct RowMark: Sendable, Hashable {
  let key: ElementKey
  let digest: RowDigest

  /// Makes a mark.
  ///
  /// - Parameters:
  ///   - key: What tells the row apart; `nil` where its whole content does.
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

  /// Makes a digest of two halves.
  package init(high: Int64, low: Int64) {
    self.high = high
    self.low = low
  }
}

/// An element with its mark, which stands for it where elements are compared.
struct MarkedElement<Element: Sendable>: Sendable, Equatable {
  let element: Element
  let mark: RowMark

  static func == (left: Self, right: Self) -> Bool { left.mark == right.mark }

  /// Whether no column identifies it.
  var hasWholeRowKey: Bool {
    mark.key == ElementKey([.integer(mark.digest.high), .integer(mark.digest.low)])
  }
}

extension Difference {
  /// The difference between two typed results.
  ///
  /// Where whole rows are keys and both results have at most one row, another row is an update in place.
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
