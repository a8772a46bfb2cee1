public import DatabaseTypes

/// A range of values in SQLite's order: numbers, texts by their bytes, blobs.
///
/// NULL is in no range.
///
/// ```swift
/// let range = ValueRange(from: ValueRange.Bound(5, isIncluded: false))
/// range.contains("a") // true: texts come after all numbers
/// ```
public struct ValueRange: Sendable, Hashable {
  /// Where a range begins or ends.
  public struct Bound: Sendable, Hashable {
    /// The first or last value.
    public let value: DatabaseValue
    /// Whether the value itself is in the range.
    public let isIncluded: Bool

    /// Makes a bound.
    public init(_ value: DatabaseValue, isIncluded: Bool = true) {
      self.value = value
      self.isIncluded = isIncluded
    }
  }

  /// Where it begins; `nil` where it has no beginning.
  public let lower: Bound?
  /// Where it ends; `nil` where it has no end.
  public let upper: Bound?

  /// Makes a range.
  ///
  /// A bound that is NULL makes it empty, as a comparison with NULL is never true.
  public init(from lower: Bound? = nil, to upper: Bound? = nil) {
    self.lower = lower
    self.upper = upper
  }
}

extension ValueRange {
  /// Whether a value is in the range.
  public func contains(_ value: DatabaseValue) -> Bool {
    !value.isNull && !hasNullBound && begins(before: value) && ends(after: value)
  }

  /// The values that are in this range and in another.
  public func intersection(_ other: ValueRange) -> ValueRange {
    if hasNullBound || other.hasNullBound { return ValueRange(to: Bound(.null)) }
    return ValueRange(
      from: Self.beginsBefore(lower, other.lower) ? other.lower : lower,
      to: Self.reaches(upper, asFarAs: other.upper) ? other.upper : upper
    )
  }

  /// Whether no value is in it, since a comparison with NULL is never true.
  var hasNullBound: Bool { lower?.value.isNull == true || upper?.value.isNull == true }

  /// Whether a value that is not NULL is not below it.
  private func begins(before value: DatabaseValue) -> Bool {
    guard let lower else { return true }
    let order = order(of: lower.value, value)
    return order < 0 || order == 0 && lower.isIncluded
  }

  /// Whether a value that is not NULL is not above it.
  private func ends(after value: DatabaseValue) -> Bool {
    guard let upper else { return true }
    let order = order(of: upper.value, value)
    return order > 0 || order == 0 && upper.isIncluded
  }

  /// Whether an end is at least as far as another.
  private static func reaches(_ upper: Bound?, asFarAs other: Bound?) -> Bool {
    guard let upper else { return true }
    guard let other else { return false }
    let order = order(of: upper.value, other.value)
    return order > 0 || order == 0 && (upper.isIncluded || !other.isIncluded)
  }

  /// Whether a beginning is before another.
  private static func beginsBefore(_ lower: Bound?, _ other: Bound?) -> Bool {
    guard let other else { return false }
    guard let lower else { return true }
    let order = order(of: lower.value, other.value)
    return order < 0 || order == 0 && lower.isIncluded && !other.isIncluded
  }
}

/// Where a value stands in relation to another: negative where it comes before it.
private func order(of left: DatabaseValue, _ right: DatabaseValue) -> Int {
  // Most are integers, which the general way takes ten times as long to compare.
  if case .integer(let left) = left, case .integer(let right) = right {
    return left < right ? -1 : left > right ? 1 : 0
  }
  return SortTerm(.binary).compare(left, right) { _, _, _ in 0 }
}
