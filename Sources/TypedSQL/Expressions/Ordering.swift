/// A direction in which rows are ordered.
public enum OrderDirection: Hashable, Sendable {
  /// Small values first.
  case ascending
  /// Great values first.
  case descending
}

/// Where rows without a value stand in an order.
public struct NullOrdering: RawRepresentable, Hashable, Sendable {
  /// The SQL.
  public let rawValue: QueryFragment

  /// Makes an ordering of SQL.
  public init(rawValue: QueryFragment) { self.rawValue = rawValue }

  /// Before all others.
  public static let first = NullOrdering(rawValue: "FIRST")
  /// After all others.
  public static let last = NullOrdering(rawValue: "LAST")
}

/// An expression to order by, with its direction.
public struct _OrderingTerm<Base: QueryExpression>: QueryExpression {
  /// It has no value.
  public typealias QueryValue = Never

  /// What is ordered by.
  let base: Base

  /// The SQL.
  public let queryFragment: QueryFragment

  init(_ base: Base, _ direction: OrderDirection?, nulls: NullOrdering?) {
    self.base = base
    var fragment = QueryFragment()
    fragment.code.reserveCapacity(64)
    base._append(to: &fragment)
    switch direction {
    case .ascending: fragment.append(sql: " ASC")
    case .descending: fragment.append(sql: " DESC")
    case nil: break
    }
    if let nulls {
      fragment.append(sql: " NULLS ")
      fragment.append(nulls.rawValue)
    }
    queryFragment = fragment
  }
}

extension _OrderingTerm: Sendable where Base: Sendable {}

extension QueryExpression where QueryValue: QueryRepresentable {
  /// Orders by the expression, small values first: `"reminders"."title" ASC`.
  ///
  /// - Parameter nulls: Where rows without a value stand: `… ASC NULLS LAST`.
  public func asc(nulls: NullOrdering? = nil) -> _OrderingTerm<Self> {
    _OrderingTerm(self, .ascending, nulls: nulls)
  }

  /// Orders by the expression, great values first: `"reminders"."title" DESC`.
  ///
  /// - Parameter nulls: Where rows without a value stand: `… DESC NULLS FIRST`.
  public func desc(nulls: NullOrdering? = nil) -> _OrderingTerm<Self> {
    _OrderingTerm(self, .descending, nulls: nulls)
  }
}
