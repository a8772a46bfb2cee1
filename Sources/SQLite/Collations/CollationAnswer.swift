/// Where a collation puts its left text in relation to the right one.
public enum CollationAnswer: Sendable, Hashable {
  /// The left text comes first.
  case before
  /// Both are the same to the collation.
  case same
  /// The right text comes first.
  case after

  /// Answers as two values compare.
  @inlinable
  public init<Value: Comparable>(comparing left: Value, _ right: Value) {
    self = left < right ? .before : right < left ? .after : .same
  }

  var rawValue: Int32 {
    switch self {
    case .before: -1
    case .same: 0
    case .after: 1
    }
  }
}
