/// A direction in which rows are ordered.
public enum OrderDirection: Hashable, Sendable {
  /// Small values first.
  case ascending
  /// Large values first.
  case descending
}

/// The position of rows without a value in an order.
public struct NullOrdering: RawRepresentable, Hashable, Sendable {
  /// The SQL.
  public let rawValue: QueryFragment

  /// Creates an ordering from SQL.
  public init(rawValue: QueryFragment) { self.rawValue = rawValue }

  /// Before all others.
  public static let first = NullOrdering(rawValue: "FIRST")
  /// After all others.
  public static let last = NullOrdering(rawValue: "LAST")
}

/// An expression to order by, with its direction.
public struct _OrderingTerm<Base: QueryExpression>: QueryExpression {
  /// A term has no value.
  public typealias QueryValue = Never

  /// The expression to order by.
  let base: Base

  /// The direction; `nil` if none is written.
  private let direction: OrderDirection?
  /// The position of rows without a value; `nil` if it is not written.
  private let nulls: NullOrdering?

  /// The SQL.
  public let queryFragment: QueryFragment

  init(_ base: Base, _ direction: OrderDirection?, nulls: NullOrdering?) {
    (self.base, self.direction, self.nulls) = (base, direction, nulls)
    var fragment = QueryFragment()
    fragment.code.reserveCapacity(64)
    base._append(to: &fragment)
    fragment.append(direction, nulls: nulls)
    queryFragment = fragment
  }

  /// The words after the expression: ` DESC NULLS LAST`.
  var suffix: QueryFragment {
    var suffix = QueryFragment()
    suffix.append(direction, nulls: nulls)
    return suffix
  }
}

extension QueryFragment {
  fileprivate mutating func append(_ direction: OrderDirection?, nulls: NullOrdering?) {
    switch direction {
    case .ascending: append(sql: " ASC")
    case .descending: append(sql: " DESC")
    case nil: break
    }
    guard let nulls else { return }
    append(sql: " NULLS ")
    append(nulls.rawValue)
  }
}

extension _OrderingTerm: Sendable where Base: Sendable {}

extension QueryExpression where QueryValue: QueryRepresentable {
  /// Orders by the expression, small values first: `"reminders"."title" ASC`.
  ///
  /// - Parameter nulls: The position of rows without a value: `… ASC NULLS LAST`.
  public func asc(nulls: NullOrdering? = nil) -> _OrderingTerm<Self> {
    _OrderingTerm(self, .ascending, nulls: nulls)
  }

  /// Orders by the expression, large values first: `"reminders"."title" DESC`.
  ///
  /// - Parameter nulls: The position of rows without a value: `… DESC NULLS FIRST`.
  public func desc(nulls: NullOrdering? = nil) -> _OrderingTerm<Self> {
    _OrderingTerm(self, .descending, nulls: nulls)
  }
}
