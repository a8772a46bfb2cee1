package import DatabaseTypes

/// A range of values in SQLite's order: numbers, texts by their bytes, blobs.
///
/// NULL is in no range.
///
/// ```swift
/// let range = ValueRange(from: ValueRange.Bound(5, isIncluded: false))
/// range.contains("a") // true: texts come after all numbers
/// ```
package struct ValueRange: Sendable, Hashable {
  /// A bound of a range.
  package struct Bound: Sendable, Hashable {
    /// The first or last value of the range.
    package let value: DatabaseValue
    /// Whether the value itself is in the range.
    package let isIncluded: Bool

    /// Creates a bound.
    package init(_ value: DatabaseValue, isIncluded: Bool = true) {
      self.value = value
      self.isIncluded = isIncluded
    }
  }

  /// The lower bound; `nil` if there is none.
  package let lower: Bound?
  /// The upper bound; `nil` if there is none.
  package let upper: Bound?

  /// Creates a range.
  ///
  /// A NULL bound makes the range empty, as a comparison with NULL is never true.
  package init(from lower: Bound? = nil, to upper: Bound? = nil) {
    self.lower = lower
    self.upper = upper
  }
}

extension ValueRange {
  /// Returns whether a value is in the range.
  package func contains(_ value: DatabaseValue) -> Bool {
    !value.isNull && !hasNullBound && begins(before: value) && ends(after: value)
  }

  /// Returns the values that are in both this range and another one.
  package func intersection(_ other: ValueRange) -> ValueRange {
    if hasNullBound || other.hasNullBound { return ValueRange(to: Bound(.null)) }
    return ValueRange(
      from: Self.beginsBefore(lower, other.lower) ? other.lower : lower,
      to: Self.reaches(upper, asFarAs: other.upper) ? other.upper : upper
    )
  }

  /// Whether the range is empty because of a NULL bound: a comparison with NULL is never true.
  var hasNullBound: Bool { lower?.value.isNull == true || upper?.value.isNull == true }

  /// Returns whether the range begins at or before a value that is not NULL.
  private func begins(before value: DatabaseValue) -> Bool {
    guard let lower else { return true }
    let order = order(of: lower.value, value)
    return order < 0 || order == 0 && lower.isIncluded
  }

  /// Returns whether the range ends at or after a value that is not NULL.
  private func ends(after value: DatabaseValue) -> Bool {
    guard let upper else { return true }
    let order = order(of: upper.value, value)
    return order > 0 || order == 0 && upper.isIncluded
  }

  /// Returns whether an upper bound is at least as high as another one.
  private static func reaches(_ upper: Bound?, asFarAs other: Bound?) -> Bool {
    guard let upper else { return true }
    guard let other else { return false }
    let order = order(of: upper.value, other.value)
    return order > 0 || order == 0 && (upper.isIncluded || !other.isIncluded)
  }

  /// Returns whether a lower bound is below another one.
  private static func beginsBefore(_ lower: Bound?, _ other: Bound?) -> Bool {
    guard let other else { return false }
    guard let lower else { return true }
    let order = order(of: lower.value, other.value)
    return order < 0 || order == 0 && lower.isIncluded && !other.isIncluded
  }
}

/// Compares two values; negative if the first comes before the second.
private func order(of left: DatabaseValue, _ right: DatabaseValue) -> Int {
  // Most values are integers; the general code takes ten times as long for them.
  if case .integer(let left) = left, case .integer(let right) = right {
    return left < right ? -1 : left > right ? 1 : 0
  }
  return SortTerm(.binary).compare(left, right) { _, _, _ in 0 }
}
