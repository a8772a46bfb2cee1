import DatabaseTypes
public import TypedSQL

extension QueryExpression where QueryValue: QueryRepresentable, QueryValue.QueryOutput: Codable {
  /// Returns the values of a group as an array: `json_group_array("reminders"."title")`.
  ///
  /// ```swift
  /// Reminder.group(by: \.remindersListID)
  ///   .select { $0.title.jsonGroupArray(filter: $0.isCompleted) }
  /// // SELECT json_group_array("reminders"."title") FILTER (WHERE "reminders"."isCompleted")
  /// // FROM "reminders" GROUP BY "reminders"."remindersListID"
  /// ```
  ///
  /// - Parameters:
  ///   - isDistinct: Whether equal values are included only once.
  ///   - order: The order of the elements; requires SQLite 3.44.
  ///   - filter: The rows to include.
  public func jsonGroupArray(
    distinct isDistinct: Bool = false,
    order: (some QueryExpression)? = Bool?.none,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<_CodableJSONRepresentation<[QueryValue.QueryOutput]>> {
    SQLQueryExpression(
      jsonGroupArrayFragment(
        .jsonGroupArray,
        of: QueryValue._queryFragment(jsonEncoding: queryFragment),
        distinct: isDistinct,
        order: order?.queryFragment,
        filter: filter?.queryFragment
      )
    )
  }

  /// Returns the values of a group as an array in SQLite's binary form:
  /// `jsonb_group_array("reminders"."title")`.
  ///
  /// Requires SQLite 3.45.
  ///
  /// - Parameters:
  ///   - isDistinct: Whether equal values are included only once.
  ///   - order: The order of the elements.
  ///   - filter: The rows to include.
  public func jsonbGroupArray(
    distinct isDistinct: Bool = false,
    order: (some QueryExpression)? = Bool?.none,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> _JSONExpression<_CodableJSONBRepresentation<[QueryValue.QueryOutput]>> {
    _JSONExpression(
      queryFragment: jsonGroupArrayFragment(
        .jsonbGroupArray,
        of: QueryValue._queryFragment(jsonEncoding: queryFragment),
        distinct: isDistinct,
        order: order?.queryFragment,
        filter: filter?.queryFragment
      )
    )
  }
}

extension TableDefinition where QueryValue: Codable {
  /// Returns the rows of a group as an array of objects: `json_group_array(json_object('id', …))`.
  ///
  /// - Parameters:
  ///   - isDistinct: Whether equal rows are included only once.
  ///   - order: The order of the elements; requires SQLite 3.44.
  ///   - filter: The rows to include.
  public func jsonGroupArray(
    distinct isDistinct: Bool = false,
    order: (some QueryExpression)? = Bool?.none,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<_CodableJSONRepresentation<[QueryValue]>> {
    SQLQueryExpression(
      jsonGroupArrayFragment(
        .jsonGroupArray,
        of: jsonObject().queryFragment,
        distinct: isDistinct,
        order: order?.queryFragment,
        filter: filter?.queryFragment
      )
    )
  }

  /// Returns the rows of a group as an array of objects in SQLite's binary form:
  /// `jsonb_group_array(jsonb_object('id', …))`.
  ///
  /// Requires SQLite 3.45.
  ///
  /// - Parameters:
  ///   - isDistinct: Whether equal rows are included only once.
  ///   - order: The order of the elements.
  ///   - filter: The rows to include.
  public func jsonbGroupArray(
    distinct isDistinct: Bool = false,
    order: (some QueryExpression)? = Bool?.none,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> _JSONExpression<_CodableJSONBRepresentation<[QueryValue]>> {
    _JSONExpression(
      queryFragment: jsonGroupArrayFragment(
        .jsonbGroupArray,
        of: jsonbObject().queryFragment,
        distinct: isDistinct,
        order: order?.queryFragment,
        filter: filter?.queryFragment
      )
    )
  }
}

extension Optional.TableColumns where Wrapped: Codable {
  /// Returns the rows of a group that an outer join found, as an array of objects.
  ///
  /// ```swift
  /// RemindersList.group(by: \.id).leftJoin(Milestone.all) { $0.id == $1.remindersListID }
  ///   .select { ($0.title, $1.jsonGroupArray()) }
  /// // SELECT "remindersLists"."title",
  /// // json_group_array(
  /// //   CASE WHEN ("milestones"."rowid") IS NOT (NULL) THEN json_object('id', …) END
  /// // )
  /// // FILTER (WHERE ("milestones"."rowid") IS NOT (NULL)) FROM …
  /// ```
  ///
  /// - Parameters:
  ///   - isDistinct: Whether equal rows are included only once.
  ///   - order: The order of the elements; requires SQLite 3.44.
  ///   - filter: The rows to include.
  public func jsonGroupArray(
    distinct isDistinct: Bool = false,
    order: (some QueryExpression)? = Bool?.none,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<_CodableJSONRepresentation<[Wrapped]>> {
    SQLQueryExpression(
      jsonGroupArrayFragment(
        .jsonGroupArray,
        of: jsonObject().queryFragment,
        distinct: isDistinct,
        order: order?.queryFragment,
        filter: rowIsPresent(and: filter?.queryFragment)
      )
    )
  }

  /// Returns the rows of a group that an outer join found, as an array of objects in binary form.
  ///
  /// Requires SQLite 3.45.
  ///
  /// - Parameters:
  ///   - isDistinct: Whether equal rows are included only once.
  ///   - order: The order of the elements.
  ///   - filter: The rows to include.
  public func jsonbGroupArray(
    distinct isDistinct: Bool = false,
    order: (some QueryExpression)? = Bool?.none,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> _JSONExpression<_CodableJSONBRepresentation<[Wrapped]>> {
    _JSONExpression(
      queryFragment: jsonGroupArrayFragment(
        .jsonbGroupArray,
        of: jsonbObject().queryFragment,
        distinct: isDistinct,
        order: order?.queryFragment,
        filter: rowIsPresent(and: filter?.queryFragment)
      )
    )
  }

  private func rowIsPresent(and filter: QueryFragment?) -> QueryFragment {
    guard let filter else { return rowIsPresent }
    return "(\(rowIsPresent)) AND (\(filter))"
  }
}

extension TableAlias.TableColumns where Base: Codable {
  /// Returns the rows of a group as an array of objects: `json_group_array(json_object('id', …))`.
  ///
  /// - Parameters:
  ///   - isDistinct: Whether equal rows are included only once.
  ///   - order: The order of the elements; requires SQLite 3.44.
  ///   - filter: The rows to include.
  public func jsonGroupArray(
    distinct isDistinct: Bool = false,
    order: (some QueryExpression)? = Bool?.none,
    filter: (some QueryExpression<Bool>)? = Bool?.none
  ) -> SQLQueryExpression<_CodableJSONRepresentation<[Base]>> {
    SQLQueryExpression(
      jsonGroupArrayFragment(
        .jsonGroupArray,
        of: jsonObject().queryFragment,
        distinct: isDistinct,
        order: order?.queryFragment,
        filter: filter?.queryFragment
      )
    )
  }
}

private func jsonGroupArrayFragment(
  _ function: SQLFunction,
  of element: QueryFragment,
  distinct isDistinct: Bool,
  order: QueryFragment?,
  filter: QueryFragment?
) -> QueryFragment {
  var fragment = QueryFragment()
  fragment.append(call: function)
  if isDistinct { fragment.append(sql: "DISTINCT ") }
  fragment.append(element)
  fragment.append(aggregateOrder: order, filter: filter)
  return fragment
}
