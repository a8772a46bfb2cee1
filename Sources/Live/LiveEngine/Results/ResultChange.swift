import DatabaseTypes
import IncrementalQueries

/// A change of a result, reported by a plan, published by the engine and shown by cells.
///
/// It is the first of the four types that carry a change from a plan to a subscriber: a
/// ``QueryRefresh`` has it without its type, a ``PublicationStep`` has it shown, and a
/// ``LiveEvent`` reports that it was.
///
/// Whole results are stored behind a reference, so that a change takes the same space for any type
/// of value.
package enum ResultChange<Value: Sendable>: Sendable {
  /// Nothing visible changed; only touched rows were read.
  case unchanged
  /// Touched rows were read again, and the result changes in place.
  case patched(ResultPatch<Value>)
  /// The whole query was run again; with the difference, if it is known, which may be empty.
  indirect case replaced(LiveReading<Value>, (any LiveDifference)?)
  /// The result cannot be read, or its rows cannot be converted; the previous result stays.
  case failed(any Error)

  /// The difference, if it is known.
  package var difference: (any LiveDifference)? {
    switch self {
    case .unchanged, .failed: nil
    case .patched(let patch): patch.difference
    case .replaced(_, let difference): difference
    }
  }

  /// Whether only touched rows were read.
  var isPatch: Bool {
    switch self {
    case .unchanged, .patched: true
    case .replaced, .failed: false
    }
  }
}

extension ResultChange {
  /// Creates the change for rows that were read again.
  init<Element>(
    patched difference: Difference<Element>?,
    isSame: @escaping @Sendable (Element, Element) -> Bool
  ) where Value == [Element] {
    guard let difference, !difference.isEmpty else {
      self = .unchanged
      return
    }
    self = .patched(ResultPatch(ResultDifference(difference: difference, isSame: isSame)))
  }

  /// Creates the change for a whole query that was run again.
  init<Element>(
    run elements: [Element],
    _ difference: Difference<Element>,
    isSame: @escaping @Sendable (Element, Element) -> Bool
  ) where Value == [Element] {
    self = .replaced(
      LiveReading(value: elements, tracksDifferences: true),
      ResultDifference(difference: difference, isSame: isSame)
    )
  }
}

extension ResultChange {
  /// Returns the change of a result that contains the rows.
  ///
  /// - Parameters:
  ///   - rows: The key path of the rows in the result.
  ///   - make: Makes a result from rows.
  package func lifted<Element: Sendable, Whole: Sendable>(
    to rows: any WritableKeyPath<Whole, [Element]> & Sendable,
    _ make: ([Element]) -> Whole
  ) -> ResultChange<Whole> where Value == [Element] {
    switch self {
    case .unchanged: .unchanged
    case .patched(let patch): .patched(ResultPatch(patch, of: rows))
    case .replaced(let reading, let difference):
      .replaced(LiveReading(value: make(reading.value)), difference)
    case .failed(let error): .failed(error)
    }
  }
}

/// A change of a result in place; a class, since it is passed along a lot.
package final class ResultPatch<Value: Sendable>: Sendable {
  private let change: @Sendable (inout LiveReading<Value>) throws -> Void
  /// Returns whether the change would copy elements that are also retained elsewhere.
  private let copies: @Sendable (inout LiveReading<Value>) -> Bool
  /// The difference, if the result is rows.
  package let difference: (any LiveDifference)?
  /// Whether the whole value is replaced.
  let replacesAll: Bool
  /// The time that the last application took, if it has many rows.
  let shownTime: ApplyDuration

  /// Creates a patch of rows that are inserted, removed, moved or updated.
  package init<Element>(_ difference: ResultDifference<Element>) where Value == [Element] {
    self.difference = difference
    replacesAll = false
    let time = ApplyDuration()
    shownTime = time
    change = { reading in
      if difference.size < 8 { return try reading.apply(difference.difference) }
      try time.measure { try reading.apply(difference.difference) }
    }
    copies = { $0.hasSharedRows() }
  }

  /// Creates a patch of rows with new sections.
  init<Element>(_ difference: ResultDifference<Element>, sections: SectionLayout<String?>)
  where Value == [Element] {
    self.difference = difference
    replacesAll = false
    let time = ApplyDuration()
    shownTime = time
    change = { reading in
      try time.measure { try reading.apply(difference.difference, sections: sections) }
    }
    copies = { $0.hasSharedRows() }
  }

  /// Creates a patch that replaces the value, which follows from the touched rows.
  init(_ value: Value) {
    difference = nil
    replacesAll = true
    shownTime = ApplyDuration()
    change = { $0 = LiveReading(value: value) }
    copies = { _ in false }
  }

  /// Creates a patch of rows that are a part of the result.
  ///
  /// - Parameter rows: The key path of the rows in the result.
  init<Element: Sendable>(
    _ patch: ResultPatch<[Element]>,
    of rows: any WritableKeyPath<Value, [Element]> & Sendable
  ) {
    difference = patch.difference
    replacesAll = false
    shownTime = patch.shownTime
    copies = { $0.hasSharedRows(at: rows) }
    change = { reading in
      try reading.change { value in
        var part = LiveReading(value: value[keyPath: rows])
        // Release the other reference, so that the rows are changed in place.
        value[keyPath: rows] = []
        defer { value[keyPath: rows] = part.value }
        try patch.apply(to: &part)
      }
    }
  }

  /// Changes a result, which stays as it is if the patch does not fit.
  ///
  /// - Throws: An error if this is a patch of another result.
  package func apply(to reading: inout LiveReading<Value>) throws { try change(&reading) }

  /// Returns whether it would copy all rows of a result, because they are also retained elsewhere.
  func wouldCopy(_ reading: inout LiveReading<Value>) -> Bool { copies(&reading) }
}
