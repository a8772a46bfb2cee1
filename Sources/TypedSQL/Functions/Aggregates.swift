/// What an aggregate function gives.
public typealias AggregateFunctionExpression<QueryValue> = SQLQueryExpression<QueryValue>

// Not for all expressions: where a number, an array or a string of Swift is extended, `max(self, 0)` and `count` are Swift's.
extension _Operand where QueryValue: QueryBindable {
  /// How many rows have a value: `count("reminders"."id")`.
  ///
  /// ```swift
  /// Reminder.select { $0.assignedUserID.count(distinct: true, filter: !$0.isCompleted) }
  /// // SELECT count(DISTINCT "reminders"."assignedUserID") FILTER (WHERE NOT ("reminders"."isCompleted"))
  /// // FROM "reminders"
  /// ```
  ///
  /// - Parameters:
  ///   - isDistinct: Whether equal values are counted once.
  ///   - filter: Which rows are counted.
  public func count(
    distinct isDistinct: Bool = false,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<Int> {
    counting(distinct: isDistinct, filter: filter?.queryFragment)
  }

  /// The greatest value, if there is any: `max("reminders"."updatedAt")`.
  ///
  /// - Parameter filter: Which rows take part.
  public func max(
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<QueryValue._Optionalized> {
    SQLQueryExpression(.aggregate("max", [queryFragment], filter: filter?.queryFragment))
  }

  /// The smallest value, if there is any: `min("reminders"."updatedAt")`.
  ///
  /// - Parameter filter: Which rows take part.
  public func min(
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<QueryValue._Optionalized> {
    SQLQueryExpression(.aggregate("min", [queryFragment], filter: filter?.queryFragment))
  }
}

extension QueryExpression
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped: Numeric {
  /// The average, if there is a value: `avg("reminders"."priority")`.
  ///
  /// - Parameters:
  ///   - isDistinct: Whether equal values take part once.
  ///   - filter: Which rows take part.
  public func avg(
    distinct isDistinct: Bool = false,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<Double?> {
    SQLQueryExpression(numeric("avg", isDistinct, filter?.queryFragment))
  }

  /// The sum as a floating-point number, 0 without values: `total("items"."quantity")`.
  ///
  /// - Parameters:
  ///   - isDistinct: Whether equal values take part once.
  ///   - filter: Which rows take part.
  public func total(
    distinct isDistinct: Bool = false,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<Double> {
    SQLQueryExpression(numeric("total", isDistinct, filter?.queryFragment))
  }
}

extension QueryExpression
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped: AdditiveArithmetic {
  /// The sum, if there is a value: `sum("items"."quantity")`.
  ///
  /// A sum of integers that is too great is an error when it runs.
  ///
  /// - Parameters:
  ///   - isDistinct: Whether equal values take part once.
  ///   - filter: Which rows take part.
  public func sum(
    distinct isDistinct: Bool = false,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<QueryValue._Optionalized> {
    var fragment = QueryFragment()
    if let hint = DialectHint(of: QueryValue._Optionalized.Wrapped.self) {
      fragment.append(hint: hint)
    }
    fragment.append(numeric("sum", isDistinct, filter?.queryFragment))
    return SQLQueryExpression(fragment)
  }

  fileprivate func numeric(
    _ name: StaticString,
    _ isDistinct: Bool,
    _ filter: QueryFragment?
  ) -> QueryFragment {
    .aggregate(name, distinct: isDistinct, [queryFragment], filter: filter)
  }
}

extension QueryExpression where QueryValue: _OptionalPromotable<String?> {
  /// The texts of a group, joined: `group_concat("tags"."title", ', ')`.
  ///
  /// - Parameters:
  ///   - separator: What stands between them; a comma if it is not given.
  ///   - order: Their order; needs SQLite 3.44.
  ///   - filter: Which rows take part.
  public func groupConcat(
    _ separator: (some QueryExpression<String>)? = String?.none,
    order: (some QueryExpression)? = Bool?.none,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<String?> {
    SQLQueryExpression(
      .aggregate(
        "group_concat",
        [queryFragment] + (separator.map { [$0.queryFragment] } ?? []),
        order: order?.queryFragment,
        filter: filter?.queryFragment
      )
    )
  }

  /// The texts of a group, joined by commas, equal ones once: `group_concat(DISTINCT "tags"."title")`.
  ///
  /// SQLite knows no separator here.
  ///
  /// - Parameters:
  ///   - isDistinct: Whether equal texts are in it once.
  ///   - order: Their order; needs SQLite 3.44.
  ///   - filter: Which rows take part.
  public func groupConcat(
    distinct isDistinct: Bool,
    order: (some QueryExpression)? = Bool?.none,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<String?> {
    SQLQueryExpression(
      .aggregate(
        "group_concat",
        distinct: isDistinct,
        [queryFragment],
        order: order?.queryFragment,
        filter: filter?.queryFragment
      )
    )
  }
}

extension QueryExpression where Self == SQLQueryExpression<Int> {
  /// How many rows there are: `count(*)`.
  ///
  /// ```swift
  /// Reminder.group(by: \.priority).having { _ in .count() > 2 }
  /// ```
  ///
  /// - Parameter filter: Which rows are counted.
  public static func count(
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> Self { SQLQueryExpression(.aggregate("count", ["*"], filter: filter?.queryFragment)) }
}

extension PrimaryKeyedTableDefinition {
  /// How many rows there are, by their keys: `count("reminders"."id")`.
  ///
  /// Rows that a left join did not find are not counted.
  ///
  /// - Parameters:
  ///   - isDistinct: Whether a row is counted once.
  ///   - filter: Which rows are counted.
  public func count(
    distinct isDistinct: Bool = false,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<Int> {
    primaryKey.counting(distinct: isDistinct, filter: filter?.queryFragment)
  }
}

extension Optional.TableColumns where Wrapped: PrimaryKeyedTable {
  /// How many rows there are, by their keys: `count("reminders"."id")`.
  ///
  /// - Parameters:
  ///   - isDistinct: Whether a row is counted once.
  ///   - filter: Which rows are counted.
  public func count(
    distinct isDistinct: Bool = false,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<Int> {
    Wrapped.columns.primaryKey.counting(distinct: isDistinct, filter: filter?.queryFragment)
  }
}

extension QueryExpression {
  fileprivate func counting(
    distinct isDistinct: Bool,
    filter: QueryFragment?
  ) -> SQLQueryExpression<Int> {
    SQLQueryExpression(
      .aggregate("count", distinct: isDistinct, [queryFragment], filter: filter)
    )
  }
}
