package import DatabaseTypes
import IncrementalQueries

/// A result, and by what its rows are told apart.
///
/// - Invariant: what is known of rows is known of the rows of this value; whatever changes the value forgets it.
package struct LiveReading<Value: Sendable>: Sendable {
  /// The result.
  package private(set) var value: Value
  /// Whether each change of it comes with what differs.
  package private(set) var isFollowed: Bool
  /// What few readings have: behind one reference, since readings go through many hands.
  private var details: LiveReadingDetails?

  /// Makes a reading; what it can hold is explained where that is declared.
  package init(
    value: Value,
    marks: [RowMark]? = nil,
    sections: SectionLayout<String?>? = nil,
    basis: (any Sendable)? = nil,
    isFollowed: Bool = false
  ) {
    self.value = value
    self.isFollowed = isFollowed
    details =
      marks == nil && sections == nil && basis == nil
      ? nil : LiveReadingDetails(marks: marks, sections: sections, basis: basis)
  }

  /// Changes some rows in place.
  ///
  /// - Throws: Where the difference is not one of this result, which stays as it is.
  mutating func apply<Element>(_ difference: Difference<Element>) throws
  where Value == [Element] {
    try value.apply(difference)
    details = nil
    isFollowed = true
  }

  /// Changes some rows in place, which then lie in these sections.
  ///
  /// - Throws: Where the difference is not one of this result, which stays as it is.
  mutating func apply<Element>(
    _ difference: Difference<Element>,
    sections: SectionLayout<String?>
  ) throws where Value == [Element] {
    try apply(difference)
    details = LiveReadingDetails(marks: nil, sections: sections, basis: nil)
  }

  /// Changes the value in place, by which what is known of its rows is lost.
  mutating func change(_ body: (inout Value) throws -> Void) rethrows {
    details = nil
    isFollowed = false
    try body(&value)
  }

  /// Whether somebody else holds the rows.
  mutating func hasSharedRows<Element>() -> Bool where Value == [Element] { value.isShared }

  /// Whether somebody else holds the rows that stand in a place of the value.
  mutating func hasSharedRows<Element>(at rows: WritableKeyPath<Value, [Element]>) -> Bool {
    value[keyPath: rows].isShared
  }

  /// One for each row, where the rows are known.
  package var marks: [RowMark]? { details?.marks }

  /// The sections of the rows, where the request puts them into sections.
  package var sections: SectionLayout<String?>? { details?.sections }

  /// The reading from which this one was made, where that decides whether it is the same.
  package var basis: (any Sendable)? { details?.basis }
}

private final class LiveReadingDetails: Sendable {
  let marks: [RowMark]?
  let sections: SectionLayout<String?>?
  let basis: (any Sendable)?

  init(marks: [RowMark]?, sections: SectionLayout<String?>?, basis: (any Sendable)?) {
    self.marks = marks
    self.sections = sections
    self.basis = basis
  }
}
