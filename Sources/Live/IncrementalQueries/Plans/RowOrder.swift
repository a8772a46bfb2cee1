package import DatabaseTypes

/// A key that identifies a row of a live result, and orders rows whose order terms are equal.
package protocol ResultRowKey: Hashable, Sendable {
  /// Whether keys are so slow to compare that some bits of their hashes are compared first.
  static var usesFingerprints: Bool { get }

  /// Compares two keys; negative if the first comes before the second.
  static func compare(
    _ left: Self,
    _ right: Self,
    _ terms: [SortTerm],
    _ collate: TextComparison
  ) rethrows -> Int
}

extension Int64: ResultRowKey {
  /// Row numbers are compared directly.
  package static var usesFingerprints: Bool { false }

  /// Compares two row numbers.
  package static func compare(
    _ left: Int64,
    _ right: Int64,
    _ terms: [SortTerm],
    _ collate: TextComparison
  ) rethrows -> Int { left < right ? -1 : left > right ? 1 : 0 }
}

/// A key of several values: a primary key, the keys of joined tables, or the values of a group.
package struct CompositeKey: ResultRowKey {
  /// The values.
  package let values: [DatabaseValue]

  /// Creates a key.
  package init(_ values: [DatabaseValue]) { self.values = values }

  /// Composite keys are compared by marks first.
  package static var usesFingerprints: Bool { true }

  /// Compares value by value.
  package static func compare(
    _ left: CompositeKey,
    _ right: CompositeKey,
    _ terms: [SortTerm],
    _ collate: TextComparison
  ) rethrows -> Int {
    for (index, term) in terms.enumerated() {
      let order = try term.compare(left.values[index], right.values[index], collate)
      if order != 0 { return order }
    }
    return 0
  }
}

/// The order of a result: the terms of the statement, then the key.
package struct RowOrder: Sendable, Hashable {
  /// The terms of `ORDER BY`.
  package let terms: [SortTerm]
  /// The terms by which the values of keys are compared; unused for row numbers.
  package let keyTerms: [SortTerm]

  /// Creates an order.
  package init(terms: [SortTerm] = [], keyTerms: [SortTerm] = []) {
    self.terms = terms
    self.keyTerms = keyTerms
  }

  /// Compares two rows; negative if the first comes before the second.
  package func compare<Key: ResultRowKey>(
    _ left: some RandomAccessCollection<DatabaseValue>,
    _ leftKey: Key,
    _ right: some RandomAccessCollection<DatabaseValue>,
    _ rightKey: Key,
    _ collate: TextComparison
  ) rethrows -> Int {
    var (leftIndex, rightIndex) = (left.startIndex, right.startIndex)
    for term in terms {
      let order = try term.compare(left[leftIndex], right[rightIndex], collate)
      if order != 0 { return order }
      left.formIndex(after: &leftIndex)
      right.formIndex(after: &rightIndex)
    }
    return try Key.compare(leftKey, rightKey, keyTerms, collate)
  }
}

/// A row as a statement returns it: with its key and the values by which it is ordered.
package struct PlacedRow<Key: ResultRowKey, Element> {
  /// The key.
  package let key: Key
  /// The values of the `ORDER BY` terms, as a slice of those of all rows read, to avoid copying.
  package let sorts: ArraySlice<DatabaseValue>
  /// The decoded row.
  package let element: Element

  /// Creates a row.
  package init(key: Key, sorts: [DatabaseValue], element: Element) {
    self.init(key: key, sorts: sorts[...], element: element)
  }

  /// Creates a row.
  package init(key: Key, sorts: ArraySlice<DatabaseValue>, element: Element) {
    self.key = key
    self.sorts = sorts
    self.element = element
  }
}
