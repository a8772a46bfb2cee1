import DatabaseTypes

/// The rows of its partition that a window function sees for each row.
///
/// ```swift
/// $0.amount.sum().over(orderBy: $0.date, frame: .rows(from: .preceding(6)))
/// // sum("payments"."amount")
/// //   OVER (ORDER BY "payments"."date" ROWS BETWEEN 6 PRECEDING AND CURRENT ROW)
/// ```
public struct WindowFrame: Hashable, Sendable {
  let fragment: QueryFragment

  /// The beginning or end of a frame.
  public struct Bound: Hashable, Sendable {
    let fragment: QueryFragment

    /// The first row of the partition.
    public static let unboundedPreceding = Bound(fragment: "UNBOUNDED PRECEDING")
    /// The row itself, or the last one with the same order.
    public static let currentRow = Bound(fragment: "CURRENT ROW")
    /// The last row of the partition.
    public static let unboundedFollowing = Bound(fragment: "UNBOUNDED FOLLOWING")

    /// Returns the bound that many rows or groups before the row, or at a value that much less.
    public static func preceding(_ count: some QueryExpression) -> Bound {
      Bound(fragment: "\(count.queryFragment) PRECEDING")
    }

    /// Returns the bound that many rows or groups after the row, or at a value that much greater.
    public static func following(_ count: some QueryExpression) -> Bound {
      Bound(fragment: "\(count.queryFragment) FOLLOWING")
    }
  }

  /// The rows that are excluded from a frame.
  public struct Exclusion: Hashable, Sendable {
    let fragment: QueryFragment

    /// The row itself.
    public static let currentRow = Exclusion(fragment: "CURRENT ROW")
    /// The row itself and the others with the same order.
    public static let group = Exclusion(fragment: "GROUP")
    /// The others with the same order as the row.
    public static let ties = Exclusion(fragment: "TIES")
  }

  private init(_ unit: QueryFragment, _ start: Bound, _ end: Bound, _ exclusion: Exclusion?) {
    var fragment = unit
    fragment.append("BETWEEN \(start.fragment) AND \(end.fragment)")
    if let exclusion { fragment.append(" EXCLUDE \(exclusion.fragment)") }
    self.fragment = fragment
  }

  /// Returns a frame that counts rows: `ROWS BETWEEN 6 PRECEDING AND CURRENT ROW`.
  public static func rows(
    from start: Bound = .unboundedPreceding,
    to end: Bound = .currentRow,
    excluding exclusion: Exclusion? = nil
  ) -> WindowFrame { WindowFrame("ROWS ", start, end, exclusion) }

  /// Returns a frame by the value that rows are ordered by:
  /// `RANGE BETWEEN 7 PRECEDING AND CURRENT ROW`.
  public static func range(
    from start: Bound = .unboundedPreceding,
    to end: Bound = .currentRow,
    excluding exclusion: Exclusion? = nil
  ) -> WindowFrame { WindowFrame("RANGE ", start, end, exclusion) }

  /// Returns a frame that counts groups of rows with the same order:
  /// `GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW`.
  public static func groups(
    from start: Bound = .unboundedPreceding,
    to end: Bound = .currentRow,
    excluding exclusion: Exclusion? = nil
  ) -> WindowFrame { WindowFrame("GROUPS ", start, end, exclusion) }
}

/// A function of the rows around a row, which `over` turns into an expression.
///
/// ```swift
/// Reminder.select {
///   (
///     $0.title,
///     WindowFunction.rank().over(partitionBy: $0.remindersListID, orderBy: $0.dueDate.desc())
///   )
/// }
/// // SELECT "reminders"."title",
/// //   rank() OVER (
/// //     PARTITION BY "reminders"."remindersListID" ORDER BY "reminders"."dueDate" DESC
/// //   )
/// // FROM "reminders"
/// ```
public struct WindowFunction<QueryValue>: Sendable {
  let fragment: QueryFragment

  /// Specifies the rows around a row, and their order:
  /// `rank() OVER (PARTITION BY a ORDER BY b)`.
  ///
  /// - Parameters:
  ///   - partition: Rows with equal values belong to one partition; without it, all rows do.
  ///   - order: The order of the rows in a partition.
  ///   - frame: The rows of the partition that the function sees.
  public func over<each P: QueryExpression, each O: QueryExpression>(
    partitionBy partition: repeat each P,
    orderBy order: repeat each O,
    frame: WindowFrame? = nil
  ) -> SQLQueryExpression<QueryValue> {
    let window = WindowClause(
      partition: fragments(repeat each partition),
      order: fragments(repeat each order),
      frame: frame
    )
    return SQLQueryExpression(fragment + window.fragment)
  }
}

extension QueryExpression {
  /// Applies an aggregate to the rows around each row: `sum(a) OVER (PARTITION BY b ORDER BY c)`.
  ///
  /// - Parameters:
  ///   - partition: Rows with equal values belong to one partition; without it, all rows do.
  ///   - order: The order of the rows in a partition; with it, an aggregate covers the rows up to
  ///     the current one.
  ///   - frame: The rows of the partition that the aggregate sees.
  public func over<each P: QueryExpression, each O: QueryExpression>(
    partitionBy partition: repeat each P,
    orderBy order: repeat each O,
    frame: WindowFrame? = nil
  ) -> SQLQueryExpression<QueryValue> {
    WindowFunction(fragment: queryFragment)
      .over(partitionBy: repeat each partition, orderBy: repeat each order, frame: frame)
  }
}

private func fragments<each E: QueryExpression>(_ expressions: repeat each E) -> [QueryFragment] {
  var fragments: [QueryFragment] = []
  for expression in repeat each expressions { fragments.append(expression.queryFragment) }
  return fragments
}

/// The rows of a window: ` OVER (…)`.
struct WindowClause {
  let partition: [QueryFragment]
  let order: [QueryFragment]
  let frame: WindowFrame?

  /// ` OVER (PARTITION BY a ORDER BY b ROWS …)`.
  var fragment: QueryFragment {
    var parts: [QueryFragment] = []
    if !partition.isEmpty { parts.append("PARTITION BY \(partition.joined(separator: ", "))") }
    if !order.isEmpty {
      var part = QueryFragment()
      part.append(sql: MarkedSQL.orderBy)
      part.append(list: order)
      parts.append(part)
    }
    if let frame { parts.append(frame.fragment) }
    return " OVER (\(parts.joined(separator: " ")))"
  }
}

extension WindowFunction where QueryValue == Int {
  /// Returns the number of the row, from 1: `row_number()`.
  public static func rowNumber() -> Self { Self(fragment: .call(.rowNumber)) }

  /// Returns the number of the first row with the same order: `rank()`.
  public static func rank() -> Self { Self(fragment: .call(.rank)) }

  /// Returns the number of distinct orders up to the row: `dense_rank()`.
  public static func denseRank() -> Self { Self(fragment: .call(.denseRank)) }

  /// Returns which of a number of equal parts the row is in, from 1: `ntile(4)`.
  public static func ntile(_ count: some QueryExpression<Int>) -> Self {
    Self(fragment: .call(.ntile, count.queryFragment))
  }
}

extension WindowFunction where QueryValue == Double {
  /// Returns the rank of the row, from 0 to 1: `percent_rank()`.
  public static func percentRank() -> Self { Self(fragment: .call(.percentRank)) }

  /// Returns the share of rows up to the row, at most 1: `cume_dist()`.
  public static func cumeDist() -> Self { Self(fragment: .call(.cumeDist)) }
}

extension _Operand where QueryValue: _OptionalPromotable {
  /// Returns the value of an earlier row, if there is one: `lag("payments"."amount", 1)`.
  ///
  /// - Parameter offset: The number of rows before this one.
  public func lag(
    _ offset: (some QueryExpression<Int>)? = Int?.none
  ) -> WindowFunction<QueryValue._Optionalized> {
    WindowFunction(fragment: .call(.lag, optional: queryFragment, offset?.queryFragment))
  }

  /// Returns the value of an earlier row, or a default: `lag("payments"."amount", 1, 0)`.
  public func lag(
    _ offset: some QueryExpression<Int>,
    default other: some QueryExpression<QueryValue>
  ) -> WindowFunction<QueryValue> {
    WindowFunction(
      fragment: .call(.lag, queryFragment, offset.queryFragment, other.queryFragment)
    )
  }

  /// Returns the value of a later row, if there is one: `lead("payments"."amount", 1)`.
  ///
  /// - Parameter offset: The number of rows after this one.
  public func lead(
    _ offset: (some QueryExpression<Int>)? = Int?.none
  ) -> WindowFunction<QueryValue._Optionalized> {
    WindowFunction(fragment: .call(.lead, optional: queryFragment, offset?.queryFragment))
  }

  /// Returns the value of a later row, or a default: `lead("payments"."amount", 1, 0)`.
  public func lead(
    _ offset: some QueryExpression<Int>,
    default other: some QueryExpression<QueryValue>
  ) -> WindowFunction<QueryValue> {
    WindowFunction(
      fragment: .call(.lead, queryFragment, offset.queryFragment, other.queryFragment)
    )
  }

  /// Returns the value of the first row: `first_value("payments"."amount")`.
  public func firstValue() -> WindowFunction<QueryValue._Optionalized> {
    WindowFunction(fragment: called(.firstValue))
  }

  /// Returns the value of the last row: `last_value("payments"."amount")`.
  public func lastValue() -> WindowFunction<QueryValue._Optionalized> {
    WindowFunction(fragment: called(.lastValue))
  }

  /// Returns the value of a row by its number, from 1, if there is one:
  /// `nth_value("payments"."amount", 2)`.
  public func nthValue(
    _ number: some QueryExpression<Int>
  ) -> WindowFunction<QueryValue._Optionalized> {
    WindowFunction(fragment: .call(.nthValue, queryFragment, number.queryFragment))
  }
}
