import DatabaseTypes

/// An expression that calls an aggregate function.
public typealias AggregateFunctionExpression<QueryValue> = SQLQueryExpression<QueryValue>

// Not for all expressions: in extensions of Swift's numbers, arrays and strings, `max(self, 0)` and
// `count` must remain Swift's.
extension _Operand where QueryValue: QueryBindable {
  /// Returns the number of rows that have a value: `count("reminders"."id")`.
  ///
  /// ```swift
  /// Reminder.select { $0.assignedUserID.count(distinct: true, filter: !$0.isCompleted) }
  /// // SELECT count(DISTINCT "reminders"."assignedUserID")
  /// // FILTER (WHERE NOT ("reminders"."isCompleted"))
  /// // FROM "reminders"
  /// ```
  ///
  /// - Parameters:
  ///   - isDistinct: Whether equal values are counted only once.
  ///   - filter: The rows to count.
  public func count(
    distinct isDistinct: Bool = false,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<Int> {
    counting(distinct: isDistinct, filter: filter?.queryFragment)
  }

  /// Returns the greatest value, if there is any: `max("reminders"."updatedAt")`.
  ///
  /// - Parameter filter: The rows to include.
  public func max(
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<QueryValue._Optionalized> {
    SQLQueryExpression(.aggregate(.max, [queryFragment], filter: filter?.queryFragment))
  }

  /// Returns the smallest value, if there is any: `min("reminders"."updatedAt")`.
  ///
  /// - Parameter filter: The rows to include.
  public func min(
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<QueryValue._Optionalized> {
    SQLQueryExpression(.aggregate(.min, [queryFragment], filter: filter?.queryFragment))
  }
}

extension QueryExpression
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped: Numeric {
  /// Returns the average, if there is a value: `avg("reminders"."priority")`.
  ///
  /// - Parameters:
  ///   - isDistinct: Whether equal values are included only once.
  ///   - filter: The rows to include.
  public func avg(
    distinct isDistinct: Bool = false,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<Double?> {
    SQLQueryExpression(numeric(.avg, isDistinct, filter?.queryFragment))
  }

  /// Returns the sum as a floating-point number, or 0 without values: `total("items"."quantity")`.
  ///
  /// - Parameters:
  ///   - isDistinct: Whether equal values are included only once.
  ///   - filter: The rows to include.
  public func total(
    distinct isDistinct: Bool = false,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<Double> {
    SQLQueryExpression(numeric(.total, isDistinct, filter?.queryFragment))
  }
}

extension QueryExpression
where QueryValue: _OptionalPromotable, QueryValue._Optionalized.Wrapped: AdditiveArithmetic {
  /// Returns the sum, if there is a value: `sum("items"."quantity")`.
  ///
  /// A sum of integers that overflows is an error when the statement runs.
  ///
  /// - Parameters:
  ///   - isDistinct: Whether equal values are included only once.
  ///   - filter: The rows to include.
  public func sum(
    distinct isDistinct: Bool = false,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<QueryValue._Optionalized> {
    var fragment = QueryFragment()
    if let hint = DialectHint(of: QueryValue._Optionalized.Wrapped.self) {
      fragment.append(hint: hint)
    }
    fragment.append(numeric(.sum, isDistinct, filter?.queryFragment))
    return SQLQueryExpression(fragment)
  }

  fileprivate func numeric(
    _ function: SQLFunction,
    _ isDistinct: Bool,
    _ filter: QueryFragment?
  ) -> QueryFragment {
    .aggregate(function, distinct: isDistinct, [queryFragment], filter: filter)
  }
}

extension QueryExpression where QueryValue: _OptionalPromotable<String?> {
  /// Returns the texts of a group, joined by a separator: `group_concat("tags"."title", ', ')`.
  ///
  /// - Parameters:
  ///   - separator: The text between them; a comma if none is given.
  ///   - order: Their order; requires SQLite 3.44.
  ///   - filter: The rows to include.
  public func groupConcat(
    _ separator: (some QueryExpression<String>)? = String?.none,
    order: (some QueryExpression)? = Bool?.none,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<String?> {
    SQLQueryExpression(
      .aggregate(
        .groupConcat,
        [queryFragment] + (separator.map { [$0.queryFragment] } ?? []),
        order: order?.queryFragment,
        filter: filter?.queryFragment
      )
    )
  }

  /// Returns the texts of a group, joined by a separator that may be NULL.
  ///
  /// - Parameters:
  ///   - separator: The text between them; the result is joined without one where it is NULL.
  ///   - order: Their order; requires SQLite 3.44.
  ///   - filter: The rows to include.
  @_disfavoredOverload
  public func groupConcat<Separator: _OptionalPromotable<String?> & QueryRepresentable>(
    _ separator: some QueryExpression<Separator>,
    order: (some QueryExpression)? = Bool?.none,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<String?> {
    groupConcat(SQLQueryExpression<String>(separator.queryFragment), order: order, filter: filter)
  }

  /// Returns the texts of a group, joined by a separator of any type, converted to text:
  /// `group_concat("tags"."title", CAST("tags"."id" AS TEXT))`.
  ///
  /// - Parameters:
  ///   - separator: The value between them.
  ///   - order: Their order; requires SQLite 3.44.
  ///   - filter: The rows to include.
  @_disfavoredOverload  // A text needs no conversion.
  public func groupConcat<Separator: QueryExpression>(
    _ separator: Separator,
    order: (some QueryExpression)? = Bool?.none,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<String?> where Separator.QueryValue: QueryRepresentable {
    let text = SQLQueryExpression<String>(separator.cast().fragment(of: .text))
    return groupConcat(text, order: order, filter: filter)
  }

  /// Returns the texts of a group, joined by commas, without duplicates:
  /// `group_concat(DISTINCT "tags"."title")`.
  ///
  /// SQLite accepts no separator here.
  ///
  /// - Parameters:
  ///   - isDistinct: Whether equal texts are joined only once.
  ///   - order: Their order; requires SQLite 3.44.
  ///   - filter: The rows to include.
  public func groupConcat(
    distinct isDistinct: Bool,
    order: (some QueryExpression)? = Bool?.none,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<String?> {
    SQLQueryExpression(
      .aggregate(
        .groupConcat,
        distinct: isDistinct,
        [queryFragment],
        order: order?.queryFragment,
        filter: filter?.queryFragment
      )
    )
  }
}

extension QueryExpression where Self == SQLQueryExpression<Int> {
  /// Returns the number of rows: `count(*)`.
  ///
  /// ```swift
  /// Reminder.group(by: \.priority).having { _ in .count() > 2 }
  /// ```
  ///
  /// - Parameter filter: The rows to count.
  public static func count(
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> Self { SQLQueryExpression(.aggregate(.count, ["*"], filter: filter?.queryFragment)) }
}

extension PrimaryKeyedTableDefinition {
  /// Returns the number of rows, counted by their keys: `count("reminders"."id")`.
  ///
  /// Rows that a left join did not find are not counted.
  ///
  /// - Parameters:
  ///   - isDistinct: Whether a row is counted only once.
  ///   - filter: The rows to count.
  public func count(
    distinct isDistinct: Bool = false,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<Int> {
    primaryKey.counting(distinct: isDistinct, filter: filter?.queryFragment)
  }
}

extension Optional.TableColumns where Wrapped: PrimaryKeyedTable {
  /// Returns the number of rows, counted by their keys: `count("reminders"."id")`.
  ///
  /// - Parameters:
  ///   - isDistinct: Whether a row is counted only once.
  ///   - filter: The rows to count.
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
      .aggregate(.count, distinct: isDistinct, [queryFragment], filter: filter)
    )
  }
}
