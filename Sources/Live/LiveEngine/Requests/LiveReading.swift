package import DatabaseTypes
import IncrementalQueries

/// A result, with the information that identifies its rows.
///
/// - Invariant: The information describes the rows of this value; any change of the value drops it.
package struct LiveReading<Value: Sendable>: Sendable {
  /// The result.
  package private(set) var value: Value
  /// Whether each of its changes comes with a difference.
  package private(set) var tracksDifferences: Bool
  /// Rarely used details, behind one reference because readings are passed along a lot.
  private var details: LiveReadingDetails?

  /// Creates a reading; see its properties for the parts.
  package init(
    value: Value,
    marks: [RowMark]? = nil,
    sections: SectionLayout<String?>? = nil,
    basis: (any Sendable)? = nil,
    tracksDifferences: Bool = false
  ) {
    self.value = value
    self.tracksDifferences = tracksDifferences
    details =
      marks == nil && sections == nil && basis == nil
      ? nil : LiveReadingDetails(marks: marks, sections: sections, basis: basis)
  }

  /// Changes rows in place.
  ///
  /// - Throws: An error if the difference does not start from this result, which stays as it is.
  mutating func apply<Element>(_ difference: Difference<Element>) throws
  where Value == [Element] {
    try value.apply(difference)
    details = nil
    tracksDifferences = true
  }

  /// Changes rows in place, with new sections.
  ///
  /// - Throws: An error if the difference does not start from this result, which stays as it is.
  mutating func apply<Element>(
    _ difference: Difference<Element>,
    sections: SectionLayout<String?>
  ) throws where Value == [Element] {
    try apply(difference)
    details = LiveReadingDetails(marks: nil, sections: sections, basis: nil)
  }

  /// Changes the value in place, which drops the information about its rows.
  mutating func change(_ body: (inout Value) throws -> Void) rethrows {
    details = nil
    tracksDifferences = false
    try body(&value)
  }

  /// Returns whether the array of rows is also retained elsewhere.
  mutating func hasSharedRows<Element>() -> Bool where Value == [Element] { value.isShared }

  /// Returns whether the array of rows within the value is also retained elsewhere.
  mutating func hasSharedRows<Element>(at rows: WritableKeyPath<Value, [Element]>) -> Bool {
    value[keyPath: rows].isShared
  }

  /// The marks of the rows, one for each, if they are known.
  package var marks: [RowMark]? { details?.marks }

  /// The sections of the rows, if the request has sections.
  package var sections: SectionLayout<String?>? { details?.sections }

  /// The reading from which this one was computed, if comparing needs it.
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
