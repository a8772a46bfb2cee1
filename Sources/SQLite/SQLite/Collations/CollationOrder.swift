/// The order of two texts in a collation.
public enum CollationOrder: Sendable, Hashable {
  /// The left text comes first.
  case ascending
  /// Both texts are equal.
  case same
  /// The right text comes first.
  case descending

  /// Creates the answer from the order of two values.
  @inlinable
  public init<Value: Comparable>(comparing left: Value, _ right: Value) {
    self = left < right ? .ascending : right < left ? .descending : .same
  }

  var rawValue: Int32 {
    switch self {
    case .ascending: -1
    case .same: 0
    case .descending: 1
    }
  }
}
