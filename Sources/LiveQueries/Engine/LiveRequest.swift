import DatabaseQueries
import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase

/// What a live query asks for: how it is read, and when two results are the same.
///
/// A value without I/O. Equal ones in one database are one query underneath.
struct LiveRequest<Value: Sendable>: Sendable {
  typealias Reading = LiveReading<Value>

  /// What tells it from other requests; `nil` where it is like no other.
  let identity: LiveIdentity?
  /// What it reads, where that can be told before it is read; else it is recorded while it is read.
  let region: (@Sendable (Database) throws -> Region)?
  /// Reads it as a whole.
  let read: @Sendable (Database) throws -> Reading
  /// Whether a result need not be published after another one.
  let isSame: @Sendable (Reading, Reading) -> Bool
  /// How two results differ that do not follow from each other; `nil` where they are not rows.
  var difference: (@Sendable (Value, Value) -> any LiveDifference)?
  /// What keeps its result up to date with less work; `nil` where it can only be read as a whole.
  var maintenance: (any LiveMaintenance<Value>)?
  /// Why there is no such thing.
  var reason = LivePlan.Reason.closure
  /// What it is, for those who look at statistics.
  var text: @Sendable () -> String = { "A closure that fetches" }
}

/// A result, and by what its rows are told apart.
///
/// - Invariant: what is known of rows is known of the rows of this value; whatever changes the value forgets it.
struct LiveReading<Value: Sendable>: Sendable {
  private(set) var value: Value
  /// Whether each change of it comes with what differs.
  private(set) var isFollowed: Bool
  /// What few readings have: behind one reference, since readings go through many hands.
  private var details: LiveReadingDetails?

  init(
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
  mutating func apply<Element>(_ difference: Difference<Element>) throws
  where Value == [Element] {
    details = nil
    isFollowed = true
    try value.apply(difference)
  }

  /// One for each row, where the rows are known.
  var marks: [RowMark]? { details?.marks }

  /// The sections of the rows, where the request puts them into sections.
  var sections: SectionLayout<String?>? { details?.sections }

  /// The reading from which this one was made, where that decides whether it is the same.
  var basis: (any Sendable)? { details?.basis }
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

/// What tells a request from others.
struct LiveIdentity: Hashable, Sendable {
  private let base: any Hashable & Sendable

  init(_ base: some Hashable & Sendable) { self.base = base }

  static func == (left: Self, right: Self) -> Bool {
    AnyHashable(left.base) == AnyHashable(right.base)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(base)) }
}
