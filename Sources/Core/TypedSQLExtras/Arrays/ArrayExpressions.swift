import DatabaseTypes
public import TypedSQL

extension QueryExpression where QueryValue: _ArrayRepresentation {
  /// Returns whether a value is among the elements: `("home") = ANY("reminders"."tags")`.
  ///
  /// On SQLite: `("home") IN (SELECT "value" FROM json_each("reminders"."tags"))`. It does not use
  /// an index.
  public func contains<Element: QueryExpression>(_ element: Element) -> SQLQueryExpression<Bool>
  where Element.QueryValue == QueryValue._Element._Stored {
    var fragment: QueryFragment = "("
    fragment.append(element.queryFragment)
    fragment.append(sql: ")")
    fragment.append(sql: SQLOperator.in.sql)
    fragment.append(sql: MarkedSQL.elementsOfList)
    fragment.append(queryFragment)
    fragment.append(sql: "))")
    return SQLQueryExpression(fragment)
  }

  /// Returns the number of elements: `cardinality("reminders"."tags")`.
  ///
  /// On SQLite: `json_array_length("reminders"."tags")`.
  public func cardinality() -> SQLQueryExpression<Int?> {
    SQLQueryExpression(call(.jsonArrayLength, queryFragment))
  }

  /// The element at an index, counted from 0 as in Swift, if there is one:
  /// `("reminders"."tags")[1]`.
  ///
  /// On SQLite: `json_extract("reminders"."tags", '$[0]')`.
  ///
  /// - Parameter index: The index; if it is negative, running the statement is an error.
  public subscript(index: Int) -> SQLQueryExpression<QueryValue._Element._Stored?>
  where QueryValue._Element._Stored: _OptionalPromotable {
    if index < 0 { return SQLQueryExpression("\(QueryBinding.invalid(.negativeIndex))") }
    let path: QueryFragment = "'$[\(raw: "\(index)")]'"
    return SQLQueryExpression(call(.jsonExtract, queryFragment + ", " + path))
  }

  /// Returns the list with one more element at its end: `array_append("reminders"."tags", 'home')`.
  ///
  /// ```swift
  /// Reminder.find(1).update { $0.tags = $0.tags.appending("home") }
  /// ```
  ///
  /// On SQLite: `json_insert("reminders"."tags", '$[#]', 'home')`.
  public func appending<Element: QueryExpression>(_ element: Element) -> SQLQueryExpression<
    QueryValue
  >
  where Element.QueryValue == QueryValue._Element._Stored {
    SQLQueryExpression(
      call(.jsonInsert, queryFragment + ", '$[#]', " + element.queryFragment)
    )
  }

  private func call(_ function: SQLFunction, _ arguments: QueryFragment) -> QueryFragment {
    var fragment = QueryFragment()
    fragment.append(hint: .array)
    fragment.append(arguments.called(function))
    return fragment
  }
}

extension QueryBindingError {
  fileprivate static let negativeIndex = QueryBindingError(
    "The index of an array element must not be negative."
  )
}
