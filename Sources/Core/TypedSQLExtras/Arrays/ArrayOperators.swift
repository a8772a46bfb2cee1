import DatabaseTypes
public import TypedSQL

extension QueryExpression where QueryValue: _ArrayRepresentation {
  /// Whether all elements of another list are among those of this one:
  /// `(("reminders"."lists") <@ ("reminders"."tags"))`.
  ///
  /// NULL is no element of any list here. On PostgreSQL a GIN index on the column is used; on
  /// SQLite the elements are looked at in JSON, and no index is used.
  public func contains<List: QueryExpression>(all list: List) -> SQLQueryExpression<Bool>
  where List.QueryValue: _ArrayRepresentation, List.QueryValue._Element == QueryValue._Element {
    SQLQueryExpression(.hasAll(of: list.queryFragment, queryFragment))
  }

  /// Whether all of some values are among the elements:
  /// `(('{"home","work"}') <@ ("reminders"."tags"))`.
  ///
  /// ```swift
  /// Reminder.where { $0.tags.contains(all: ["home", "work"]) }
  /// ```
  ///
  /// On PostgreSQL a GIN index on the column is used.
  public func contains(all elements: [QueryValue._Element]) -> SQLQueryExpression<Bool> {
    SQLQueryExpression(.hasAll(of: bound(elements), queryFragment))
  }

  /// Whether all elements are among those of another list:
  /// `(("reminders"."tags") <@ ("reminders"."lists"))`.
  public func isContained<List: QueryExpression>(in list: List) -> SQLQueryExpression<Bool>
  where List.QueryValue: _ArrayRepresentation, List.QueryValue._Element == QueryValue._Element {
    SQLQueryExpression(.hasAll(of: queryFragment, list.queryFragment))
  }

  /// Whether all elements are among some values: `(("reminders"."tags") <@ ('{"home","work"}'))`.
  ///
  /// ```swift
  /// Reminder.where { $0.tags.isContained(in: ["home", "work"]) }
  /// ```
  public func isContained(in elements: [QueryValue._Element]) -> SQLQueryExpression<Bool> {
    SQLQueryExpression(.hasAll(of: queryFragment, bound(elements)))
  }

  /// Whether this list and another one have an element in common:
  /// `(("reminders"."tags") && ("reminders"."lists"))`.
  ///
  /// NULL is no element of any list here.
  public func overlaps<List: QueryExpression>(_ list: List) -> SQLQueryExpression<Bool>
  where List.QueryValue: _ArrayRepresentation, List.QueryValue._Element == QueryValue._Element {
    SQLQueryExpression(.haveCommon(queryFragment, list.queryFragment))
  }

  /// Whether one of some values is among the elements:
  /// `(("reminders"."tags") && ('{"home","work"}'))`.
  ///
  /// ```swift
  /// Reminder.where { $0.tags.overlaps(["home", "work"]) }
  /// ```
  ///
  /// On PostgreSQL a GIN index on the column is used.
  public func overlaps(_ elements: [QueryValue._Element]) -> SQLQueryExpression<Bool> {
    SQLQueryExpression(.haveCommon(queryFragment, bound(elements)))
  }

  private func bound(_ elements: [QueryValue._Element]) -> QueryFragment {
    _SQLArrayRepresentation(queryOutput: elements).queryFragment
  }
}

extension QueryExpression where QueryValue: ArrayElement {
  /// The values of a group as an array: `array_agg("reminders"."title")`.
  ///
  /// ```swift
  /// Reminder.group(by: \.listID).select { ($0.listID, $0.title.arrayAggregate(order: $0.title)) }
  /// ```
  ///
  /// On SQLite: `json_group_array("reminders"."title")`. A group without rows has an empty array.
  ///
  /// - Parameters:
  ///   - isDistinct: Whether equal values are in it once.
  ///   - order: The order of the elements; on SQLite it needs 3.44.
  ///   - filter: Which rows are in it.
  public func arrayAggregate(
    distinct isDistinct: Bool = false,
    order: (some QueryExpression)? = Bool?.none,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<_SQLArrayRepresentation<QueryValue>> {
    var fragment = QueryFragment()
    fragment.append(hint: .array)
    fragment.append(call: .jsonGroupArray)
    if isDistinct { fragment.append(sql: "DISTINCT ") }
    fragment.append(queryFragment)
    fragment.append(aggregateOrder: order?.queryFragment, filter: filter?.queryFragment)
    return SQLQueryExpression(fragment)
  }
}

extension QueryFragment {
  /// Whether all elements of one list are among those of another.
  fileprivate static func hasAll(of list: QueryFragment, _ other: QueryFragment) -> QueryFragment {
    joining(list, other, MarkedSQL.hasAllOf, MarkedSQL.hasAllOfList)
  }

  /// Whether two lists have an element in common.
  fileprivate static func haveCommon(_ list: QueryFragment, _ other: QueryFragment)
    -> QueryFragment
  { joining(list, other, MarkedSQL.haveCommon, MarkedSQL.haveCommonList) }

  private static func joining(
    _ list: QueryFragment,
    _ other: QueryFragment,
    _ start: StaticString,
    _ middle: StaticString
  ) -> QueryFragment {
    var fragment = QueryFragment()
    fragment.append(sql: start)
    fragment.append(list)
    fragment.append(sql: middle)
    fragment.append(other)
    fragment.append(sql: MarkedSQL.endOfLists)
    return fragment
  }
}
