package import DatabaseTypes

/// What tells the rows of a live result apart, and decides where the terms of its order do not.
package protocol ResultRowKey: Hashable, Sendable {
  /// Whether comparing keys takes so long that some bits of their hashes are compared first.
  static var isMarked: Bool { get }

  /// Compares two keys: negative where the first comes before the second.
  static func compare(
    _ left: Self,
    _ right: Self,
    _ terms: [SortTerm],
    _ ask: TextComparison
  ) rethrows -> Int
}

extension Int64: ResultRowKey {
  /// Row numbers are compared themselves.
  package static var isMarked: Bool { false }

  /// Compares two row numbers.
  package static func compare(
    _ left: Int64,
    _ right: Int64,
    _ terms: [SortTerm],
    _ ask: TextComparison
  ) rethrows -> Int { left < right ? -1 : left > right ? 1 : 0 }
}

/// A key of several values: a primary key, those of joined tables, or what a group has in common.
package struct CompositeKey: ResultRowKey {
  /// The values.
  package let values: [DatabaseValue]

  /// Makes a key.
  package init(_ values: [DatabaseValue]) { self.values = values }

  /// Keys of several values are marked.
  package static var isMarked: Bool { true }

  /// Compares value by value.
  package static func compare(
    _ left: CompositeKey,
    _ right: CompositeKey,
    _ terms: [SortTerm],
    _ ask: TextComparison
  ) rethrows -> Int {
    for (index, term) in terms.enumerated() {
      let order = try term.compare(left.values[index], right.values[index], ask)
      if order != 0 { return order }
    }
    return 0
  }
}

/// The order of a result: the terms of the statement, and then the key.
package struct RowOrder: Sendable, Hashable {
  /// The terms of `ORDER BY`.
  package let terms: [SortTerm]
  /// How the values of keys are compared; not asked for row numbers.
  package let keyTerms: [SortTerm]

  /// Makes an order.
  package init(terms: [SortTerm] = [], keyTerms: [SortTerm] = []) {
    self.terms = terms
    self.keyTerms = keyTerms
  }

  /// Compares two rows: negative where the first comes before the second.
  package func compare<Key: ResultRowKey>(
    _ left: some RandomAccessCollection<DatabaseValue>,
    _ leftKey: Key,
    _ right: some RandomAccessCollection<DatabaseValue>,
    _ rightKey: Key,
    _ ask: TextComparison
  ) rethrows -> Int {
    var (leftIndex, rightIndex) = (left.startIndex, right.startIndex)
    for term in terms {
      let order = try term.compare(left[leftIndex], right[rightIndex], ask)
      if order != 0 { return order }
      left.formIndex(after: &leftIndex)
      right.formIndex(after: &rightIndex)
    }
    return try Key.compare(leftKey, rightKey, keyTerms, ask)
  }
}

/// A row as a statement gives it: with its key and the values by which it is ordered.
package struct PlacedRow<Key: ResultRowKey, Element> {
  /// The key.
  package let key: Key
  /// The values of the terms of `ORDER BY`: a part of those of all rows that were read, so that they are not copied.
  package let sorts: ArraySlice<DatabaseValue>
  /// What it is decoded as.
  package let element: Element

  /// Makes a row.
  package init(key: Key, sorts: [DatabaseValue], element: Element) {
    self.init(key: key, sorts: sorts[...], element: element)
  }

  /// Makes a row.
  package init(key: Key, sorts: ArraySlice<DatabaseValue>, element: Element) {
    self.key = key
    self.sorts = sorts
    self.element = element
  }
}
