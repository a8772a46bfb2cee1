import DatabaseTypes
import IncrementalQueries

/// A change of a result, as a plan tells it of a commit, the engine publishes it, and cells show it.
///
/// Whole results stand behind a reference, so that a change takes the same room whatever its value is.
package enum ResultChange<Value: Sendable>: Sendable {
  /// Nothing that a reader would see; rows that were touched were all that was read.
  case unchanged
  /// Rows that were touched were read again, which changes the result in place.
  case patched(ResultPatch<Value>)
  /// The whole query was run again: its result, with what differs where that is known, which may be nothing.
  indirect case replaced(LiveReading<Value>, (any LiveDifference)?)
  /// It cannot be read, or its rows make no value; the result before stays.
  case failed(any Error)

  /// What differs, where it is known.
  package var difference: (any LiveDifference)? {
    switch self {
    case .unchanged, .failed: nil
    case .patched(let patch): patch.difference
    case .replaced(_, let difference): difference
    }
  }

  /// Whether rows that were touched were all that was read.
  var isPatch: Bool {
    switch self {
    case .unchanged, .patched: true
    case .replaced, .failed: false
    }
  }
}

extension ResultChange {
  /// Rows that were read again change a result, if anything differs.
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

  /// The whole query was run again.
  init<Element>(
    run elements: [Element],
    _ difference: Difference<Element>,
    isSame: @escaping @Sendable (Element, Element) -> Bool
  ) where Value == [Element] {
    self = .replaced(
      LiveReading(value: elements, isFollowed: true),
      ResultDifference(difference: difference, isSame: isSame)
    )
  }
}

extension ResultChange {
  /// The change of a result of which the rows are a part.
  ///
  /// - Parameters:
  ///   - rows: Where the rows stand in the result.
  ///   - make: Makes a result of rows.
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

/// A change of a result in place; a class, since it goes through many hands.
package final class ResultPatch<Value: Sendable>: Sendable {
  private let change: @Sendable (inout LiveReading<Value>) throws -> Void
  /// Whether the change would copy what somebody else holds too.
  private let copies: @Sendable (inout LiveReading<Value>) -> Bool
  /// What differs, where the result is rows.
  package let difference: (any LiveDifference)?
  /// Whether the result is another value as a whole.
  let replacesAll: Bool
  /// How long it took to apply it last, where it has many rows.
  let shownTime: ShownTime

  /// Some rows come, go, move, or are others.
  package init<Element>(_ difference: ResultDifference<Element>) where Value == [Element] {
    self.difference = difference
    replacesAll = false
    let time = ShownTime()
    shownTime = time
    change = { reading in
      if difference.size < 8 { return try reading.apply(difference.difference) }
      try time.measure { try reading.apply(difference.difference) }
    }
    copies = { $0.hasSharedRows() }
  }

  /// The same, of rows that then lie in these sections.
  init<Element>(_ difference: ResultDifference<Element>, sections: SectionLayout<String?>)
  where Value == [Element] {
    self.difference = difference
    replacesAll = false
    let time = ShownTime()
    shownTime = time
    change = { reading in
      try time.measure { try reading.apply(difference.difference, sections: sections) }
    }
    copies = { $0.hasSharedRows() }
  }

  /// The result is another value, which follows from the touched rows.
  init(_ value: Value) {
    difference = nil
    replacesAll = true
    shownTime = ShownTime()
    change = { $0 = LiveReading(value: value) }
    copies = { _ in false }
  }

  /// Rows that are a part of the result change.
  ///
  /// - Parameter rows: Where the rows stand in the result.
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
        // So that there is one reference to what is changed.
        value[keyPath: rows] = []
        defer { value[keyPath: rows] = part.value }
        try patch.apply(to: &part)
      }
    }
  }

  /// Changes a result, which is left as it is where the patch does not fit.
  ///
  /// - Throws: Where it is a patch of another result.
  package func apply(to reading: inout LiveReading<Value>) throws { try change(&reading) }

  /// Whether it would copy all rows of a result, since somebody else holds them too.
  func wouldCopy(_ reading: inout LiveReading<Value>) -> Bool { copies(&reading) }
}
